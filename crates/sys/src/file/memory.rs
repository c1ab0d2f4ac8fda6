//! A file that is nowhere but in memory.

use crate::errno::check;
use std::ffi::CStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// Makes one that is only appended to, whoever holds it (memfd_create(2), Linux 3.17). It is gone
/// when the last descriptor is.
///
/// # Errors
/// `EMFILE`, `ENFILE`, `ENOMEM`; `ENOSYS` or `EPERM` under a seccomp filter.
pub fn in_memory() -> io::Result<File> {
    let file = nameless(c"probity", 0)?;
    // SAFETY: F_SETFL on a descriptor we own; no memory is passed. Only status flags change, of
    // which there were none.
    check(unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFL, libc::O_APPEND) })?;
    Ok(file)
}

/// Makes an empty one, close-on-exec. Its `label` is only shown in /proc.
///
/// # Errors
/// As [`in_memory`]; `EINVAL` for flags that the kernel does not know.
pub(crate) fn nameless(label: &CStr, flags: libc::c_uint) -> io::Result<File> {
    // SAFETY: the label ends in NUL and lives through the call; the kernel copies it.
    let descriptor =
        check(unsafe { libc::memfd_create(label.as_ptr(), libc::MFD_CLOEXEC | flags) })?;
    // SAFETY: the kernel has just made this descriptor; nobody else owns it.
    Ok(File::from(unsafe { OwnedFd::from_raw_fd(descriptor) }))
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
