//! Reading the files of evidence, each once and within its limit.

use super::{Findings, ProgramLines, Rule, RunLines};
use crate::digest::{Hasher, sha256};
use crate::layout::{self, PROGRAM, RUNS};
use probity_sys::file::{Directory, EntryKind, Status};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// How much of a file that is not kept is read at a time, in bytes: it stays in the cache of a CPU
/// until it is hashed and parsed.
const CHUNK: usize = 1 << 17;

/// What is kept of the files that were read.
#[derive(Debug, Default)]
pub(crate) struct Content {
    /// The bytes of those that are parsed as a whole, by path.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    /// The runs, parsed while they were hashed: their file is by far the largest.
    pub(crate) runs: Option<RunLines>,
    /// What the programs said, heard while it was hashed, where there is such a file.
    pub(crate) program: Option<ProgramLines>,
}

impl Content {
    /// Drops what was kept of the file at `path`.
    pub(crate) fn forget(&mut self, path: &str) {
        self.files.remove(path);
        match path {
            RUNS => self.runs = None,
            PROGRAM => self.program = None,
            _ => {}
        }
    }
}

/// What a file that was read is, whatever is kept of it.
#[derive(Debug)]
pub(crate) struct Seal {
    pub(crate) bytes: u64,
    pub(crate) sha256: String,
}

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
        let mut bytes = Vec::new();
        let read = self.open(path).and_then(|(file, length)| {
            bytes.reserve_exact(usize::try_from(length).unwrap_or(0));
            file.take(length + 1).read_to_end(&mut bytes)?;
            check_length(length, bytes.len() as u64)
        });
        read.map_err(|error| findings.add(Rule::Unreadable, path, error)).ok().map(|()| bytes)
    }

    /// Reads the file at `path` once: hashes it, and adds what is kept of it to `content`. A
    /// finding where it cannot be had whole. What it kept counts only if the digest is right.
    pub(crate) fn read_into(
        &self,
        content: &mut Content,
        path: &str,
        findings: &mut Findings,
    ) -> Option<Seal> {
        let kept = path != RUNS && layout::REQUIRED.contains(&path);
        if kept {
            let bytes = self.read(path, findings)?;
            let seal = Seal { bytes: bytes.len() as u64, sha256: sha256(&bytes) };
            content.files.insert(path.to_owned(), bytes);
            return Some(seal);
        }
        let mut hasher = Hasher::default();
        let mut runs = (path == RUNS).then(RunLines::default);
        let mut program = (path == PROGRAM).then(ProgramLines::default);
        let streamed = self.stream(path, |bytes| {
            hasher.push(bytes);
            runs.iter_mut().for_each(|runs| runs.push(bytes));
            program.iter_mut().for_each(|program| program.push(bytes));
            Ok(())
        });
        let bytes = streamed.map_err(|error| findings.add(Rule::Unreadable, path, error)).ok()?;
        content.runs = runs.or(content.runs.take());
        content.program = program.or(content.program.take());
        Some(Seal { bytes, sha256: hasher.finish() })
    }

    /// Hands the file over in parts; gives its length.
    pub(crate) fn stream(
        &self,
        path: &str,
        mut part: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<u64> {
        let (mut file, length) = self.open(path)?;
        let mut chunk = vec![0; CHUNK];
        let mut seen = 0;
        // One byte more than there should be is enough to know.
        while seen <= length {
            match file.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => {
                    part(chunk.get(..read).unwrap_or_default())?;
                    seen += read as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        check_length(length, seen).map(|()| seen)
    }

    /// Opens it; gives its length. The kind and size are asked of what was opened: the name may
    /// stand for something else since the directory was listed.
    fn open(&self, path: &str) -> io::Result<(File, u64)> {
        let file = self.directory.open_file(Path::new(path))?;
        let status = Status::of(&file)?;
        if status.kind != EntryKind::File || status.bytes > layout::max_bytes(path) {
            return Err(io::Error::other("it was exchanged while it was being checked"));
        }
        Ok((file, status.bytes))
    }
}

fn check_length(expected: u64, seen: u64) -> io::Result<()> {
    match expected == seen {
        true => Ok(()),
        false => Err(io::Error::other("its length changed while it was being read")),
    }
}

#[cfg(test)]
mod tests;
