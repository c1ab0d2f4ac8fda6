//! What staging did beside its task.

use std::fmt;
use std::path::PathBuf;

/// A staging directory of a campaign that was killed, found on the way.
#[derive(Debug)]
pub struct Notice {
    /// The directory.
    pub path: PathBuf,
    /// Why it could not be removed; none where it was.
    pub left: Option<std::io::Error>,
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.left {
            None => write!(f, "removed {path}, which a killed campaign had left"),
            Some(error) => {
                write!(f, "could not remove {path}, which a killed campaign had left: {error}")
            }
        }
    }
}
