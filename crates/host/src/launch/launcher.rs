//! Our end of the launcher: orders out, programs in.

use super::channel::Channel;
use super::creator::{Creator, Session};
use super::kept::Kept;
use super::order::Order;
use super::program::Program;
use super::survivor::{ENDED, KEPT, LAUNCHER_ARGUMENT, LEFT, RUNS};
use crate::children::{self, Children};
use crate::process::{self, Process};
use probity_sys::launch::{REPORT_BYTES, Report};
use probity_sys::{pidfd, process as calls, signal};
use std::ffi::OsString;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The file is in no format that the kernel executes (errno(3); the same on every Linux).
const ENOEXEC: i32 = 8;
/// We have as many files open as we may (errno(3); the same on every Linux).
const EMFILE: i32 = 24;

/// Where the dynamic loader looks for libraries first (ld.so(8)).
const LIBRARIES: &str = "LD_LIBRARY_PATH";

/// Why nothing is launched where /proc is that of another pid namespace.
const FOREIGN_PROC: &str = "/proc is that of another pid namespace, so that what it says is of \
    other processes; mount this one's own (unshare --mount-proc does)";

/// How the launcher process is started.
#[derive(Clone, Debug)]
pub struct LauncherCommand {
    /// A program that calls [`super::serve`] when started with these arguments.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Whether a creator is to create the programs, where there can be one.
    pub creator: bool,
    /// Whether this process starts no children of its own meanwhile: then what shares its group was
    /// left by a program too.
    pub exclusive: bool,
}

impl LauncherCommand {
    /// This very program again, with [`LAUNCHER_ARGUMENT`].
    pub fn this_program() -> Self {
        let (program, arguments) = ("/proc/self/exe".into(), vec![LAUNCHER_ARGUMENT.into()]);
        Self { program, arguments, creator: true, exclusive: false }
    }
}

/// What a program gets of open files.
pub struct Standard {
    /// Standard input.
    pub input: OwnedFd,
    /// Standard output.
    pub output: OwnedFd,
    /// Standard error.
    pub error: OwnedFd,
    /// The pipe on which it may say something of itself, by the number
    /// [`probity_sys::launch::SPEECH_DESCRIPTOR`].
    pub speech: Option<OwnedFd>,
}

/// Why a program could not be launched.
#[derive(Debug)]
pub enum LaunchError {
    /// The launcher process could not be started.
    Start(io::Error),
    /// The creator or the launcher ended, or broke the protocol.
    Lost(io::Error),
    /// The kernel would not create a process.
    Create(io::Error),
    /// The new process could not be watched.
    Watch(io::Error),
    /// The new process could not be set up.
    Setup(io::Error),
    /// The file could not be executed.
    Execute(io::Error),
    /// There is no such file, or none any more.
    Missing(io::Error),
    /// It was to be ended, and cannot be.
    Survives(u32),
}

impl std::fmt::Display for LaunchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Start(error) => write!(f, "start the launcher process: {error}"),
            Self::Lost(error) => write!(
                f,
                "reach the helper processes that create and end programs: {error}; something ended \
                 them or holds them up; try again"
            ),
            Self::Create(error) if error.raw_os_error() == Some(EMFILE) => {
                write!(f, "create a process: {error}; raise the limit of open files (ulimit -n)")
            }
            Self::Create(error) => write!(f, "create a process: {error}"),
            Self::Watch(error) => write!(
                f,
                "watch the new process: pidfd_open: {error}; it needs Linux 5.3, and a container \
                 runtime that lets it through"
            ),
            Self::Setup(error) => write!(f, "set up the new process: {error}"),
            Self::Execute(error) if error.raw_os_error() == Some(ENOEXEC) => write!(
                f,
                "execute it: {error}; a script needs a first line such as #!/bin/sh, or start it \
                 with its interpreter"
            ),
            Self::Execute(error) if error.kind() == io::ErrorKind::NotFound => {
                write!(f, "execute it: the interpreter or loader that it names does not exist")
            }
            Self::Execute(error) => write!(f, "execute it: {error}"),
            Self::Missing(_) => f.write_str("execute it: its file is not there any more"),
            Self::Survives(pid) => {
                write!(f, "end it: process {pid} cannot be killed by this user; it goes on")
            }
        }
    }
}

