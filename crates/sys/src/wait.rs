//! Waiting for children: look first, reap after.
//!
//! A finished child stays a zombie until it is reaped, and as a zombie it still answers for its
//! totals. [`peek`] and [`peek_blocking`] learn that it has ended and leave it so; [`reap`] takes
//! it away, with its usage. Children of every clone flavour are seen (`__WALL`).

use crate::usage::Usage;
use std::io;

/// How a child ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It exited with this code; the kernel keeps only the low eight bits.
    Exited(u8),
    /// A signal ended it.
    Signalled {
        /// The signal's number.
        signal: u8,
        /// Whether the kernel dumped core.
        core: bool,
    },
}

/// Whether the child `pid` has ended, without waiting and without reaping it
/// (`waitid` with `WEXITED|WNOWAIT|WNOHANG`).
///
/// # Errors
/// `ECHILD` where it is no child of ours or was reaped already; `InvalidInput` for a pid that is no
/// single process; `Unsupported` elsewhere than on Linux.
pub fn peek(pid: u32) -> io::Result<Option<Ended>> {
    #[cfg(target_os = "linux")]
    return body::peek(pid, true);
    #[cfg(not(target_os = "linux"))]
    return unsupported(pid);
}

/// Waits until the child `pid` has ended and leaves it unreaped. A signal handler that runs
/// meanwhile does not end the wait.
///
/// # Errors
/// As [`peek`].
pub fn peek_blocking(pid: u32) -> io::Result<Ended> {
    #[cfg(target_os = "linux")]
    return body::peek(pid, false)?.ok_or_else(|| io::Error::other("waitid returned no child"));
    #[cfg(not(target_os = "linux"))]
    return unsupported(pid);
}

/// Reaps the child `pid` (`wait4`), waiting for its end where that has not come yet. The usage
/// covers the child and those of its descendants that were waited for; its peak memory is that of
/// the largest single one. After this the pid may be given to somebody else.
///
/// # Errors
/// As [`peek`].
pub fn reap(pid: u32) -> io::Result<(Ended, Usage)> {
    #[cfg(target_os = "linux")]
    return body::reap(pid);
    #[cfg(not(target_os = "linux"))]
    return unsupported(pid);
}

#[cfg(not(target_os = "linux"))]
fn unsupported<T>(_pid: u32) -> io::Result<T> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The pid of exactly one process. 0 and what would be negative name *groups* to these calls.
#[cfg(target_os = "linux")]
pub(crate) fn checked(pid: u32) -> io::Result<libc::pid_t> {
    match libc::pid_t::try_from(pid) {
        Ok(pid) if pid > 0 => Ok(pid),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{pid} is not one process"))),
    }
}

#[cfg(target_os = "linux")]
mod body {
    use super::{Ended, checked};
    use crate::usage::{Usage, body::typed};
    use std::io;
    use std::mem::MaybeUninit;

    /// Runs `call` until something other than a signal handler ends it.
    fn retried(mut call: impl FnMut() -> libc::c_int) -> io::Result<libc::c_int> {
        loop {
            let result = call();
            if result >= 0 {
                return Ok(result);
            }
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
    }

    pub(super) fn peek(pid: u32, at_once: bool) -> io::Result<Option<Ended>> {
        let pid = checked(pid)?;
        let hang = if at_once { libc::WNOHANG } else { 0 };
        let flags = libc::WEXITED | libc::WNOWAIT | libc::__WALL | hang;
        // Zeroed because WNOHANG without an ended child must be told apart, by si_pid == 0.
        let mut info = MaybeUninit::<libc::siginfo_t>::zeroed();
        // SAFETY: waitid writes at most one siginfo_t to the pointer, which is valid for that.
        retried(|| unsafe {
            libc::waitid(libc::P_PID, pid.unsigned_abs(), info.as_mut_ptr(), flags)
        })?;
        // SAFETY: all zeroes is a valid siginfo_t (plain integers), whatever the call wrote.
        let info = unsafe { info.assume_init() };
        // SAFETY: waitid fills the SIGCHLD member of the union, or leaves it all zeroes.
        let (ended, status) = unsafe { (info.si_pid(), info.si_status()) };
        if ended == 0 {
            return Ok(None);
        }
        Ok(Some(match info.si_code {
            libc::CLD_EXITED => Ended::Exited((status & 0xff) as u8),
            code => Ended::Signalled { signal: status as u8, core: code == libc::CLD_DUMPED },
        }))
    }

    pub(super) fn reap(pid: u32) -> io::Result<(Ended, Usage)> {
        let pid = checked(pid)?;
        let mut status: libc::c_int = 0;
        let mut usage = MaybeUninit::<libc::rusage>::uninit();
        // SAFETY: wait4 writes one int and one rusage to the pointers, which are valid for that.
        retried(|| unsafe { libc::wait4(pid, &raw mut status, libc::__WALL, usage.as_mut_ptr()) })?;
        // SAFETY: without WNOHANG a wait4 that succeeded has reaped a child and filled the usage.
        let usage = typed(&unsafe { usage.assume_init() });
        let ended = if libc::WIFEXITED(status) {
            Ended::Exited(libc::WEXITSTATUS(status) as u8)
        } else {
            let signal = libc::WTERMSIG(status) as u8;
            Ended::Signalled { signal, core: libc::WCOREDUMP(status) }
        };
        Ok((ended, usage))
    }
}
