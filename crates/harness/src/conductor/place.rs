//! Where results of benchmarks are kept: in `probity` in cargo's target directory.

use probity_evidence::{Bounds, Shelf};
use std::path::{Path, PathBuf};

/// Files by which cargo's target directory is known: the first is there where cargo made the
/// directory, the second where it has built in one that somebody else had made.
const MARKS: [&str; 2] = ["CACHEDIR.TAG", ".rustc_info.json"];
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
    let is_marked = |folder: &&Path| MARKS.iter().any(|mark| folder.join(mark).is_file());
    program.ancestors().skip(1).find(is_marked)
}

/// The shelf of evidence.
pub(crate) fn shelf(directory: &Path) -> Shelf {
    Shelf::with_bounds(directory.join("evidence"), BOUNDS)
}
