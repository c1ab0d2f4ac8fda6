//! The creator: a program of a few pages, carried along, that creates other programs.
//!
//! Its source is in `creator/` beside that of this crate, and so is what it does and why. The build
//! script compiles it; on other systems, and where that failed, there is none.

use crate::file::nameless;
use std::ffi::CStr;
use std::io::{self, Write};
use std::os::fd::OwnedFd;

#[cfg(has_creator)]
const IMAGE: Option<&[u8]> = Some(include_bytes!(concat!(env!("OUT_DIR"), "/creator")));
#[cfg(not(has_creator))]
const IMAGE: Option<&[u8]> = None;

const LABEL: &CStr = c"probity-creator";

/// The executable bit of a file in memory (include/uapi/linux/memfd.h, Linux 6.3).
const MFD_EXEC: libc::c_uint = 0x10;

/// A file in memory that holds the creator, close-on-exec. It is executed as `/proc/self/fd/N`,
/// with a stream socket as its standard input.
///
/// # Errors
/// `Unsupported` where there is no creator for this system; otherwise the errno of
/// memfd_create(2) or write(2). Whether it may be executed shows in exec only (`EACCES` where
/// `vm.memfd_noexec` forbids it).
pub fn executable() -> io::Result<OwnedFd> {
    let image = IMAGE.ok_or(io::ErrorKind::Unsupported)?;
    // Kernels before 6.3 do not know the flag, and need none.
    let mut file = nameless(LABEL, MFD_EXEC).or_else(|_| nameless(LABEL, 0))?;
    file.write_all(image)?;
    Ok(file.into())
}
