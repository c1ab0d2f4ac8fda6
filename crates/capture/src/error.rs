//! Why a run could not be made.

use std::io;
use std::path::PathBuf;

/// Why a run could not be made. The program, if it was created, has been ended.
#[derive(Debug)]
pub enum CaptureError {
    /// A file for a standard stream could not be opened.
    Stream {
        /// What it was to be: `standard input`.
        stream: &'static str,
        /// The file.
        path: PathBuf,
        /// What the kernel said.
        error: io::Error,
    },
    /// The program could not be launched.
    #[cfg(target_os = "linux")]
    Launch(probity_host::launch::LaunchError),
    /// The ended program could not be reaped, or what it left could not be found.
    Reap(io::Error),
}

impl std::fmt::Display for CaptureError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Stream { stream, path, error } => {
                write!(f, "open {} as its {stream}: {error}", path.display())
            }
            #[cfg(target_os = "linux")]
            Self::Launch(error) => error.fmt(f),
            Self::Reap(error) => write!(f, "reap it: {error}"),
        }
    }
}

impl std::error::Error for CaptureError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Stream { error, .. } | Self::Reap(error) => Some(error),
            #[cfg(target_os = "linux")]
            Self::Launch(error) => Some(error),
        }
    }
}
