//! Why evidence could not be written. Each names the file and what to do next.

use crate::validate::Finding;
use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why staging failed. `Display` continues "failed to …".
#[derive(Debug)]
pub enum StagingError {
    /// Something has the name already, and nothing is ever replaced.
    Exists {
        /// The path asked for.
        path: PathBuf,
    },
    /// The path does not end in a name that could be created.
    NotAName {
        /// The path asked for.
        path: PathBuf,
    },
    /// The directory it should be in cannot be opened.
    Parent {
        /// That directory.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The staging directory could not be made.
    Create {
        /// The directory it should be in.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// A file could not be written, synced or published.
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// A file would pass the size that the format allows.
    TooLarge {
        /// The file.
        path: PathBuf,
        /// That size in bytes.
        limit: u64,
    },
}

impl fmt::Display for StagingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exists { path } => write!(
                f,
                "create {}: it exists already, and is never replaced; choose another name or \
                 remove it",
                path.display()
            ),
            Self::NotAName { path } => {
                write!(f, "create {}: name a directory that does not exist yet", path.display())
            }
            Self::Parent { path, cause } => {
                write!(f, "open the directory {}: {cause}", path.display())?;
                let is_missing = cause.kind() == io::ErrorKind::NotFound;
                f.write_str(if is_missing { "; create it first" } else { "" })
            }
            Self::Create { path, cause } if cause.kind() == io::ErrorKind::Unsupported => write!(
                f,
                "keep evidence in {}: {cause}; choose a directory on a local file system",
                path.display()
            ),
            Self::Create { path, cause } => {
                write!(f, "create a directory in {}: {cause}", path.display())
            }
            Self::Write { path, cause } => write!(f, "write {}: {cause}", path.display()),
            Self::TooLarge { path, limit } => write!(
                f,
                "write {}: evidence may have {limit} bytes there; give it less (shorter commands, \
                 fewer blocks or metrics)",
                path.display()
            ),
        }
    }
}

impl Error for StagingError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Parent { cause, .. } | Self::Create { cause, .. } | Self::Write { cause, .. } => {
                Some(cause)
            }
            Self::Exists { .. } | Self::NotAName { .. } | Self::TooLarge { .. } => None,
        }
    }
}

/// What stood in the way of sealing.
#[derive(Debug)]
pub enum SealCause {
    /// The files could not be written or published.
    Staging(StagingError),
    /// What was written does not validate: a defect of the writer.
    Invalid(Vec<Finding>),
    /// The reports could not be rendered.
    Render(Box<dyn Error + Send + Sync>),
}

/// Why a campaign could not be sealed, and where what it measured is now.
#[derive(Debug)]
pub struct SealError {
    /// Why.
    pub cause: SealCause,
    /// Where the data measured so far are kept; none for a campaign without a place of its own,
    /// or without any run.
    pub kept: Option<PathBuf>,
}

impl fmt::Display for SealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            SealCause::Staging(error) => write!(f, "{error}")?,
            SealCause::Invalid(findings) => {
                write!(f, "seal evidence: it breaks {} of its own rules", findings.len())?;
                if let Some(first) = findings.first() {
                    write!(f, " ({first})")?;
                }
            }
            SealCause::Render(error) => write!(f, "render the reports: {error}")?,
        }
        match &self.kept {
            Some(path) => write!(f, "; what was measured is kept in {}", path.display()),
            None => Ok(()),
        }
    }
}

impl Error for SealError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.cause {
            SealCause::Staging(error) => Some(error),
            SealCause::Invalid(_) => None,
            SealCause::Render(error) => Some(error.as_ref()),
        }
    }
}

impl From<StagingError> for SealCause {
    fn from(error: StagingError) -> Self {
        Self::Staging(error)
    }
}
