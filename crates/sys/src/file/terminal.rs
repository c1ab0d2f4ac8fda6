//! What a terminal says of itself.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd};

/// The columns of the terminal behind `descriptor`, now: they change whenever its window does.
/// None where the terminal does not know (a serial line).
///
/// # Errors
/// `ENOTTY` where it is no terminal.
pub fn terminal_columns(descriptor: impl AsFd) -> io::Result<Option<u16>> {
    let columns = size(descriptor)?.ws_col;
    Ok((columns > 0).then_some(columns))
}

/// The rows of the terminal behind `descriptor`, likewise.
///
/// # Errors
/// `ENOTTY` where it is no terminal.
pub fn terminal_rows(descriptor: impl AsFd) -> io::Result<Option<u16>> {
    let rows = size(descriptor)?.ws_row;
    Ok((rows > 0).then_some(rows))
}

fn size(descriptor: impl AsFd) -> io::Result<libc::winsize> {
    let mut size = MaybeUninit::<libc::winsize>::uninit();
    let fd = descriptor.as_fd().as_raw_fd();
    // SAFETY: TIOCGWINSZ writes one winsize to the pointer, which is valid for that; the descriptor
    // is open because it is borrowed.
    crate::errno::check(unsafe { libc::ioctl(fd, libc::TIOCGWINSZ, size.as_mut_ptr()) })?;
    // SAFETY: the call succeeded, so it has filled the struct.
    Ok(unsafe { size.assume_init() })
}
