//! The tree under check, read once.

use super::lexer::Rust;
use super::manifest::{Package, packages};
use std::fs;
use std::path::{Path, PathBuf};

/// Larger files are data, not text that somebody wrote.
const TEXT_CAP: u64 = 1 << 20;

/// All files of a workspace, and what cargo says about its packages.
pub(crate) struct Tree {
    /// Where it is.
    pub(crate) root: PathBuf,
    /// Its files, sorted by path.
    pub(crate) files: Vec<File>,
    /// Its packages.
    pub(crate) packages: Vec<Package>,
}

/// One file of the tree.
pub(crate) struct File {
    /// From the root, with `/` between its parts.
    pub(crate) path: String,
    /// Its content; none where it is not UTF-8 text.
    pub(crate) text: Option<String>,
    /// Its tokens, where it is Rust.
    pub(crate) rust: Option<Rust>,
}

impl Tree {
    /// Reads every file below `root` but what git and cargo keep for themselves.
    pub(crate) fn read(root: &Path) -> Result<Self, String> {
        let root = root.canonicalize().map_err(|e| format!("open {}: {e}", root.display()))?;
        let mut paths = Vec::new();
        walk(&root, &mut paths)?;
        paths.sort();
        let files = paths.iter().map(|path| File::read(&root, path)).collect::<Result<_, _>>()?;
        let packages = packages(&root)?;
        Ok(Self { root, files, packages })
    }

    /// The file at `path`.
    pub(crate) fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// The Rust files, with their tokens.
    pub(crate) fn rust(&self) -> impl Iterator<Item = (&File, &Rust)> {
        self.files.iter().filter_map(|file| Some((file, file.rust.as_ref()?)))
    }

    /// The Rust files of crates and chores that are neither tests nor benchmarks.
    pub(crate) fn product(&self) -> impl Iterator<Item = (&File, &Rust)> {
        self.rust().filter(|(file, _)| !file.is_test())
    }

    /// The files that hold text, with it.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&File, &str)> {
        self.files.iter().filter_map(|file| Some((file, file.text.as_deref()?)))
    }
}

impl File {
    fn read(root: &Path, full: &Path) -> Result<Self, String> {
        let failed = |error| format!("read {}: {error}", full.display());
        let relative = full.strip_prefix(root).unwrap_or(full);
        let path = relative.to_string_lossy().replace('\\', "/");
        let metadata = fs::symlink_metadata(full).map_err(failed)?;
        let text = if metadata.is_file() && metadata.len() <= TEXT_CAP {
            String::from_utf8(fs::read(full).map_err(failed)?).ok()
        } else {
            None
        };
        let rust = text.as_deref().filter(|_| path.ends_with(".rs")).map(Rust::read);
        Ok(Self { path, text, rust })
    }

    /// The last part of the path.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// Whether it is `lib.rs` or `mod.rs`.
    pub(crate) fn is_index(&self) -> bool {
        matches!(self.name(), "lib.rs" | "mod.rs")
    }

    /// Whether it is compiled for tests, benchmarks or fuzzing only.
    pub(crate) fn is_test(&self) -> bool {
        self.name() == "tests.rs"
            || self.path.split('/').any(|part| matches!(part, "tests" | "benches" | "fuzz"))
    }

    /// The crate's folder below `crates/`, where it lies in one.
    pub(crate) fn crate_folder(&self) -> Option<&str> {
        self.path.strip_prefix("crates/")?.split_once('/').map(|(folder, _)| folder)
    }
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), String> {
    let failed = |error| format!("list {}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let path = entry.path();
        // In a linked worktree it is a file, with the path of the clone.
        if path.ends_with(".git") {
            continue;
        }
        if !entry.file_type().map_err(failed)?.is_dir() {
            paths.push(path);
        } else if !is_foreign(&path) {
            walk(&path, paths)?;
        }
    }
    Ok(())
}

/// Cargo's build folders (they carry a cache tag), and evidence that somebody left
/// beside the sources (git ignores it too).
fn is_foreign(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let fixture = folder.components().any(|part| part.as_os_str() == "fixtures");
    name == "target"
        || folder.join("CACHEDIR.TAG").exists()
        || (name.ends_with(".probity") && !fixture)
}
