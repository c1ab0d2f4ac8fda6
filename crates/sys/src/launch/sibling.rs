//! Creating a program as a *sibling*: a child of our own parent, held at a barrier until released.
//!
//! Why so roundabout: `ru_maxrss` of a program starts at the peak of the process image it was made
//! from, and survives exec. Made by a small helper with `CLONE_PARENT`, it starts at that helper's
//! few hundred kilobytes, and the process that measures is still the parent who may wait for it.
//! Verified on Linux 6.18: `true` under a 400 MB parent reports about 1 MB this way, 410 MB by
//! fork.

use super::image::Image;
use crate::usage::Usage;
use std::ffi::c_char;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

/// The descriptors a new process is wired to. None of them may be 0, 1 or 2.
pub struct Wiring {
    /// Becomes standard input.
    pub input: OwnedFd,
    /// Becomes standard output.
    pub output: OwnedFd,
    /// Becomes standard error.
    pub error: OwnedFd,
    /// One byte on it releases the program; its end ends the process.
    pub barrier: OwnedFd,
    /// Carries a [`Report`] each time there is something to say, and ends with a successful exec.
    pub report: OwnedFd,
    /// Becomes [`SPEECH_DESCRIPTOR`]: the pipe on which the program may say something of itself.
    pub speech: Option<OwnedFd>,
}

/// The number under which a program has the pipe on which it may say something of itself. Out of
/// the way of shells: those keep files of their own from 10 and from 255 on, and count process
/// substitutions down from 63.
pub const SPEECH_DESCRIPTOR: u32 = 59;

/// What a created process says of itself before it becomes the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// It stands at the barrier, having used this much so far.
    AtBarrier(Usage),
    /// It could not become the program; this is the errno and the step.
    Failed {
        /// The kernel's reason.
        errno: i32,
        /// What it was doing.
        step: Step,
    },
}

/// The step that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Setting up group, signals or descriptors.
    Setup,
    /// Executing the file.
    Execute,
}

/// A report on the wire: a tag and seven numbers, native byte order (both ends are one program).
const REPORT_WORDS: usize = 8;
/// Size of one report in bytes.
pub const REPORT_BYTES: usize = REPORT_WORDS * 8;
const TAG_AT_BARRIER: u64 = 1;
const TAG_FAILED: u64 = 2;

impl Report {
    /// Reads one report.
    pub fn parse(bytes: &[u8; REPORT_BYTES]) -> Option<Self> {
        let mut words = [0_u64; REPORT_WORDS];
        let (chunks, _) = bytes.as_chunks::<8>();
        for (word, chunk) in words.iter_mut().zip(chunks) {
            *word = u64::from_ne_bytes(*chunk);
        }
        match words[0] {
            TAG_AT_BARRIER => Some(Self::AtBarrier(Usage {
                user_ns: words[1],
                kernel_ns: words[2],
                max_rss_bytes: words[3],
                minor_faults: words[4],
                major_faults: words[5],
                voluntary_switches: words[6],
                involuntary_switches: words[7],
            })),
            TAG_FAILED => Some(Self::Failed {
                errno: i32::try_from(words[1]).ok()?,
                step: if words[2] == 0 { Step::Setup } else { Step::Execute },
            }),
            _ => None,
        }
    }
}

/// clone3's argument structure, first version (include/uapi/linux/sched.h, Linux 5.3).
#[repr(C)]
#[derive(Default)]
struct CloneArguments {
    flags: u64,
    pidfd: u64,
    child_tid: u64,
    parent_tid: u64,
    exit_signal: u64,
    stack: u64,
    stack_size: u64,
    tls: u64,
}

const _: () = assert!(size_of::<CloneArguments>() == 64);

/// Creates the process and returns its id at once; it reports by itself, then waits at the barrier.
/// `restored` are signals the caller ignores and the program shall have at their default.
///
/// # Errors
/// The errno of clone3(2), or of clone(2) where clone3 is refused (`ENOSYS` or `EPERM`: seccomp
/// filters of container runtimes). `EINVAL` where the caller is init of its pid namespace.
pub fn create(image: &Image, wiring: &Wiring, restored: &[i32]) -> io::Result<u32> {
    let (path, arguments, environment) = image.addresses();
    match clone_sibling()? {
        0 => become_program(path, &arguments, &environment, wiring, restored),
        pid => Ok(pid),
    }
}

/// Forks a child of our parent. Returns 0 in the new process.
fn clone_sibling() -> io::Result<u32> {
    let arguments = CloneArguments {
        // With CLONE_PARENT the exit signal is inherited from us and must be 0 here.
        flags: libc::CLONE_PARENT as u64,
        ..CloneArguments::default()
    };
    // SAFETY: like fork: without CLONE_VM the new process has its own copy of memory, and without
    // a stack argument it goes on from here. The caller is single-threaded (the launcher), so no
    // lock can be held by a thread that does not exist in the copy.
    let returned = unsafe {
        libc::syscall(libc::SYS_clone3, &raw const arguments, size_of::<CloneArguments>())
    };
    if returned >= 0 {
        return Ok(returned as u32);
    }
    let error = io::Error::last_os_error();
    if !matches!(error.raw_os_error(), Some(libc::ENOSYS | libc::EPERM)) {
        return Err(error);
    }
    // SAFETY: as above. All address arguments are null, so the order in which architectures take
    // them does not matter.
    let returned = unsafe {
        libc::syscall(libc::SYS_clone, (libc::CLONE_PARENT | libc::SIGCHLD) as u64, 0, 0, 0, 0)
    };
    if returned >= 0 { Ok(returned as u32) } else { Err(io::Error::last_os_error()) }
}

