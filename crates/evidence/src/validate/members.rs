//! Reading the files of evidence, each once and within its limit.

use super::{Findings, Rule};
use crate::layout;
use probity_sys::file::{Directory, EntryKind, Status};
use std::io::{self, Read};
use std::path::Path;

/// The files beneath one directory.
pub(crate) struct Members<'a> {
    directory: &'a Directory,
}

impl<'a> Members<'a> {
    pub(crate) fn of(directory: &'a Directory) -> Self {
        Self { directory }
    }

    /// The content of the file at `path`; a finding where it cannot be had whole.
    pub(crate) fn read(&self, path: &str, findings: &mut Findings) -> Option<Vec<u8>> {
        match self.read_whole(path) {
            Ok(bytes) => Some(bytes),
            Err(error) => {
                findings.add(Rule::Unreadable, path, error);
                None
            }
        }
    }

    /// The kind and size are asked of what was opened: the name may stand for something else since
    /// the directory was listed.
    fn read_whole(&self, path: &str) -> io::Result<Vec<u8>> {
        let file = self.directory.open_file(Path::new(path))?;
        let status = Status::of(&file)?;
        if status.kind != EntryKind::File || status.bytes > layout::max_bytes(path) {
            return Err(io::Error::other("it was exchanged while it was being checked"));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(status.bytes).unwrap_or(0));
        file.take(status.bytes + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 != status.bytes {
            return Err(io::Error::other("its length changed while it was being read"));
        }
        Ok(bytes)
    }
}
