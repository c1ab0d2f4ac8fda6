//! Finding the file that a command name means.

#[cfg(unix)]
use std::ffi::OsStr;
#[cfg(unix)]
use std::path::Path;
use std::path::PathBuf;

/// Why a command name means no executable file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResolveError {
    /// The name is empty.
    Empty,
    /// There is no such file, or none on the search path.
    NotFound {
        /// Whether directories of PATH were searched.
        searched_path: bool,
    },
    /// There is one, but it must not be executed.
    NotExecutable(PathBuf),
    /// It is a directory.
    Directory(PathBuf),
}

impl std::fmt::Display for ResolveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => f.write_str("the name of the program is empty"),
            Self::NotFound { searched_path: true } => {
                f.write_str("there is no such program in the directories of PATH")
            }
            Self::NotFound { searched_path: false } => f.write_str("there is no such file"),
            Self::NotExecutable(path) => write!(
                f,
                "{} is not executable by this user (chmod +x, or start it with its interpreter)",
                path.display()
            ),
            Self::Directory(path) => write!(f, "{} is a directory", path.display()),
        }
    }
}

impl std::error::Error for ResolveError {}

/// The file that `name` means, as execvp(3) would find it: with a slash the path itself, otherwise
/// the first executable file in `path` (the value of PATH). Nothing is executed.
///
/// # Errors
/// See [`ResolveError`]; a file that is there and must not be executed is told apart from none.
#[cfg(unix)]
pub fn resolve(name: &OsStr, path: Option<&OsStr>) -> Result<PathBuf, ResolveError> {
    use std::os::unix::ffi::OsStrExt;
    if name.is_empty() {
        return Err(ResolveError::Empty);
    }
    if name.as_bytes().contains(&b'/') {
        return check(Path::new(name))
            .map_err(|error| error.unwrap_or(ResolveError::NotFound { searched_path: false }));
    }
    let mut refused = None;
    for directory in std::env::split_paths(path.unwrap_or(OsStr::new("/bin:/usr/bin"))) {
        // An empty entry of PATH is the current directory (environ(7)).
        let directory = if directory.as_os_str().is_empty() { ".".into() } else { directory };
        match check(&directory.join(name)) {
            Ok(found) => return Ok(found),
            Err(error) => refused = refused.or(error),
        }
    }
    Err(refused.unwrap_or(ResolveError::NotFound { searched_path: true }))
}

/// The path itself if it can be executed; `Err(None)` where there is nothing.
#[cfg(unix)]
fn check(path: &Path) -> Result<PathBuf, Option<ResolveError>> {
    let metadata = std::fs::metadata(path).map_err(|_| None)?;
    if metadata.is_dir() {
        return Err(Some(ResolveError::Directory(path.to_path_buf())));
    }
    match probity_sys::process::may_execute(path) {
        Ok(()) => Ok(path.to_path_buf()),
        Err(_) => Err(Some(ResolveError::NotExecutable(path.to_path_buf()))),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn finds_programs_like_execvp() {
        let path = OsStr::new("/nonexistent::/usr/bin:/bin");
        let found = resolve(OsStr::new("sh"), Some(path)).unwrap();
        assert!(found.is_absolute() && found.ends_with("sh"));
        assert_eq!(resolve(OsStr::new("/bin/sh"), None), Ok(PathBuf::from("/bin/sh")));
        assert_eq!(resolve(OsStr::new(""), None), Err(ResolveError::Empty));
        assert_eq!(
            resolve(OsStr::new("no-such-program-here"), Some(path)),
            Err(ResolveError::NotFound { searched_path: true })
        );
        assert_eq!(
            resolve(OsStr::new("./no/such"), Some(path)),
            Err(ResolveError::NotFound { searched_path: false })
        );
        assert!(matches!(resolve(OsStr::new("/usr"), None), Err(ResolveError::Directory(_))));
        assert!(matches!(
            resolve(OsStr::new("/etc/passwd"), None),
            Err(ResolveError::NotExecutable(_))
        ));
    }
}
