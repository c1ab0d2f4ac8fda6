//! Putting a campaign on the shelf.

use super::pruning::prune;
use super::{Shelf, ShelfError, entry};
use crate::layout::{self, MANIFEST, SUMS};
use crate::staging::{SealError, Sealing, Staging};
use crate::valid::ValidEvidence;
use crate::validate::{Findings, Members, examine};
use probity_sys::file::Directory;
use std::error::Error;
use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

/// The name that all staging directories of a shelf share: each campaign clears those that killed
/// ones have left.
pub(super) const STAGED: &str = "kept";

/// Evidence that is on the shelf now.
#[derive(Debug)]
pub struct Kept {
    /// Its name there.
    pub name: String,
    /// The first old entry that should have made room and could not be removed.
    pub unremoved: Option<(PathBuf, io::Error)>,
}

impl Shelf {
    /// Seals a campaign as [`Staging::seal`] does and puts a copy on the shelf. That the shelf
    /// cannot be written is no failure: why is said beside the evidence.
    ///
    /// # Errors
    /// As [`Staging::seal`].
    pub fn seal<E>(
        &self,
        staging: Staging,
        sealing: &Sealing,
        render: impl FnOnce(&ValidEvidence) -> Result<Vec<(String, Vec<u8>)>, E>,
    ) -> Result<(ValidEvidence, Result<Kept, ShelfError>), SealError>
    where
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        staging.seal_and(sealing, render, |sealed, evidence| {
            self.keep(sealed, evidence, sealing.created)
        })
    }

    fn keep(
        &self,
        sealed: &Directory,
        evidence: &ValidEvidence,
        at: SystemTime,
    ) -> Result<Kept, ShelfError> {
        let name = entry::name(at, &evidence.manifest.id).ok_or(ShelfError::NoTime)?;
        let shelf = self.open_or_make()?;
        self.copy(shelf, sealed, evidence, &name)?;
        let unremoved = prune(self, &name).err();
        Ok(Kept { name, unremoved })
    }

    fn copy(
        &self,
        shelf: Directory,
        sealed: &Directory,
        evidence: &ValidEvidence,
        name: &str,
    ) -> Result<(), ShelfError> {
        let staged = OsStr::new(STAGED);
        // What it cleared is housekeeping of a place that nobody chose: not worth a line.
        let (mut copy, _) = Staging::within(shelf, self.path(), staged, Some(name.into()))
            .map_err(ShelfError::Write)?;
        let table = evidence.manifest.files.iter().map(|file| file.path.as_str());
        let files: Vec<&str> = table.chain([MANIFEST, SUMS]).collect();
        if files.iter().any(|path| layout::report_name(path).is_some()) {
            copy.create_report().map_err(ShelfError::Write)?;
        }
        for path in &files {
            let mut findings = Findings::default();
            let Some(bytes) = Members::of(sealed).read(path, &mut findings) else {
                let first = findings.into_list().into_iter().next();
                return first.map_or(Ok(()), |finding| Err(ShelfError::Read(finding)));
            };
            copy.write_file(path, &bytes).map_err(ShelfError::Write)?;
        }
        examine(&copy.directory).map_err(ShelfError::Altered)?;
        copy.protect_and_publish(&files).map_err(ShelfError::Write)
    }
}
