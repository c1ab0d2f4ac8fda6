//! Putting a campaign on the shelf.

use super::pruning::prune;
use super::{Shelf, ShelfError, entry};
use crate::digest::{Hasher, sha256};
use crate::layout::{self, MANIFEST, SUMS};
use crate::manifest::Manifest;
use crate::staging::{SealError, Sealing, Staging, StagingError};
use crate::sums;
use crate::valid::ValidEvidence;
use crate::validate::{Findings, Members, Rule};
use probity_model::canonical_line;
use probity_sys::file::Directory;
use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsStr;
use std::io::{self, Write};
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
        let digests = digests(&evidence.manifest)?;
        if digests.keys().any(|path| layout::report_name(path).is_some()) {
            copy.create_report().map_err(ShelfError::Write)?;
        }
        for (path, digest) in &digests {
            // In parts, and no second evidence in memory: this must not be what a large campaign
            // fails of.
            let source = Members::of(sealed);
            let written = copy.write_file_with(path, |file| {
                source.stream(path, |part| file.write_all(part)).map(drop)
            });
            written.map_err(ShelfError::Write)?;
            if digest_of(&copy.directory, path)? != *digest {
                return Err(ShelfError::Altered { path: copy.path().join(path) });
            }
        }
        let files: Vec<&str> = digests.keys().map(String::as_str).collect();
        copy.protect_and_publish(&files).map_err(ShelfError::Write)
    }
}

/// The digest of every file of evidence that has just been validated, from what validation gave: a
/// copy with these digests is as valid.
fn digests(manifest: &Manifest) -> Result<BTreeMap<String, String>, ShelfError> {
    let mut digests: BTreeMap<String, String> =
        manifest.files.iter().map(|file| (file.path.clone(), file.sha256.clone())).collect();
    let line = canonical_line(manifest).map_err(|error| {
        let path = PathBuf::from(MANIFEST);
        ShelfError::Write(StagingError::Write { path, cause: io::Error::other(error) })
    })?;
    digests.insert(MANIFEST.to_owned(), sha256(&line));
    let sums = sha256(&sums::write(&digests));
    digests.insert(SUMS.to_owned(), sums);
    Ok(digests)
}

/// The digest of what a file says when it is read back.
fn digest_of(directory: &Directory, path: &str) -> Result<String, ShelfError> {
    let mut hasher = Hasher::default();
    let hashed = Members::of(directory).stream(path, |part| {
        hasher.push(part);
        Ok(())
    });
    hashed.map(|_| hasher.finish()).map_err(|error| {
        let mut findings = Findings::default();
        findings.add(Rule::Unreadable, path, error);
        ShelfError::Read(findings.into_list())
    })
}
