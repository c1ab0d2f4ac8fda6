//! The names in a directory.

use std::ffi::OsString;
use std::io;

/// The names in one directory, in no order, without `.` and `..`. Read from the descriptor as the
/// iteration proceeds: a huge directory costs no memory, and a caller may stop at its own limit.
pub struct Names(pub(super) super::body::Stream);

impl Iterator for Names {
    type Item = io::Result<OsString>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next_name()
    }
}