impl std::error::Error for LaunchError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Start(error)
            | Self::Lost(error)
            | Self::Create(error)
            | Self::Watch(error)
            | Self::Setup(error)
            | Self::Execute(error)
            | Self::Missing(error) => Some(error),
            Self::Survives(_) => None,
        }
    }
}

/// A running launcher. Dropping it ends it, and with it a program that still runs.
pub struct Launcher {
    channel: Channel,
    child: Child,
    /// What creates the programs; where there is none, why.
    creator: io::Result<Creator>,
    was_subreaper: bool,
    /// Children this process had before, with their descendants: none is left by a program.
    known: Vec<Process>,
    /// What hooks left, which is no leftover while it is kept.
    kept: Kept,
    own_session: u32,
    exclusive: bool,
    /// When the launcher was created: nothing older was left by a program.
    start_ticks: u64,
    children: Children,
}

impl Launcher {
    /// Starts the launcher process and becomes the reaper of orphaned descendants.
    ///
    /// # Errors
    /// [`LaunchError::Start`].
    pub fn start(how: &LauncherCommand) -> Result<Self, LaunchError> {
        if !process::proc_is_ours().map_err(LaunchError::Start)? {
            return Err(LaunchError::Start(io::Error::other(FOREIGN_PROC)));
        }
        signal::keep_ended_children().map_err(LaunchError::Start)?;
        let known = known().map_err(LaunchError::Start)?;
        let was_subreaper = calls::set_subreaper(true).map_err(LaunchError::Start)?;
        let (channel, theirs) = Channel::new().map_err(LaunchError::Start)?;
        let mut command = Command::new(&how.program);
        command
            .args(&how.arguments)
            // Orders bring the programs' environment; the launcher's own would only be copied into
            // each of them and count as its memory. What finds the launcher's libraries stays.
            .env_clear()
            .envs(std::env::var_os(LIBRARIES).map(|value| (LIBRARIES, value)))
            .stdin(theirs)
            .stdout(Stdio::null());
        let child = match command.spawn() {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                calls::spawn_by_fork(&mut command)
            }
            spawned => spawned,
        };
        let child = child.map_err(LaunchError::Start)?;
        let start_ticks = Process::read(child.id()).map_err(LaunchError::Start)?.start_ticks;
        let (kept, children) = (Kept::default(), Children::open());
        let unwanted = || Err(io::Error::other("it was not asked for"));
        // As init, and where we had children before, only a session of their own tells programs
        // from strangers whose parents die meanwhile.
        let own = Process::read(std::process::id()).map_err(LaunchError::Start)?;
        let is_alone = known.is_empty() && own.pid != 1;
        let session = if is_alone { Session::Ours } else { Session::Apart };
        let creator = if how.creator { Creator::start(session) } else { unwanted() };
        Ok(Self {
            channel,
            child,
            creator,
            was_subreaper,
            known,
            kept,
            own_session: own.session,
            exclusive: how.exclusive,
            start_ticks,
            children,
        })
    }

    /// The launcher's process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Why programs are created by the launcher, which makes each begin with some 0.6 MB of memory
    /// and costs it some 70 µs; none where the creator creates them.
    pub fn burden(&self) -> Option<&io::Error> {
        self.creator.as_ref().err()
    }

    /// Whether nothing in our own group can be a child that was started beside the programs.
    pub(super) fn is_exclusive(&self) -> bool {
        self.exclusive
    }

    /// Whether `pid` is one of the helpers.
    pub(super) fn is_helper(&self, pid: u32) -> bool {
        pid == self.pid() || self.creator.as_ref().is_ok_and(|creator| creator.pid() == pid)
    }

    /// The session in which programs are created.
    pub(super) fn session(&self) -> u32 {
        match &self.creator {
            Ok(creator) => creator.session().unwrap_or(self.own_session),
            Err(_) => self.pid(),
        }
    }

    /// Each is readable or hung up once a helper is gone.
    pub(super) fn descriptors(&self) -> [Option<BorrowedFd<'_>>; 2] {
        let creator = self.creator.as_ref().ok();
        [Some(self.channel.descriptor()), creator.map(|creator| creator.channel.descriptor())]
    }

    /// Creates the program and brings it to its barrier.
    ///
    /// # Errors
    /// Any but [`LaunchError::Start`], [`LaunchError::Execute`] and [`LaunchError::Missing`].
    pub fn create(
        &mut self,
        order: &Order<'_>,
        standard: Standard,
    ) -> Result<Program<'_>, LaunchError> {
        let (held, barrier) = io::pipe().map_err(LaunchError::Create)?;
        let (mut reports, report) = io::pipe().map_err(LaunchError::Create)?;
        {
            let Standard { input, output, error, speech } = &standard;
            let mut wiring =
                vec![input.as_fd(), output.as_fd(), error.as_fd(), held.as_fd(), report.as_fd()];
            wiring.extend(speech.as_ref().map(AsFd::as_fd));
            self.creating().order(order, &wiring).map_err(|error| match error.kind() {
                io::ErrorKind::InvalidInput => LaunchError::Create(error),
                _ => LaunchError::Lost(error),
            })?;
        }
        // The new process holds its own copies; ours would keep the pipes from ending.
        drop((held, report, standard));
        // The report first: by then the launcher has answered too, and we wake up once. Where no
        // process was created the report pipe just ends.
        let mut bytes = [0_u8; REPORT_BYTES];
        let reported = reports.read_exact(&mut bytes);
        let answer = self.creating().answer().map_err(LaunchError::Lost)?;
        let pid = answer.map_err(LaunchError::Create)?;
        let mut program = Program::new(self, pid, order.path, barrier, reports);
        reported.map_err(LaunchError::Setup)?;
        match Report::parse(&bytes) {
            Some(Report::AtBarrier(usage)) => program.set_baseline(usage),
            Some(Report::Failed { errno, .. }) => {
                return Err(LaunchError::Setup(io::Error::from_raw_os_error(errno)));
            }
            None => return Err(LaunchError::Setup(io::ErrorKind::InvalidData.into())),
        }
        program.watch(pidfd::open(pid).map_err(LaunchError::Watch)?);
        program.settle().map_err(LaunchError::Setup)?;
        program.announce()?;
        Ok(program)
    }

    /// Who takes orders.
    fn creating(&mut self) -> &mut Channel {
        match &mut self.creator {
            Ok(creator) => &mut creator.channel,
            Err(_) => &mut self.channel,
        }
    }

    /// When the launcher was created, in clock ticks since boot.
    pub(super) fn start_ticks(&self) -> u64 {
        self.start_ticks
    }

    /// What ran below this process before it launched anything.
    pub(super) fn known(&self) -> &[Process] {
        &self.known
    }

    /// The ids of our children now.
    pub(super) fn children(&self) -> io::Result<Vec<u32>> {
        self.children.list()
    }

    /// What hooks left and is kept.
    pub(super) fn kept(&mut self) -> &mut Kept {
        &mut self.kept
    }

    /// Tells the launcher what to end, should we die before we have.
    pub(super) fn hand_over(&mut self, left: &[Process]) {
        let body = pairs(left);
        // A launcher that is gone cannot help; the next order will say so.
        let _ = self.tell(LEFT, &body);
    }

    /// Tells the launcher what to end, should we die while it runs.
    pub(super) fn program_runs(&mut self, pid: u32, start_ticks: u64) -> Result<(), LaunchError> {
        let words = [u64::from(pid), start_ticks].map(u64::to_ne_bytes);
        self.tell(RUNS, words.as_flattened())
    }

    /// Tells the launcher what is kept, for it to end should we die.
    pub(super) fn tell_kept(&mut self) {
        let body = pairs(self.kept.all());
        let _ = self.tell(KEPT, &body);
    }

    /// Tells the launcher that the last program needs no ending any more.
    pub(super) fn program_ended(&mut self) -> Result<(), LaunchError> {
        self.tell(ENDED, &[])
    }

    fn tell(&mut self, kind: u64, body: &[u8]) -> Result<(), LaunchError> {
        self.channel.send(kind, body, &[]).map_err(LaunchError::Lost)
    }
}

/// Process ids and starts, as the launcher reads them.
fn pairs<'a>(processes: impl IntoIterator<Item = &'a Process>) -> Vec<u8> {
    let words = processes.into_iter().flat_map(|one| [u64::from(one.pid), one.start_ticks]);
    words.flat_map(u64::to_ne_bytes).collect()
}

fn known() -> io::Result<Vec<Process>> {
    let children = children::of_self()?;
    match children.is_empty() {
        true => Ok(Vec::new()),
        false => Ok(process::with_descendants(&children, &process::all()?)),
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        // The end of the socket is its signal to leave.
        self.channel.close();
        let _ = self.child.wait();
        if !self.was_subreaper {
            let _ = calls::set_subreaper(false);
        }
    }
}
