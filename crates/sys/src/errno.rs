//! The C convention "-1 and errno", as a result.

use std::io;

/// The returned value, or what errno says where it is negative.
pub(crate) fn check(returned: libc::c_int) -> io::Result<libc::c_int> {
    if returned < 0 { Err(io::Error::last_os_error()) } else { Ok(returned) }
}
