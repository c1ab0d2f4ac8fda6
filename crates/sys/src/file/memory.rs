//! A file that is nowhere but in memory.

use crate::errno::check;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// Makes one that is only appended to, whoever holds it (memfd_create(2), Linux 3.17). It is gone
/// when the last descriptor is.
///
/// # Errors
/// `EMFILE`, `ENFILE`, `ENOMEM`; `ENOSYS` or `EPERM` under a seccomp filter.
pub fn in_memory() -> io::Result<File> {
    // SAFETY: the name is NUL-terminated and lives for ever; the kernel copies it.
    let fd = unsafe { libc::memfd_create(c"probity".as_ptr(), libc::MFD_CLOEXEC) };
    let fd = check(fd)?;
    // SAFETY: the kernel has just made this descriptor; nobody else owns it.
    let file = File::from(unsafe { OwnedFd::from_raw_fd(fd) });
    // SAFETY: F_SETFL on a descriptor we own; no memory is passed. Only status flags change, of
    // which there were none.
    check(unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFL, libc::O_APPEND) })?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::fs::FileExt;

    #[test]
    fn what_is_cut_off_is_not_left_as_a_hole() {
        let mut file = in_memory().unwrap();
        file.write_all(b"first").unwrap();
        file.set_len(0).unwrap();
        file.write_all(b"next").unwrap();
        let mut bytes = [0; 16];
        let length = file.read_at(&mut bytes, 0).unwrap();
        assert_eq!(&bytes[..length], b"next");
    }
}