/// The new process from its creation to exec. Only async-signal-safe calls, and no allocation.
fn become_program(
    path: *const c_char,
    arguments: &[*const c_char],
    environment: &[*const c_char],
    wiring: &Wiring,
    restored: &[i32],
) -> ! {
    // We may have been started with so many files open that our own have the number of the pipe.
    let (report, barrier) = (aside(wiring.report.as_fd()), aside(wiring.barrier.as_fd()));
    if let Err(error) = set_up(wiring, restored) {
        fail(report, Step::Setup, &error);
    }
    tell(report, &at_barrier());
    if !released(barrier) {
        // Whoever would measure is gone.
        // SAFETY: ends this process without running destructors, which belong to the launcher.
        unsafe { libc::_exit(127) }
    }
    // SAFETY: path, argument and environment lists end in NUL and null, and live until exec.
    unsafe { libc::execve(path, arguments.as_ptr(), environment.as_ptr()) };
    fail(report, Step::Execute, &io::Error::last_os_error())
}

fn set_up(wiring: &Wiring, restored: &[i32]) -> io::Result<()> {
    use crate::errno::check;
    // SAFETY: plain system calls on descriptors we own and on this process; sigset_t and sigaction
    // are initialised before they are passed.
    unsafe {
        check(libc::setpgid(0, 0))?;
        let targets = [&wiring.input, &wiring.output, &wiring.error];
        for (target, source) in targets.into_iter().enumerate() {
            check(libc::dup2(source.as_raw_fd(), target as libc::c_int))?;
        }
        if let Some(speech) = &wiring.speech {
            let speech = aside(speech.as_fd());
            check(libc::dup2(speech.as_raw_fd(), SPEECH_DESCRIPTOR as libc::c_int))?;
        }
        // The Rust runtime ignores SIGPIPE; programs expect the default.
        for &signal in restored.iter().chain(&[libc::SIGPIPE]) {
            libc::signal(signal, libc::SIG_DFL);
        }
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        check(libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut()))?;
    }
    Ok(())
}

/// The file under another number where it has that of the pipe; closed on exec. It is never closed
/// before: the process becomes the program, or ends.
fn aside(descriptor: BorrowedFd<'_>) -> BorrowedFd<'_> {
    let number = SPEECH_DESCRIPTOR as libc::c_int;
    if descriptor.as_raw_fd() != number {
        return descriptor;
    }
    // SAFETY: takes no address.
    let moved = unsafe { libc::fcntl(number, libc::F_DUPFD_CLOEXEC, number + 1) };
    // One that cannot be moved fails where it is used.
    if moved < 0 {
        return descriptor;
    }
    // SAFETY: open until the process becomes the program.
    unsafe { BorrowedFd::borrow_raw(moved) }
}

fn at_barrier() -> [u64; REPORT_WORDS] {
    match crate::usage::of_self() {
        Ok(usage) => [
            TAG_AT_BARRIER,
            usage.user_ns,
            usage.kernel_ns,
            usage.max_rss_bytes,
            usage.minor_faults,
            usage.major_faults,
            usage.voluntary_switches,
            usage.involuntary_switches,
        ],
        Err(error) => failure(Step::Setup, &error),
    }
}

fn failure(step: Step, error: &io::Error) -> [u64; REPORT_WORDS] {
    let errno = error.raw_os_error().unwrap_or(libc::EIO) as u64;
    [TAG_FAILED, errno, u64::from(step == Step::Execute), 0, 0, 0, 0, 0]
}

fn fail(report: BorrowedFd<'_>, step: Step, error: &io::Error) -> ! {
    tell(report, &failure(step, error));
    // SAFETY: ends this process without running destructors, which belong to the launcher.
    unsafe { libc::_exit(127) }
}

fn tell(report: BorrowedFd<'_>, words: &[u64; REPORT_WORDS]) {
    // SAFETY: writes the bytes of an array that lives through the call. 64 bytes into a pipe are
    // written whole (PIPE_BUF). If the reader is gone the barrier's end tells us next.
    unsafe { libc::write(report.as_raw_fd(), words.as_ptr().cast(), REPORT_BYTES) };
}

/// Waits for the barrier to open. It waits in poll(2) and leaves the byte unread, because a read
/// would be charged to the program (one call, one byte); poll is not.
fn released(barrier: BorrowedFd<'_>) -> bool {
    let mut entry = libc::pollfd { fd: barrier.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    loop {
        // SAFETY: one initialised pollfd.
        let ready = unsafe { libc::poll(&raw mut entry, 1, -1) };
        if ready > 0 {
            return entry.revents & libc::POLLIN != 0;
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return false;
        }
    }
}
