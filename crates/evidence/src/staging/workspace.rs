//! The staging directory of one campaign.

use super::journal::Journal;
use super::step::open_seam;
use super::{Action, Notice, Seam, StagingError, Step};
use super::{speech, stale};
use crate::layout::{self, RUNS, SETTINGS};
use probity_model::{Run, Settings, canonical_line};
use probity_sys::file::Directory;
use serde::Serialize;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A campaign being written. Dropped without an end, it is abandoned as by
/// [`abandon(true)`](Self::abandon).
pub struct Staging {
    pub(super) parent: Directory,
    parent_path: PathBuf,
    /// The name of the staging directory in `parent`.
    pub(super) name: OsString,
    pub(crate) directory: Directory,
    /// The name to be published under; none for a campaign that is not to be kept.
    pub(super) target: Option<OsString>,
    runs: Journal,
    /// What the programs said; made for the first that says anything.
    pub(super) program: Option<Journal>,
    pub(super) seam: Seam,
    pub(super) is_done: bool,
}

impl std::fmt::Debug for Staging {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Staging")
            .field("path", &self.path())
            .field("target", &self.target)
            .field("runs_bytes", &self.runs.bytes)
            .finish_non_exhaustive()
    }
}

impl Staging {
    /// Prepares to publish evidence at `out`: everything that can be refused is refused now, before
    /// anything is measured. Staging directories that killed campaigns of the same name left
    /// behind are removed and reported.
    ///
    /// # Errors
    /// Where `out` exists, its directory is missing or not writable, or the file system cannot
    /// rename without replacing.
    pub fn create(out: &Path) -> Result<(Self, Vec<Notice>), StagingError> {
        Self::create_with(out, open_seam())
    }

