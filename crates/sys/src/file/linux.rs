//! The two calls that only Linux has.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// `struct open_how` (include/uapi/linux/openat2.h, Linux 5.6).
#[repr(C)]
struct OpenHow {
    flags: u64,
    mode: u64,
    resolve: u64,
}

const _: () = assert!(size_of::<OpenHow>() == 24);
const _: () = assert!(std::mem::offset_of!(OpenHow, resolve) == 16);

/// Opens `path` beneath `directory`; the kernel refuses every link and every way out.
pub(crate) fn openat2(directory: &File, path: &Path, flags: i32) -> io::Result<File> {
    let path = CString::new(path.as_os_str().as_bytes())?;
    let how = OpenHow {
        flags: u64::from(flags.cast_unsigned()),
        mode: 0,
        resolve: libc::RESOLVE_BENEATH | libc::RESOLVE_NO_SYMLINKS | libc::RESOLVE_NO_MAGICLINKS,
    };
    let fd = loop {
        // SAFETY: `path` is NUL-terminated, `how` is a whole `open_how` of the size passed, both
        // outlive the call, and the descriptor is open because `directory` owns it.
        let fd = unsafe {
            libc::syscall(
                libc::SYS_openat2,
                directory.as_raw_fd(),
                path.as_ptr(),
                &raw const how,
                size_of::<OpenHow>(),
            )
        };
        if fd >= 0 {
            break i32::try_from(fd).map_err(io::Error::other)?;
        }
        match io::Error::last_os_error() {
            // EAGAIN: a rename raced with the resolution (openat2(2), "RESOLVE_BENEATH").
            error if matches!(error.raw_os_error(), Some(libc::EAGAIN | libc::EINTR)) => {}
            error => return Err(error),
        }
    };
    // SAFETY: openat2 has just returned this descriptor and nobody else knows it.
    Ok(File::from(unsafe { OwnedFd::from_raw_fd(fd) }))
}

/// Renames inside one directory, with `flags` of renameat2(2).
pub(crate) fn renameat2(directory: &File, from: &CStr, to: &CStr, flags: u32) -> io::Result<()> {
    let fd = directory.as_raw_fd();
    // SAFETY: both names are NUL-terminated and outlive the call; the descriptor is open.
    let result =
        unsafe { libc::syscall(libc::SYS_renameat2, fd, from.as_ptr(), fd, to.as_ptr(), flags) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
