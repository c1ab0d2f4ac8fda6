//! One created program: held, released, watched, reaped.

use super::drain::Drain;
use super::kept::{self, Tenure};
use super::launcher::{LaunchError, Launcher};
use super::leftovers;
use super::listener::Listener;
use crate::process::Process;
use probity_model::{Incarnation, Leftover, Nanoseconds};
use probity_sys::launch::{REPORT_BYTES, Report, Step};
use probity_sys::signal::{self, Interrupts};
use probity_sys::usage::Usage;
use probity_sys::wait::{self, Ended};
use probity_sys::{clock, poll, process as calls};
use std::ffi::OsStr;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a program may take to end by itself after a first interruption.
const GRACE: Duration = Duration::from_secs(2);
/// How long the new process may take from "at the barrier" to sleeping in it.
const SETTLE: Duration = Duration::from_secs(1);
/// How long we sleep between two looks at that. Yielding instead keeps a busy CPU from it: on a
/// loaded machine that took some twenty looks a run.
const PAUSE: Duration = Duration::from_micros(20);

/// How the watching of a program ended.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// When we saw it end, on the monotonic clock.
    pub at: Nanoseconds,
    /// Whether it ended because the user interrupted us.
    pub interrupted: bool,
    /// Whether we were stopped (Ctrl-Z) while it ended or waited for us to read, so that it is not
    /// known when it ended, or would have.
    pub missed: bool,
}

/// What is read of a program while it runs.
#[derive(Default)]
pub struct Pipes<'a> {
    /// Its output and error, where we drain them.
    pub drains: [Option<&'a mut Drain>; 2],
    /// What it says of itself.
    pub listener: Option<&'a mut Listener>,
}

/// A program from its creation to its reaping. Dropped before it is reaped, it is killed.
pub struct Program<'a> {
    launcher: &'a mut Launcher,
    pid: u32,
    /// The file that it is to become.
    path: PathBuf,
    start_ticks: u64,
    barrier: Option<PipeWriter>,
    reports: PipeReader,
    descriptor: Option<OwnedFd>,
    baseline: Usage,
    /// How often we had gone on after a stop when it was released.
    continued: u32,
    reaped: bool,
    is_cleared: bool,
}

impl<'a> Program<'a> {
    pub(super) fn new(
        launcher: &'a mut Launcher,
        pid: u32,
        path: &[u8],
        barrier: PipeWriter,
        reports: PipeReader,
    ) -> Self {
        Self {
            launcher,
            pid,
            path: Path::new(OsStr::from_bytes(path)).to_owned(),
            start_ticks: 0,
            barrier: Some(barrier),
            reports,
            descriptor: None,
            baseline: Usage::default(),
            continued: 0,
            reaped: false,
            is_cleared: false,
        }
    }

    pub(super) fn set_baseline(&mut self, usage: Usage) {
        self.baseline = usage;
    }

    pub(super) fn watch(&mut self, descriptor: OwnedFd) {
        self.descriptor = Some(descriptor);
    }

