//! Where results of benchmarks are kept: in `probity` in cargo's target directory.

use probity_evidence::{Bounds, Shelf};
use std::path::{Path, PathBuf};

/// The file by which cargo marks its target directory.
const MARK: &str = "CACHEDIR.TAG";
/// Evidence of benchmarks that nobody saved: the last ones.
const BOUNDS: Bounds = Bounds { entries: 50, bytes: 1 << 30 };

/// The directory; none where the executable is in no target directory.
pub(crate) fn directory() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    within(&program).map(|target| target.join("probity"))
}

/// The target directory that `program` is in.
fn within(program: &Path) -> Option<&Path> {
    // A target directory of another workspace may be in one; the innermost is ours.
    program.ancestors().skip(1).find(|folder| folder.join(MARK).is_file())
}

/// The shelf of evidence.
pub(crate) fn shelf(directory: &Path) -> Shelf {
    Shelf::with_bounds(directory.join("evidence"), BOUNDS)
}
