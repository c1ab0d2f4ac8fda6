//! The room in a pipe.

use crate::errno::check;
use std::io;
use std::os::fd::{AsFd, AsRawFd};

/// Asks for room for `bytes` in a pipe; gives how many it has then. Any user may have 1 MiB unless
/// the administrator says less (/proc/sys/fs/pipe-max-size; fs/pipe.c, Linux 6.18).
///
/// # Errors
/// `EPERM` for more than this user may have, `EBUSY` where more is in it than would fit.
pub fn set_capacity(pipe: impl AsFd, bytes: u32) -> io::Result<u32> {
    let bytes = libc::c_int::try_from(bytes).unwrap_or(libc::c_int::MAX);
    let descriptor = pipe.as_fd().as_raw_fd();
    // SAFETY: fcntl with F_SETPIPE_SZ takes an int and touches no memory of this process.
    let capacity = check(unsafe { libc::fcntl(descriptor, libc::F_SETPIPE_SZ, bytes) })?;
    Ok(capacity.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_takes_what_it_has_room_for() {
        let (read, _write) = io::pipe().unwrap();
        let capacity = set_capacity(&read, 100_000).unwrap();
        assert!(capacity >= 100_000, "{capacity}");
        let file = std::fs::File::open("/proc/self/status").unwrap();
        assert!(set_capacity(&file, 4096).is_err());
    }
}