    /// Waits until the process sleeps in its barrier, so that what it has used by then is final.
    pub(super) fn settle(&mut self) -> io::Result<()> {
        let began = Instant::now();
        loop {
            let process = Process::read(self.pid)?;
            self.start_ticks = process.start_ticks;
            if process.state != b'R' {
                return Ok(());
            }
            if began.elapsed() > SETTLE {
                return Err(io::ErrorKind::TimedOut.into());
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Has it ended, should we die. Before this it ends by itself then, as its barrier does.
    pub(super) fn announce(&mut self) -> Result<(), LaunchError> {
        self.launcher.program_runs(self.pid, self.start_ticks)
    }

    /// Its process id, which is also its process group.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Which process it is, among all that ever had this id in this boot.
    pub fn incarnation(&self) -> Incarnation {
        Incarnation { pid: self.pid, start_ticks: self.start_ticks }
    }

    /// What it had used when it came to the barrier: to be subtracted.
    pub fn baseline(&self) -> Usage {
        self.baseline
    }

    /// Lets it go, and says when. From here on it is noticed when we are stopped.
    ///
    /// # Errors
    /// Where the process is gone already.
    pub fn release(&mut self, interrupts: Option<&Interrupts>) -> Result<Nanoseconds, LaunchError> {
        let Some(mut barrier) = self.barrier.take() else {
            return Err(LaunchError::Setup(io::ErrorKind::InvalidInput.into()));
        };
        self.continued = interrupts.map_or(0, Interrupts::continued);
        let at = Nanoseconds(clock::monotonic_ns());
        barrier.write_all(b"!").map_err(LaunchError::Setup)?;
        // Kept open by the program until its exec; ours may go.
        Ok(at)
    }

    /// Waits for its end, draining its pipes and obeying interruptions: the first is passed on to
    /// the program's group, which then has two seconds; the second kills.
    ///
    /// # Errors
    /// [`LaunchError::Execute`] and [`LaunchError::Missing`] where it never became the program,
    /// [`LaunchError::Lost`] where a helper ended first (the program is then killed when this value
    /// is dropped).
    pub fn wait(
        &mut self,
        pipes: Pipes<'_>,
        interrupts: Option<&Interrupts>,
    ) -> Result<Ending, LaunchError> {
        let ending = self.watch_until_end(pipes, interrupts)?;
        self.check_executed()?;
        Ok(ending)
    }

    fn watch_until_end(
        &mut self,
        Pipes { drains: [mut first, mut second], mut listener }: Pipes<'_>,
        interrupts: Option<&Interrupts>,
    ) -> Result<Ending, LaunchError> {
        let mut obedience = Obedience::new(self.pid, interrupts);
        let (mut went_on, mut missed) = (false, false);
        loop {
            let [launcher, creator] = self.launcher.descriptors();
            // After a stop: what is there at once was there while we were not.
            let patience = if went_on {
                Some(0)
            } else {
                let rest = listener.as_ref().and_then(|listener| listener.patience_ms());
                [obedience.patience_ms(), rest].into_iter().flatten().min()
            };
            let [ended, one, two, said, interrupt, launcher, creator] = poll::readable(
                [
                    self.descriptor.as_ref().map(AsFd::as_fd),
                    first.as_ref().and_then(|drain| drain.descriptor()),
                    second.as_ref().and_then(|drain| drain.descriptor()),
                    listener.as_mut().and_then(|listener| listener.descriptor()),
                    interrupts.map(Interrupts::descriptor),
                    launcher,
                    creator,
                ],
                patience,
            )
            .map_err(LaunchError::Lost)?;
            // Read before anything else is done: it may be the end of the measured window.
            let at = Nanoseconds(clock::monotonic_ns());
            let continued = interrupts.map_or(0, Interrupts::continued);
            let stopped = std::mem::replace(&mut self.continued, continued) != continued;
            let is_waiting = ended.readable || one.any() || two.any() || said.any();
            missed |= (went_on || stopped) && is_waiting;
            went_on = stopped && !is_waiting;
            if ended.readable {
                for drain in [first, second].into_iter().flatten() {
                    drain.finish().map_err(LaunchError::Lost)?;
                }
                if let Some(listener) = listener {
                    listener.finish().map_err(LaunchError::Lost)?;
                }
                return Ok(Ending { at, interrupted: obedience.interrupted, missed });
            }
            for (ready, drain) in [(one, &mut first), (two, &mut second)] {
                if let Some(drain) = drain.as_mut().filter(|_| ready.any()) {
                    drain.read().map_err(LaunchError::Lost)?;
                }
            }
            if let Some(listener) = listener.as_mut().filter(|_| said.any()) {
                listener.read().map_err(LaunchError::Lost)?;
            }
            if interrupt.readable || obedience.is_out_of_patience() {
                obedience.obey()?;
            }
            if launcher.any() || creator.any() {
                return Err(LaunchError::Lost(io::ErrorKind::UnexpectedEof.into()));
            }
        }
    }

    /// The report pipe closes with a successful exec; anything in it is why there was none.
    fn check_executed(&mut self) -> Result<(), LaunchError> {
        let mut bytes = [0_u8; REPORT_BYTES];
        match self.reports.read_exact(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(()),
            Err(error) => Err(LaunchError::Lost(error)),
            Ok(()) => match Report::parse(&bytes) {
                Some(Report::Failed { errno, step: Step::Execute }) => {
                    let error = io::Error::from_raw_os_error(errno);
                    // The kernel says the same of a file and of its interpreter.
                    let is_missing = error.kind() == io::ErrorKind::NotFound
                        && std::fs::metadata(&self.path).is_err();
                    Err(match is_missing {
                        true => LaunchError::Missing(error),
                        false => LaunchError::Execute(error),
                    })
                }
                Some(Report::Failed { errno, step: Step::Setup }) => {
                    Err(LaunchError::Setup(io::Error::from_raw_os_error(errno)))
                }
                Some(Report::AtBarrier(_)) | None => {
                    Err(LaunchError::Lost(io::ErrorKind::InvalidData.into()))
                }
            },
        }
    }

    /// Reaps the ended program: until then it can be read as a zombie.
    ///
    /// # Errors
    /// `ECHILD` where somebody else reaped it.
    pub fn reap(&mut self) -> io::Result<(Ended, Usage)> {
        let reaped = wait::reap(self.pid)?;
        self.reaped = true;
        Ok(reaped)
    }

    /// Ends what the reaped program left running, and says what it was.
    ///
    /// # Errors
    /// Where /proc cannot be read.
    pub fn end_leftovers(mut self) -> io::Result<Vec<Leftover>> {
        self.clear()
    }

    /// Lets what the reaped hook left running live for so long, instead of ending it.
    ///
    /// # Errors
    /// Where /proc cannot be read; it is ended then.
    pub fn keep_leftovers(mut self, tenure: Tenure) -> io::Result<()> {
        kept::keep(self.launcher, tenure)?;
        let _ = self.launcher.program_ended();
        self.is_cleared = true;
        Ok(())
    }

    fn clear(&mut self) -> io::Result<Vec<Leftover>> {
        let left = leftovers::end_leftovers(self.launcher, self.pid);
        // Only now is there nothing to end if we die. A launcher that is gone cannot be told.
        let _ = self.launcher.program_ended();
        self.is_cleared = true;
        left
    }

    /// Kills it, by its group and by itself: it may have left the group, or not led it yet.
    fn kill(&self) {
        let _ = calls::kill_group(self.pid, signal::KILL);
        let _ = calls::kill(self.pid, signal::KILL);
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        if !self.reaped {
            self.kill();
            // A program of another user may refuse to be killed: it is not waited for for ever.
            let ended = poll::readable(
                [self.descriptor.as_ref().map(AsFd::as_fd)],
                Some(GRACE.as_millis() as u64),
            );
            if ended.is_ok_and(|[ended]| ended.readable) || self.descriptor.is_none() {
                let _ = self.reap();
            }
        }
        if !self.is_cleared {
            let _ = self.clear();
        }
    }
}

/// How interruptions are passed on to one program.
struct Obedience<'a> {
    pid: u32,
    interrupts: Option<&'a Interrupts>,
    seen: u32,
    deadline: Option<Instant>,
    killed: bool,
    interrupted: bool,
}

impl<'a> Obedience<'a> {
    fn new(pid: u32, interrupts: Option<&'a Interrupts>) -> Self {
        let (deadline, killed, interrupted) = (None, false, false);
        Self { pid, interrupts, seen: 0, deadline, killed, interrupted }
    }

    fn patience_ms(&self) -> Option<u64> {
        let left = self.deadline?.saturating_duration_since(Instant::now());
        Some(left.as_millis() as u64 + 1)
    }

    fn is_out_of_patience(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Passes the interruption on: the first asks, the second kills, and so does impatience.
    ///
    /// # Errors
    /// [`LaunchError::Survives`] where killing it had no effect.
    fn obey(&mut self) -> Result<(), LaunchError> {
        // First, so that a signal that comes now is counted now or wakes us again.
        self.interrupts.inspect(|interrupts| interrupts.acknowledge());
        let count = self.interrupts.map_or(0, Interrupts::count);
        let late = self.is_out_of_patience();
        if late && self.killed {
            return Err(LaunchError::Survives(self.pid));
        }
        let again = self.interrupted && count > self.seen;
        if !self.killed && (again || count > 1 || late) {
            self.send(signal::KILL);
            self.killed = true;
        } else if !self.interrupted {
            self.send(signal::INTERRUPT);
        }
        self.interrupted = true;
        self.seen = count;
        Ok(())
    }

    /// To its group, and to itself: it may have left the group.
    fn send(&mut self, how: i32) {
        if calls::kill_group(self.pid, how).is_err() || how == signal::KILL {
            let _ = calls::kill(self.pid, how);
        }
        self.deadline = Some(Instant::now() + GRACE);
    }
}
