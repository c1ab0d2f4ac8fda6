//! A descriptor that is one process, and no later one with the same number.

use crate::errno::check;
use std::io;
use std::os::fd::{FromRawFd, OwnedFd};

/// Opens a descriptor on process `pid`; it polls readable once the process has ended
/// (pidfd_open(2), Linux 5.3).
///
/// # Errors
/// `ESRCH` where there is none, `ENOSYS` before Linux 5.3 or `EPERM` under a seccomp filter.
pub fn open(pid: u32) -> io::Result<OwnedFd> {
    let pid = crate::wait::checked(pid)?;
    // SAFETY: pidfd_open takes two integers and returns a new close-on-exec descriptor or -1.
    let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) };
    let fd = check(fd as libc::c_int)?;
    // SAFETY: the kernel has just made this descriptor; nobody else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}
