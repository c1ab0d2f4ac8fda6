//! Interruptions by the user, as something that can be polled and counted.

use crate::errno::check;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

/// How often an interrupting signal has come. Only the handler writes it.
static COUNT: AtomicU32 = AtomicU32::new(0);
/// The first interrupting signal that came; 0 until then. Only the handler writes it.
static FIRST: AtomicI32 = AtomicI32::new(0);
/// How often this process was made to go on after a stop. Only the handler writes it.
static CONTINUED: AtomicU32 = AtomicU32::new(0);
/// The writing end of the pipe that wakes pollers; -1 until installed.
static WAKE: AtomicI32 = AtomicI32::new(-1);

/// Signals with which a user or a supervisor asks us to stop.
pub const INTERRUPTING: [i32; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// A signal number by its use, so that callers need no C names.
pub const INTERRUPT: i32 = libc::SIGINT;
/// Asks a process to end.
pub const TERMINATE: i32 = libc::SIGTERM;
/// Says that the terminal is gone.
pub const HANG_UP: i32 = libc::SIGHUP;
/// Ends a process.
pub const KILL: i32 = libc::SIGKILL;
/// Stops a process where it is.
pub const STOP: i32 = libc::SIGSTOP;

/// Counts interrupting signals and wakes whoever polls [`Interrupts::descriptor`].
pub struct Interrupts {
    wake: OwnedFd,
}

extern "C" fn on_signal(signal: libc::c_int) {
    // Where it fails an earlier one is there already.
    let _ = FIRST.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst);
    COUNT.fetch_add(1, Ordering::SeqCst);
    let fd: RawFd = WAKE.load(Ordering::SeqCst);
    if fd >= 0 {
        // SAFETY: write(2) is async-signal-safe, the byte is static, and the pipe is non-blocking,
        // so a full pipe cannot hold up the handler. errno is restored for the interrupted code.
        unsafe {
            let errno = *libc::__errno_location();
            libc::write(fd, c"!".as_ptr().cast(), 1);
            *libc::__errno_location() = errno;
        }
    }
}

extern "C" fn on_continue(_signal: libc::c_int) {
    CONTINUED.fetch_add(1, Ordering::SeqCst);
}

impl Interrupts {
    /// Installs the handler, once for the process. Signals that were ignored when the process
    /// started (`nohup`, a background job) stay ignored.
    ///
    /// # Errors
    /// Where it is installed already (`EALREADY`), or no pipe can be made.
    pub fn install() -> io::Result<Self> {
        let (wake, write) = std::io::pipe()?;
        let write = OwnedFd::from(write);
        for end in [wake.as_raw_fd(), write.as_raw_fd()] {
            // SAFETY: F_SETFL on a descriptor we own; no memory is passed.
            check(unsafe { libc::fcntl(end, libc::F_SETFL, libc::O_NONBLOCK) })?;
        }
        if WAKE.compare_exchange(-1, write.as_raw_fd(), Ordering::SeqCst, Ordering::SeqCst).is_err()
        {
            return Err(io::Error::from_raw_os_error(libc::EALREADY));
        }
        // The handler may run until the process ends: the descriptor must never be closed.
        std::mem::forget(write);
        for signal in INTERRUPTING {
            if disposition(signal)? != libc::SIG_IGN {
                set_disposition(signal, on_signal as *const () as libc::sighandler_t)?;
            }
        }
        set_disposition(libc::SIGCONT, on_continue as *const () as libc::sighandler_t)?;
        Ok(Self { wake: wake.into() })
    }

    /// How many interrupting signals have come so far.
    pub fn count(&self) -> u32 {
        COUNT.load(Ordering::SeqCst)
    }

    /// The number of the first interrupting signal; none has come where there is none.
    pub fn first(&self) -> Option<i32> {
        Some(FIRST.load(Ordering::SeqCst)).filter(|&signal| signal != 0)
    }

    /// How often this process went on after it had been stopped (Ctrl-Z): while it was, a program
    /// ran on unwatched.
    pub fn continued(&self) -> u32 {
        CONTINUED.load(Ordering::SeqCst)
    }

    /// Becomes, and stays, readable with the first interrupting signal.
    pub fn descriptor(&self) -> BorrowedFd<'_> {
        self.wake.as_fd()
    }

    /// Forgets the wake-ups so far, so that the descriptor is readable again only for a new one.
    /// The count stays.
    pub fn acknowledge(&self) {
        let mut byte = [0_u8; 64];
        // SAFETY: reads at most the length of a buffer that lives through the call. The pipe does
        // not block.
        unsafe { libc::read(self.wake.as_raw_fd(), byte.as_mut_ptr().cast(), byte.len()) };
    }
}

/// Lets ended children of this process wait for their reaping. A parent may have started us with
/// SIGCHLD ignored, and then the kernel reaps them unseen, with their usage.
///
/// # Errors
/// None that can come here.
pub fn keep_ended_children() -> io::Result<()> {
    if disposition(libc::SIGCHLD)? == libc::SIG_IGN {
        set_disposition(libc::SIGCHLD, libc::SIG_DFL)?;
    }
    Ok(())
}

/// Ignores the signals in `signals` and says which of them had their default action before.
///
/// # Errors
/// `EINVAL` for a signal that cannot be ignored.
pub fn ignore(signals: &[i32]) -> io::Result<Vec<i32>> {
    let mut were_default = Vec::new();
    for &signal in signals {
        if disposition(signal)? == libc::SIG_DFL {
            were_default.push(signal);
        }
        set_disposition(signal, libc::SIG_IGN)?;
    }
    Ok(were_default)
}

fn disposition(signal: i32) -> io::Result<libc::sighandler_t> {
    // SAFETY: an all-zero sigaction is a valid value for the kernel to overwrite.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    // SAFETY: reads the current action into `action`; a null new action changes nothing.
    check(unsafe { libc::sigaction(signal, std::ptr::null(), &raw mut action) })?;
    Ok(action.sa_sigaction)
}

fn set_disposition(signal: i32, handler: libc::sighandler_t) -> io::Result<()> {
    // SAFETY: an all-zero sigaction is valid: no flags, empty mask.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = handler;
    // No SA_RESTART: a blocking call must return so that the interruption is noticed.
    // SAFETY: `action` is initialised, and `handler` is SIG_DFL, SIG_IGN or our async-signal-safe
    // function.
    check(unsafe { libc::sigaction(signal, &raw const action, std::ptr::null_mut()) }).map(drop)
}
