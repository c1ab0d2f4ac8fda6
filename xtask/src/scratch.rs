//! A temporary folder that goes away with its value.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of our own in the system's temporary folder.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Makes it; it must not be there yet.
    pub(crate) fn new() -> Result<Self, String> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("probity-xtask-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path).map_err(|e| format!("create {}: {e}", path.display()))?;
        Ok(Self(path))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file into it.
    pub(crate) fn write(&self, name: &str, content: &str) -> Result<PathBuf, String> {
        let path = self.0.join(name);
        std::fs::write(&path, content).map_err(|e| format!("write {}: {e}", path.display()))?;
        Ok(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        allow_removal(&self.0);
        // What cannot be removed is in the system's temporary folder: not worth a failure.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Evidence that was kept is read-only, its folders too.
fn allow_removal(folder: &Path) {
    let _ = std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700));
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            allow_removal(&entry.path());
        }
    }
}
