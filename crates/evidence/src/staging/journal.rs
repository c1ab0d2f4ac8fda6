//! A file of lines that grows while a campaign runs.

use super::{Action, Seam, StagingError, Step};
use crate::layout::{self, MAX_LINE_BYTES};
use probity_sys::file::Directory;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// The file, and how long it is.
pub(super) struct Journal {
    path: &'static str,
    file: File,
    pub(super) bytes: u64,
}

impl Journal {
    /// Creates it in `directory`.
    pub(super) fn create(
        directory: &Directory,
        path: &'static str,
        seam: &mut Seam,
    ) -> io::Result<Self> {
        seam(&Step { action: Action::Create, path: Path::new(path) })?;
        let file = directory.create_file(OsStr::new(path))?;
        Ok(Self { path, file, bytes: 0 })
    }

    /// Writes whole lines, by one `write(2)` where the disk takes them. After an error the file
    /// still holds whole lines only, and nothing of these. `at` is where the directory is.
    ///
    /// # Errors
    /// Where they cannot be written whole (a full disk), or pass the limits of the format.
    pub(super) fn append(
        &mut self,
        lines: &[u8],
        at: &Path,
        seam: &mut Seam,
    ) -> Result<(), StagingError> {
        let total = self.bytes + lines.len() as u64;
        let longest = lines.split(|byte| *byte == b'\n').map(<[u8]>::len).max().unwrap_or(0);
        let path = at.join(self.path);
        if longest >= MAX_LINE_BYTES {
            return Err(StagingError::TooLarge { path, limit: MAX_LINE_BYTES as u64 });
        }
        let limit = layout::max_bytes(self.path);
        if total > limit {
            return Err(StagingError::TooLarge { path, limit });
        }
        match self.write(lines, seam) {
            Ok(()) => {
                self.bytes = total;
                Ok(())
            }
            Err(cause) => {
                // Shortening a file needs no space. Were it to fail, readers still see a last
                // line that does not end, and refuse it.
                let _ = self.file.set_len(self.bytes);
                Err(StagingError::Write { path, cause })
            }
        }
    }

    fn write(&mut self, lines: &[u8], seam: &mut Seam) -> io::Result<()> {
        seam(&Step { action: Action::Write, path: Path::new(self.path) })?;
        let written = loop {
            match self.file.write(lines) {
                // A signal before the first byte: nothing was written.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        if written == lines.len() {
            return Ok(());
        }
        // A disk that took a part says with the rest why it took no more.
        self.file.write_all(lines.get(written..).unwrap_or_default())
    }

    /// Makes it durable.
    pub(super) fn sync(&self, at: &Path, seam: &mut Seam) -> Result<(), StagingError> {
        seam(&Step { action: Action::Sync, path: Path::new(self.path) })
            .and_then(|()| self.file.sync_data())
            .map_err(|cause| StagingError::Write { path: at.join(self.path), cause })
    }
}
