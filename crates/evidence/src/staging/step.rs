//! The steps of writing, and the seam at which a test lets one fail.

use std::io;
use std::path::Path;

/// What is about to be done to the file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Create a file or directory.
    Create,
    /// Write to a file.
    Write,
    /// Make a file or directory durable.
    Sync,
    /// Make it read-only.
    Protect,
    /// Rename it: the staging directory comes up, or is published.
    Rename,
    /// Remove it, to write it anew.
    Remove,
}

/// One step: an action on a path (relative to the staging directory, `.` for itself).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// What is about to be done.
    pub action: Action,
    /// To what.
    pub path: &'a Path,
}

/// Called before each step; an error is what the step then fails with. This is how tests fill the
/// disk, or end the process, at every single step.
pub type Seam = Box<dyn FnMut(&Step<'_>) -> io::Result<()> + Send>;

/// The seam of real campaigns: it does nothing.
pub(super) fn open_seam() -> Seam {
    Box::new(|_| Ok(()))
}
