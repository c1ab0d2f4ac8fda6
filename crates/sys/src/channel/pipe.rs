//! How much a pipe holds.

use crate::errno::check;
use std::io;
use std::os::fd::{AsFd, AsRawFd};

/// Lets a pipe, given by either of its ends, hold at least `bytes`, and returns how many it holds
/// now (`F_SETPIPE_SZ`, fcntl(2)). The size belongs to the pipe and not to the descriptor. A write
/// begins a page of its own where its bytes do not fit into the last one, so that short lines fill
/// a pipe somewhat before that many bytes are in it.
///
/// # Errors
/// `EPERM` beyond `/proc/sys/fs/pipe-max-size` (usually 1 MiB), or where pipes of the same user
/// hold too much already, both without `CAP_SYS_RESOURCE`; `EBUSY` where more is in it than it
/// would hold; `InvalidInput` for a size that is no C `int`.
pub fn widen(pipe: impl AsFd, bytes: usize) -> io::Result<usize> {
    let size = libc::c_int::try_from(bytes).map_err(|_| io::ErrorKind::InvalidInput)?;
    // SAFETY: F_SETPIPE_SZ takes an integer, and the descriptor is open while it is borrowed.
    let held = unsafe { libc::fcntl(pipe.as_fd().as_raw_fd(), libc::F_SETPIPE_SZ, size) };
    // What is not negative fits.
    Ok(check(held)? as usize)
}

/// How many bytes are in a pipe (`FIONREAD`, pipe(7)).
///
/// # Errors
/// `ENOTTY` where it is no pipe.
pub fn held(pipe: impl AsFd) -> io::Result<usize> {
    let mut bytes: libc::c_int = 0;
    // SAFETY: FIONREAD writes one int, which lives through the call.
    check(unsafe { libc::ioctl(pipe.as_fd().as_raw_fd(), libc::FIONREAD as _, &raw mut bytes) })?;
    // A pipe never says less than nothing.
    Ok(usize::try_from(bytes).unwrap_or(0))
}
