//! Where a result goes: what the name of a file leads to, and writing there.
//!
//! A file is replaced in one step, so that whoever reads it sees the old or the new. A name that is
//! a symbolic link stays one: what it leads to is replaced. What is no regular file, what
//! the kernel shows as one, and what may be written but not replaced is written where it is.

use probity_sys::file::random_bytes;
use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

/// Symbolic links that are followed one after the other; as many as the kernel follows.
const MOST_LINKS: usize = 40;
/// Names of our own standard output. Where there is no `/proc` they lead nowhere.
const STANDARD_OUTPUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// What a name leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// Our own standard output.
    StandardOutput,
    /// A file, or what stands for one.
    File(Place),
}

/// A file that can be written; it need not be there yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    path: PathBuf,
    manner: Manner,
}

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// A new file takes its name.
    Replaced,
    /// Where it is: a device, a FIFO, what lies under `/dev`.
    InPlace,
    /// Behind what is there: a descriptor that somebody opened for us.
    Appended,
}

/// Why a name leads to nothing that can be written.
#[derive(Debug)]
pub enum DestinationError {
    /// It is a directory.
    Directory,
    /// The directory for it is not there.
    NoDirectory(PathBuf),
    /// It cannot be looked at.
    Unreadable(io::Error),
}

impl fmt::Display for DestinationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Directory => f.write_str("it is a directory; name a file"),
            Self::NoDirectory(path) => {
                write!(f, "there is no directory {}; create it first", path.display())
            }
            Self::Unreadable(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DestinationError {}

impl Destination {
    /// Follows `path` to its end. Nothing is opened.
    ///
    /// # Errors
    /// See [`DestinationError`].
    pub fn of(path: &Path) -> Result<Self, DestinationError> {
        if STANDARD_OUTPUT.iter().any(|name| path == Path::new(name)) {
            return Ok(Self::StandardOutput);
        }
        if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(DestinationError::Directory);
        }
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            let directory =
                directory_of(&path).canonicalize().map_err(|error| no_directory(&path, error))?;
            let name = path.file_name().ok_or(DestinationError::Directory)?;
            let full = directory.join(name);
            let found = match fs::symlink_metadata(&full) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                found => Some(found.map_err(DestinationError::Unreadable)?),
            };
            if found.as_ref().is_some_and(Metadata::is_dir) {
                return Err(DestinationError::Directory);
            }
            let is_link = found.as_ref().is_some_and(Metadata::is_symlink);
            // A link in there is followed by the kernel only: its text need not be a path.
            if is_link && full.starts_with("/proc") {
                return Ok(match is_own_standard_output(&directory, name) {
                    true => Self::StandardOutput,
                    false => Self::File(Place { path: full, manner: Manner::Appended }),
                });
            }
            if is_link {
                let target = fs::read_link(&full).map_err(DestinationError::Unreadable)?;
                path = directory.join(target);
                continue;
            }
            let is_shown = full.starts_with("/proc") || full.starts_with("/dev");
            let in_place = is_shown || found.is_some_and(|found| !found.is_file());
            let manner = if in_place { Manner::InPlace } else { Manner::Replaced };
            return Ok(Self::File(Place { path: full, manner }));
        }
        Err(DestinationError::Unreadable(io::Error::other("too many symbolic links")))
    }
}

/// The directory that `path` names a file in.
fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn no_directory(path: &Path, error: io::Error) -> DestinationError {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            DestinationError::NoDirectory(directory_of(path).to_owned())
        }
        _ => DestinationError::Unreadable(error),
    }
}

fn is_own_standard_output(directory: &Path, name: &OsStr) -> bool {
    name == "1" && fs::canonicalize("/proc/self/fd").is_ok_and(|own| own == directory)
}

impl Place {
    /// Whether `path` leads to the same file, which would be replaced.
    pub fn replaces(&self, path: &Path) -> bool {
        let other = Destination::of(path);
        self.manner == Manner::Replaced
            && matches!(other, Ok(Destination::File(other)) if other.path == self.path)
    }

    /// Finds out, and changes nothing, whether it can be written. A FIFO is not tried: its reader
    /// would take it for the end.
    ///
    /// # Errors
    /// Where it cannot.
    pub fn check(&self) -> io::Result<()> {
        let found = fs::metadata(&self.path);
        match (self.manner, found) {
            (Manner::Replaced, found) => match Temporary::beside(&self.path, 0o600).map(drop) {
                Err(error) if is_kept_from_replacing(&error) && found.is_ok() => {
                    OpenOptions::new().write(true).open(&self.path).map(drop)
                }
                tried => tried,
            },
            (_, Ok(found)) if found.file_type().is_fifo() => Ok(()),
            (_, Ok(_)) => OpenOptions::new().write(true).open(&self.path).map(drop),
            (_, Err(_)) => {
                OpenOptions::new().write(true).create_new(true).open(&self.path)?;
                fs::remove_file(&self.path)
            }
        }
    }

    /// Writes the whole content. A file that is replaced keeps its permission bits, and its owner
    /// and group where we may give files away; its other names keep the old content. One that
    /// cannot be replaced, because its directory may not be written or it is a mount point of its
    /// own, is written in place.
    ///
    /// # Errors
    /// Where it cannot be written; what can be replaced then is as it was.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        match self.manner {
            Manner::Replaced => match self.replace(bytes) {
                Err(error) if is_kept_from_replacing(&error) && self.path.exists() => {
                    fs::write(&self.path, bytes)
                }
                replaced => replaced,
            },
            Manner::InPlace => fs::write(&self.path, bytes),
            Manner::Appended => OpenOptions::new().append(true).open(&self.path)?.write_all(bytes),
        }
    }

    fn replace(&self, bytes: &[u8]) -> io::Result<()> {
        let old = fs::metadata(&self.path).ok();
        // A new file is as any: what the umask leaves of these bits.
        let mode = if old.is_some() { 0o600 } else { 0o666 };
        let mut new = Temporary::beside(&self.path, mode)?;
        new.file.write_all(bytes)?;
        if let Some(old) = old {
            // Root may do both, others give a file to a group of their own.
            let _ = fchown(&new.file, Some(old.uid()), Some(old.gid()))
                .or_else(|_| fchown(&new.file, None, Some(old.gid())));
            new.file.set_permissions(Permissions::from_mode(old.mode() & 0o777))?;
        }
        fs::rename(&new.path, &self.path)?;
        new.is_renamed = true;
        Ok(())
    }
}

/// Whether nothing may take the place of a file that itself may be written: its directory is not
/// for us, or is read-only, or it is a mount point of its own (a file given to a container).
fn is_kept_from_replacing(error: &io::Error) -> bool {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
    matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem | ResourceBusy)
}

/// A file of ours that is removed unless it was renamed.
struct Temporary {
    file: File,
    path: PathBuf,
    is_renamed: bool,
}

impl Temporary {
    fn beside(path: &Path, mode: u32) -> io::Result<Self> {
        let name = format!(".probity-{:016x}", u64::from_ne_bytes(random_bytes::<8>()?));
        let path = directory_of(path).join(name);
        let file = OpenOptions::new().write(true).create_new(true).mode(mode).open(&path)?;
        Ok(Self { file, path, is_renamed: false })
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.is_renamed {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests;
