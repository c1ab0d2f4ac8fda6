//! Making room: the oldest entries go.
//!
//! Two processes may do this at once. Each publishes before it looks, so the later one sees all
//! there is; an entry is removed by whoever takes its lock. It gets the name of a staging directory
//! first: nobody finds half an entry, and what a killed process leaves is cleared as those are.

use super::entry::weight;
use super::kept::STAGED;
use super::{Entry, Shelf};
use crate::staging::doomed_name;
use probity_sys::file::Directory;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// Removes the oldest entries until the rest is within the bounds; never the one named `newest`.
/// What is not ours counts for nothing and stays.
///
/// # Errors
/// The first entry that could not be removed, and why; the others are.
pub(super) fn prune(shelf: &Shelf, newest: &str) -> Result<(), (PathBuf, io::Error)> {
    let failed = |error| (shelf.path().to_owned(), error);
    let directory = Directory::open(shelf.path()).map_err(failed)?;
    let mut entries = shelf.entries().map_err(failed)?;
    // The new one first, also where the clock went back since the others were kept.
    entries.sort_by_key(|entry| entry.name != newest);
    let (mut count, mut bytes, mut result) = (0, 0_u64, Ok(()));
    let mut is_full = false;
    for entry in &entries {
        let Some(weight) = weight_of(&directory, entry) else { continue };
        count += 1;
        bytes = bytes.saturating_add(weight);
        is_full |= count > shelf.bounds.entries || bytes > shelf.bounds.bytes;
        if is_full && entry.name != newest {
            let removed = remove(&directory, entry.name.as_ref());
            let path = shelf.path().join(&entry.name);
            result = result.and(removed.map_err(|error| (path, error)));
        }
    }
    result
}

fn weight_of(shelf: &Directory, entry: &Entry) -> Option<u64> {
    weight(&shelf.open_directory(Path::new(&entry.name)).ok()?).ok()?
}

/// Removes one, unless somebody else is doing it.
fn remove(shelf: &Directory, name: &OsStr) -> io::Result<()> {
    match try_remove(shelf, name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

fn try_remove(shelf: &Directory, name: &OsStr) -> io::Result<()> {
    let entry = shelf.open_directory(Path::new(name))?;
    // Asked again of what is open now: the name may stand for something else.
    if !entry.try_lock()? || weight(&entry)?.is_none() {
        return Ok(());
    }
    let doomed = doomed_name(OsStr::new(STAGED))?;
    shelf.rename_new(name, &doomed)?;
    shelf.remove_tree(&doomed, &entry)
}
