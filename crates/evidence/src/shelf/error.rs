//! Why something could not be kept, or not be found.

use crate::staging::StagingError;
use crate::validate::Finding;
use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Most names that a message lists.
const LISTED: usize = 5;

/// Why evidence could not be kept on the shelf. `Display` continues "failed to …".
#[derive(Debug)]
pub enum ShelfError {
    /// The directory could not be opened or made.
    Place {
        /// The directory.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The directory, or the one that it would have to be made in, is another user's.
    Foreign {
        /// That directory.
        path: PathBuf,
    },
    /// The clock shows no time that could name an entry.
    NoTime,
    /// A file of the campaign, or of its copy, could not be read back.
    Read(Vec<Finding>),
    /// The copy could not be written or published.
    Write(StagingError),
    /// A file of the copy is not what was validated.
    Altered {
        /// That file.
        path: PathBuf,
    },
}

impl fmt::Display for ShelfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { path, cause } => {
                write!(f, "open or make the directory {}: {cause}", path.display())
            }
            Self::Foreign { path } => {
                write!(f, "keep it in {}: that belongs to another user", path.display())
            }
            Self::NoTime => f.write_str("name it: the clock shows no time since 1970"),
            Self::Read(findings) => {
                f.write_str("read back what was copied")?;
                findings.first().map_or(Ok(()), |first| write!(f, ": {first}"))
            }
            Self::Write(error) => error.fmt(f),
            Self::Altered { path } => {
                write!(f, "copy {}: it is not what was written", path.display())
            }
        }
    }
}

impl Error for ShelfError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Place { cause, .. } => Some(cause),
            Self::Write(error) => Some(error),
            Self::Foreign { .. } | Self::NoTime | Self::Read(_) | Self::Altered { .. } => None,
        }
    }
}

/// Why a reference names no entry. `Display` continues "failed to find kept evidence 'NAME': ".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoEntry {
    /// There is nothing on the shelf.
    Empty,
    /// No entry is meant by it.
    Unknown {
        /// The names there are, newest first.
        names: Vec<String>,
    },
    /// More than one is.
    Ambiguous {
        /// Their names, newest first.
        names: Vec<String>,
    },
}

impl fmt::Display for NoEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, names) = match self {
            Self::Empty => return f.write_str("nothing is kept yet"),
            Self::Unknown { names } => ("kept are", names),
            Self::Ambiguous { names } => ("it begins more than one name:", names),
        };
        let listed: Vec<&str> = names.iter().take(LISTED).map(String::as_str).collect();
        write!(f, "{what} {}", listed.join(", "))?;
        match names.len().saturating_sub(LISTED) {
            0 => Ok(()),
            more => write!(f, " and {more} older ones"),
        }
    }
}

impl Error for NoEntry {}
