//! Where a shelf is, and what is on it.

use super::entry::{is_name, weight};
use super::{Bounds, Entry, NoEntry, Reference, ShelfError};
use crate::valid::ValidEvidence;
use crate::validate::{Finding, Rule, examine};
use probity_sys::file::{Directory, EntryKind, effective_user};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// A directory of kept evidence. It need not exist: the first entry makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    path: PathBuf,
    pub(super) bounds: Bounds,
}

/// The directory for a user's state by the XDG Base Directory specification (0.8):
/// `$XDG_STATE_HOME`, or `.local/state` in the home directory. A value that is not an absolute path
/// is ignored, as the specification asks; none where neither says a place.
pub fn state_directory(state_home: Option<&OsStr>, home: Option<&OsStr>) -> Option<PathBuf> {
    let state = absolute(state_home).map(Path::to_owned);
    state.or_else(|| absolute(home).map(|home| home.join(".local/state")))
}

fn absolute(value: Option<&OsStr>) -> Option<&Path> {
    value.map(Path::new).filter(|path| path.is_absolute())
}

impl Shelf {
    /// The shelf at `path`, with the usual bounds. Links in `path` are followed: it is the caller's
    /// own word.
    pub fn new(path: PathBuf) -> Self {
        Self::with_bounds(path, Bounds::default())
    }

    /// The same, with bounds of one's own.
    pub fn with_bounds(path: PathBuf, bounds: Bounds) -> Self {
        Self { path, bounds }
    }

    /// Its directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What has the name of an entry, newest first; nothing where there is no such directory.
    ///
    /// # Errors
    /// Where the directory cannot be listed.
    pub fn entries(&self) -> io::Result<Vec<Entry>> {
        let directory = match Directory::open(&self.path) {
            Ok(directory) => directory,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut entries = Vec::new();
        for name in directory.names()? {
            let Some(name) = name?.to_str().filter(|name| is_name(name)).map(str::to_owned) else {
                continue;
            };
            if let Some(status) = directory.status_of(name.as_ref())? {
                let is_directory = status.kind == EntryKind::Directory;
                entries.push(Entry { name, is_directory });
            }
        }
        entries.sort_by(|a, b| b.cmp(a));
        Ok(entries)
    }

    /// Which of `entries`, as [`entries`](Self::entries) gave them, is meant.
    ///
    /// # Errors
    /// Where it is none, or more than one.
    pub fn find<'a>(entries: &'a [Entry], wanted: &Reference) -> Result<&'a Entry, NoEntry> {
        let names = |found: &[&Entry]| found.iter().map(|entry| entry.name.clone()).collect();
        let found: Vec<&Entry> = match wanted {
            Reference::Last(back) => entries.get(*back).into_iter().collect(),
            Reference::Name(start) => {
                entries.iter().filter(|entry| entry.name.starts_with(start)).collect()
            }
        };
        match found.as_slice() {
            [one] => Ok(one),
            [] if entries.is_empty() => Err(NoEntry::Empty),
            [] => Err(NoEntry::Unknown { names: names(&entries.iter().collect::<Vec<_>>()) }),
            several => Err(NoEntry::Ambiguous { names: names(several) }),
        }
    }

    /// Validates an entry, as [`validate`](crate::validate) does, without following a link even in
    /// the place of the entry itself.
    ///
    /// # Errors
    /// All findings; never an empty list.
    pub fn read(&self, entry: &Entry) -> Result<ValidEvidence, Vec<Finding>> {
        let unreadable = |why: &str| vec![Finding::new(Rule::Unreadable, ".", why)];
        if !entry.is_directory {
            return Err(unreadable("it is no directory, so Probity did not put it there"));
        }
        let opened = self.open_entry(entry).map_err(|error| unreadable(&error.to_string()))?;
        examine(&opened)
    }

    /// Bytes of its files; none where it is not one that we made, or cannot be looked at.
    pub fn bytes(&self, entry: &Entry) -> Option<u64> {
        let opened = self.open_entry(entry).ok()?;
        weight(&opened).ok()?
    }

    fn open_entry(&self, entry: &Entry) -> io::Result<Directory> {
        Directory::open(&self.path)?.open_directory(Path::new(&entry.name))
    }

    /// Opens the directory, and makes what is missing of it for its owner alone.
    pub(super) fn open_or_make(&self) -> Result<Directory, ShelfError> {
        let foreign = |path: &Path| ShelfError::Foreign { path: path.to_owned() };
        let failed = |path: &Path, cause| ShelfError::Place { path: path.to_owned(), cause };
        let mut missing = Vec::new();
        let mut existing = self.path.as_path();
        let mut directory = loop {
            match Directory::open(existing) {
                Ok(directory) => break directory,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    let (Some(name), Some(parent)) = (existing.file_name(), existing.parent())
                    else {
                        return Err(failed(existing, error));
                    };
                    missing.push(name);
                    existing = parent;
                }
                Err(error) => return Err(failed(existing, error)),
            }
        };
        let owner = directory.status().map_err(|cause| failed(existing, cause))?.owner;
        let own = effective_user() == Some(owner);
        // Root may write anywhere. In another user's home its directories would lock that user out.
        if !own && (missing.is_empty() || effective_user() == Some(0)) {
            return Err(foreign(existing));
        }
        for name in missing.into_iter().rev() {
            match directory.create_directory(name) {
                // Somebody who makes the same directory at the same time.
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(failed(&self.path, error));
                }
                _ => {}
            }
            let made = directory.open_directory(Path::new(name));
            directory = made.map_err(|cause| failed(&self.path, cause))?;
        }
        Ok(directory)
    }
}
