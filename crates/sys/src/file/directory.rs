//! A directory held by its descriptor.

use super::{EntryKind, Names, Status, body};
use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Component, Path};

/// Deepest nesting that [`Directory::remove_tree`] follows: what we made is never deeper, and each
/// level holds a descriptor.
const MAX_TREE_DEPTH: usize = 16;

/// An open directory. Names given to its methods are single names, paths are relative and go down
/// only (no `..`, not absolute); anything else is `InvalidInput`.
#[derive(Debug)]
pub struct Directory {
    file: File,
}

impl Directory {
    /// Opens the directory at `path`. Links in `path` are followed: it is the caller's own word.
    ///
    /// # Errors
    /// As `open(2)`; `NotADirectory` where it is something else.
    pub fn open(path: &Path) -> io::Result<Self> {
        body::open_root(path).map(|file| Self { file })
    }

    /// Opens the directory at `path` beneath this one, following no link on the way.
    ///
    /// # Errors
    /// As `open(2)`; a link is refused (`ELOOP` or `ENOTDIR`).
    pub fn open_directory(&self, path: &Path) -> io::Result<Self> {
        body::open_directory_at(&self.file, downward(path)?).map(|file| Self { file })
    }

    /// Opens the file at `path` beneath this directory for reading, following no link on the way
    /// and without waiting for the other end of a FIFO. What was opened may still be of any kind:
    /// ask [`Status::of`] before reading.
    ///
    /// # Errors
    /// As `open(2)`; a link is refused (`ELOOP`), a socket too (`ENXIO`).
    pub fn open_file(&self, path: &Path) -> io::Result<File> {
        body::open_file_at(&self.file, downward(path)?)
    }

    /// Creates the file `name`, readable by its owner alone (0600), for appending and reading.
    ///
    /// # Errors
    /// As `open(2)`; `AlreadyExists` where anything has that name.
    pub fn create_file(&self, name: &OsStr) -> io::Result<File> {
        body::create_file_at(&self.file, single(name)?)
    }

    /// Creates the directory `name`, open to its owner alone (0700).
    ///
    /// # Errors
    /// As `mkdir(2)`; `AlreadyExists` where anything has that name.
    pub fn create_directory(&self, name: &OsStr) -> io::Result<()> {
        body::create_directory_at(&self.file, single(name)?)
    }

    /// The names in it.
    ///
    /// # Errors
    /// Where it cannot be opened for listing.
    pub fn names(&self) -> io::Result<Names> {
        body::Stream::open(&self.file).map(Names)
    }

    /// What `name` is, itself and not what it may link to; none where nothing has that name.
    ///
    /// # Errors
    /// As `fstatat(2)`, but for `ENOENT`.
    pub fn status_of(&self, name: &OsStr) -> io::Result<Option<Status>> {
        match body::status_at(&self.file, single(name)?) {
            Ok(status) => Ok(Some(status)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What the directory itself is.
    ///
    /// # Errors
    /// As `fstat(2)`.
    pub fn status(&self) -> io::Result<Status> {
        Status::of(&self.file)
    }

    /// Takes the advisory lock (`flock(2)`) on it if nobody holds it; says whether it was taken.
    /// The lock lasts until this value is dropped or the process ends, in whatever way, and it is
    /// not handed on over `exec`.
    ///
    /// # Errors
    /// Where the file system has no locks.
    pub fn try_lock(&self) -> io::Result<bool> {
        match self.file.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Makes its list of names durable.
    ///
    /// # Errors
    /// As `fsync(2)`.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// Sets its permission bits.
    ///
    /// # Errors
    /// As `fchmod(2)`.
    pub fn set_mode(&self, mode: u32) -> io::Result<()> {
        body::set_mode(&self.file, mode)
    }

    /// Renames `from` to `to`, both in this directory, in one step and only if nothing is called
    /// `to`. (Plain `rename(2)` would replace a file, and an empty directory too.)
    ///
    /// # Errors
    /// `AlreadyExists` where `to` exists; `Unsupported` where the file system cannot promise not
    /// to replace it. There is no fallback: check-then-rename is a race, and a link cannot be made
    /// to a directory.
    pub fn rename_new(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        body::rename_new_at(&self.file, single(from)?, single(to)?)
    }

    /// Removes `name`, which is not a directory.
    ///
    /// # Errors
    /// As `unlink(2)`.
    pub fn remove_file(&self, name: &OsStr) -> io::Result<()> {
        body::remove_at(&self.file, single(name)?, false)
    }

    /// Removes the directory `name`, which is empty.
    ///
    /// # Errors
    /// As `rmdir(2)`.
    pub fn remove_directory(&self, name: &OsStr) -> io::Result<()> {
        body::remove_at(&self.file, single(name)?, true)
    }

    /// Removes the directory `name` with all that is in it, provided it still is `tree`: somebody
    /// may have put another directory in its place, and that one is not ours to remove.
    ///
    /// # Errors
    /// `NotFound` where `name` no longer is `tree`; else as the calls it makes. What could not be
    /// removed stays.
    pub fn remove_tree(&self, name: &OsStr, tree: &Self) -> io::Result<()> {
        let mine = tree.status()?;
        tree.remove_content(MAX_TREE_DEPTH)?;
        match self.status_of(name)? {
            Some(status) if status.is_same_file(&mine) => self.remove_directory(name),
            _ => Err(io::Error::new(io::ErrorKind::NotFound, "the directory was exchanged")),
        }
    }

    fn remove_content(&self, depth: usize) -> io::Result<()> {
        if depth == 0 {
            return Err(io::Error::other("directories are nested too deeply"));
        }
        // What was sealed is read-only, and then its own owner may not remove a name from it.
        self.set_mode(0o700)?;
        for name in self.names()?.collect::<io::Result<Vec<_>>>()? {
            match self.status_of(&name)? {
                Some(status) if status.kind == EntryKind::Directory => {
                    self.open_directory(Path::new(&name))?.remove_content(depth - 1)?;
                    self.remove_directory(&name)?;
                }
                Some(_) => self.remove_file(&name)?,
                None => {}
            }
        }
        Ok(())
    }
}

impl Status {
    /// What an open file is.
    ///
    /// # Errors
    /// As `fstat(2)`.
    pub fn of(file: &File) -> io::Result<Self> {
        body::status(file)
    }
}

/// `path` if it can only lead down.
fn downward(path: &Path) -> io::Result<&Path> {
    let mut components = path.components().peekable();
    let leads_down = components.peek().is_some()
        && components.all(|component| matches!(component, Component::Normal(_)));
    if leads_down { Ok(path) } else { Err(invalid("the path does not lead down")) }
}

/// `name` if it is one name.
fn single(name: &OsStr) -> io::Result<&OsStr> {
    let mut components = Path::new(name).components();
    match (components.next(), components.next()) {
        (Some(Component::Normal(only)), None) if only == name => Ok(name),
        _ => Err(invalid("not a single name")),
    }
}

fn invalid(reason: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, reason)
}
