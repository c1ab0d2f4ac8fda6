//! The body where there are no Unix descriptors: everything is refused. The standard library alone
//! cannot open beneath a descriptor without following links, and a weaker promise would be a trap.

use super::Status;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::path::Path;

fn unsupported<T>() -> io::Result<T> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        "opening files by descriptor is not built for this operating system",
    ))
}

/// The user whose permissions count for this process; none where the system has no such numbers.
pub fn effective_user() -> Option<u32> {
    None
}

pub(super) fn open_root(_path: &Path) -> io::Result<File> {
    unsupported()
}

pub(super) fn open_directory_at(_directory: &File, _path: &Path) -> io::Result<File> {
    unsupported()
}

pub(super) fn open_file_at(_directory: &File, _path: &Path) -> io::Result<File> {
    unsupported()
}

pub(super) fn create_file_at(_directory: &File, _name: &OsStr) -> io::Result<File> {
    unsupported()
}

pub(super) fn create_directory_at(_directory: &File, _name: &OsStr) -> io::Result<()> {
    unsupported()
}

pub(super) fn remove_at(_directory: &File, _name: &OsStr, _is_directory: bool) -> io::Result<()> {
    unsupported()
}

/// Sets the permission bits of an open file or directory.
///
/// # Errors
/// As `fchmod(2)`.
pub fn set_mode(_file: &File, _mode: u32) -> io::Result<()> {
    unsupported()
}

pub(super) fn status(_file: &File) -> io::Result<Status> {
    unsupported()
}

pub(super) fn status_at(_directory: &File, _name: &OsStr) -> io::Result<Status> {
    unsupported()
}

pub(super) fn rename_new_at(_directory: &File, _from: &OsStr, _to: &OsStr) -> io::Result<()> {
    unsupported()
}

pub(super) fn fill_random(_bytes: &mut [u8]) -> io::Result<()> {
    unsupported()
}

/// A listing that cannot be opened.
pub(crate) enum Stream {}

impl Stream {
    pub(super) fn open(_directory: &File) -> io::Result<Self> {
        unsupported()
    }

    pub(super) fn next_name(&mut self) -> Option<io::Result<OsString>> {
        match *self {}
    }
}

/// The rows of a terminal: not asked for here.
///
/// # Errors
/// `Unsupported`, always.
pub fn terminal_rows<T>(_: T) -> io::Result<Option<u16>> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The columns of a terminal: not asked for here.
///
/// # Errors
/// `Unsupported`, always.
pub fn terminal_columns<T>(_: T) -> io::Result<Option<u16>> {
    Err(io::ErrorKind::Unsupported.into())
}