    /// As [`create`](Self::create), with a seam at which a test lets steps fail.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub fn create_with(out: &Path, seam: Seam) -> Result<(Self, Vec<Notice>), StagingError> {
        let name =
            out.file_name().ok_or_else(|| StagingError::NotAName { path: out.to_owned() })?;
        let parent_path = match out.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let parent = Directory::open(parent_path)
            .map_err(|cause| StagingError::Parent { path: parent_path.to_owned(), cause })?;
        let create = |cause| StagingError::Create { path: parent_path.to_owned(), cause };
        if parent.status_of(name).map_err(create)?.is_some() {
            return Err(StagingError::Exists { path: out.to_owned() });
        }
        Self::open(parent, parent_path, name, Some(name.to_owned()), seam)
    }

    /// Prepares evidence in `parent`, which is `parent_path`: staged under `name`, published as
    /// `target`.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub(crate) fn within(
        parent: Directory,
        parent_path: &Path,
        name: &OsStr,
        target: Option<OsString>,
    ) -> Result<(Self, Vec<Notice>), StagingError> {
        Self::open(parent, parent_path, name, target, open_seam())
    }

    /// Prepares a campaign whose evidence is not to be kept: in the system's directory for
    /// temporary files, and removed in the end.
    ///
    /// # Errors
    /// Where nothing can be created there.
    pub fn temporary() -> Result<(Self, Vec<Notice>), StagingError> {
        let parent_path = std::env::temp_dir();
        let parent = Directory::open(&parent_path)
            .map_err(|cause| StagingError::Parent { path: parent_path.clone(), cause })?;
        Self::open(parent, &parent_path, OsStr::new("probity"), None, open_seam())
    }

    fn open(
        parent: Directory,
        parent_path: &Path,
        name: &OsStr,
        target: Option<OsString>,
        mut seam: Seam,
    ) -> Result<(Self, Vec<Notice>), StagingError> {
        let notices = stale::clear(&parent, parent_path, name);
        let create = |cause| StagingError::Create { path: parent_path.to_owned(), cause };
        seam(&Step { action: Action::Create, path: Path::new(".") }).map_err(create)?;
        let (name, directory) = stale::make(&parent, name).map_err(create)?;
        let runs = match Journal::create(&directory, RUNS, &mut seam) {
            Ok(runs) => runs,
            Err(cause) => {
                let path = parent_path.join(&name).join(RUNS);
                // Nothing was measured: what cannot be removed here is cleared next time.
                let _ = parent.remove_tree(&name, &directory);
                return Err(StagingError::Write { path, cause });
            }
        };
        let parent_path = parent_path.to_owned();
        let (program, is_done) = (None, false);
        let staging =
            Self { parent, parent_path, name, directory, target, runs, program, seam, is_done };
        Ok((staging, notices))
    }

    /// Where it is being written.
    pub fn path(&self) -> PathBuf {
        self.parent_path.join(&self.name)
    }

    /// About how many runs evidence may hold in all, if the rest are like the `written` ones;
    /// `None` before the first.
    pub fn room_for_runs(&self, written: u64) -> Option<u64> {
        let room = |limit: u64, bytes: u64| limit.saturating_mul(written).checked_div(bytes);
        let said = self.program.as_ref().map_or(0, |program| program.bytes);
        let runs = room(layout::max_bytes(RUNS), self.runs.bytes)?;
        Some(room(speech::ROOM, said).map_or(runs, |spoken| spoken.min(runs)))
    }

    /// Where it will be published, if it will.
    pub fn target(&self) -> Option<PathBuf> {
        self.target.as_ref().map(|name| self.parent_path.join(name))
    }

    /// Writes the settings; again, when they changed. Sealing writes them for good.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn write_settings(&mut self, settings: &Settings) -> Result<(), StagingError> {
        self.write_json(SETTINGS, settings)
    }

    /// Writes a run: one line by one `write(2)`, before the next run starts. After an error the
    /// file still holds whole lines only, and nothing of this one.
    ///
    /// # Errors
    /// Where the line cannot be written whole (a full disk), or passes the limits of the format.
    pub fn append_run(&mut self, run: &Run) -> Result<(), StagingError> {
        let line = self.encode(RUNS, run)?;
        let path = self.path();
        self.runs.append(&line, &path, &mut self.seam)
    }

    /// Makes the runs written so far durable. A campaign that is not to be kept has nothing to
    /// make durable.
    ///
    /// # Errors
    /// As `fdatasync(2)`.
    pub fn sync(&mut self) -> Result<(), StagingError> {
        if self.target.is_none() {
            return Ok(());
        }
        let path = self.path();
        for journal in [Some(&self.runs), self.program.as_ref()].into_iter().flatten() {
            journal.sync(&path, &mut self.seam)?;
        }
        Ok(())
    }

    /// Ends it without publishing. With `keep`, the runs written so far are kept beside the place
    /// they were meant for, under `NAME.incomplete-…`, which is never cleared; the path of that
    /// directory is returned. Without any run, or a place of its own, nothing is kept.
    pub fn abandon(mut self, keep: bool) -> Option<PathBuf> {
        self.end(keep)
    }

    pub(super) fn end(&mut self, keep: bool) -> Option<PathBuf> {
        if std::mem::replace(&mut self.is_done, true) {
            return None;
        }
        if let (true, true, Some(target)) = (keep, self.runs.bytes > 0, &self.target) {
            // Should this fail too, the data stay where they are; clearing is then up to the user.
            return Some(self.keep(target).unwrap_or_else(|_| self.path()));
        }
        // What cannot be removed is cleared by the next campaign of the same name.
        let _ = self.parent.remove_tree(&self.name, &self.directory);
        None
    }

    fn keep(&self, target: &OsStr) -> io::Result<PathBuf> {
        let mut name = target.to_owned();
        name.push(format!(".incomplete-{}", stale::random_digits()?));
        self.parent.rename_new(&self.name, &name)?;
        Ok(self.parent_path.join(name))
    }

    /// Writes a whole JSON file, in the place of an earlier one.
    pub(super) fn write_json(
        &mut self,
        path: &str,
        value: &impl Serialize,
    ) -> Result<(), StagingError> {
        let bytes = self.encode(path, value)?;
        self.write_file(path, &bytes)
    }

    fn encode(&self, path: &str, value: &impl Serialize) -> Result<Vec<u8>, StagingError> {
        canonical_line(value).map_err(|error| self.error(path, io::Error::other(error)))
    }

    /// Writes a whole file, in the place of an earlier one.
    pub(crate) fn write_file(&mut self, path: &str, bytes: &[u8]) -> Result<(), StagingError> {
        if bytes.len() as u64 > layout::max_bytes(path) {
            return Err(self.too_large(path, layout::max_bytes(path)));
        }
        self.write_file_with(path, |file| file.write_all(bytes))
    }

    /// The same with whatever `write` writes.
    pub(crate) fn write_file_with(
        &mut self,
        path: &str,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), StagingError> {
        self.try_write_file(path, write).map_err(|cause| self.error(path, cause))
    }

    fn try_write_file(
        &mut self,
        path: &str,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        let report = match layout::report_name(path) {
            Some(_) => Some(self.directory.open_directory(Path::new(layout::REPORT))?),
            None => None,
        };
        let name = OsStr::new(layout::report_name(path).unwrap_or(path));
        if report.as_ref().unwrap_or(&self.directory).status_of(name)?.is_some() {
            self.reach(Action::Remove, path)?;
            report.as_ref().unwrap_or(&self.directory).remove_file(name)?;
        }
        self.reach(Action::Create, path)?;
        let mut file = report.as_ref().unwrap_or(&self.directory).create_file(name)?;
        self.reach(Action::Write, path)?;
        write(&mut file)
    }

    pub(super) fn reach(&mut self, action: Action, path: &str) -> io::Result<()> {
        (self.seam)(&Step { action, path: Path::new(path) })
    }

    pub(super) fn error(&self, path: &str, cause: io::Error) -> StagingError {
        StagingError::Write { path: self.path().join(path), cause }
    }

    fn too_large(&self, path: &str, limit: u64) -> StagingError {
        StagingError::TooLarge { path: self.path().join(path), limit }
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        self.end(true);
    }
}
