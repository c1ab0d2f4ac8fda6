//! Evidence that was kept without a place of its own, and how a command line names it.

use crate::commands::validate::listed;
use crate::failure::Failure;
use probity_evidence::{
    Entry, Finding, Reference, Shelf, ValidEvidence, state_directory, validate,
};
use probity_report::ExitCode;
use std::path::{Path, PathBuf};

/// Where evidence is.
pub(crate) enum Place {
    /// Where the user says.
    Path(PathBuf),
    /// On the shelf.
    Kept(Shelf, Entry),
}

/// Where `probity stat` keeps evidence that has no place of its own: one directory per user.
///
/// # Errors
/// Where the environment names none; a lower-case fragment that continues "failed to …".
pub(crate) fn shelf() -> Result<Shelf, &'static str> {
    let (state, home) = (std::env::var_os("XDG_STATE_HOME"), std::env::var_os("HOME"));
    state_directory(state.as_deref(), home.as_deref())
        .map(|directory| Shelf::new(directory.join("probity/stat")))
        .ok_or("find a state directory: neither XDG_STATE_HOME nor HOME is an absolute path")
}

/// Finds what an argument means: a path, where there is something; else evidence on the shelf,
/// where it can be its name; else a path all the same.
///
/// # Errors
/// Where it can only be a name and nothing, or too much, has it.
pub(crate) fn find(argument: &Path) -> Result<Place, Failure> {
    let path = || Place::Path(argument.to_owned());
    let reference = argument.to_str().and_then(Reference::parse);
    let Some(reference) = reference.filter(|_| argument.symlink_metadata().is_err()) else {
        return Ok(path());
    };
    let shelf = shelf().map_err(Failure::operation)?;
    let entries = shelf.entries().map_err(|error| unlisted(&shelf, &error))?;
    match Shelf::find(&entries, &reference) {
        Ok(entry) => Ok(Place::Kept(shelf, entry.clone())),
        Err(why) => {
            let name = argument.display();
            let doing = format!("find kept evidence '{name}': {why}; see probity list");
            Err(Failure::operation(doing).with(ExitCode::BadEvidence))
        }
    }
}

/// Why the shelf could not be listed.
pub(crate) fn unlisted(shelf: &Shelf, error: &std::io::Error) -> Failure {
    Failure::operation(format_args!("list {}: {error}", shelf.path().display()))
}

impl Place {
    /// Its path.
    pub(crate) fn path(&self) -> PathBuf {
        match self {
            Self::Path(path) => path.clone(),
            Self::Kept(shelf, entry) => shelf.path().join(&entry.name),
        }
    }

    /// Validates it.
    ///
    /// # Errors
    /// All findings.
    pub(crate) fn validate(&self) -> Result<ValidEvidence, Vec<Finding>> {
        match self {
            Self::Path(path) => validate(path),
            Self::Kept(shelf, entry) => shelf.read(entry),
        }
    }

    /// Reads it for a command that uses it, or explains why it cannot be used.
    ///
    /// # Errors
    /// With exit code 5, naming the findings.
    pub(crate) fn read(&self) -> Result<ValidEvidence, Failure> {
        self.validate().map_err(|findings| Failure {
            message: format!("{}: this evidence cannot be used", self.path().display()),
            details: listed(&findings).lines().map(str::to_owned).collect(),
            code: ExitCode::BadEvidence,
        })
    }
}
