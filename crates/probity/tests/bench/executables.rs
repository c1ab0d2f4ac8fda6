//! The bench executables that are tested: examples of this package.
//!
//! They are built with these tests, with the same features and into the same target directory, and
//! lie beside them, where they are found without cargo too: another user has none. A bench would
//! have a digest in the name of its file, which only cargo knows, and asking it from here can cost a
//! second build: it takes other features for one package than for all. A program would be installed
//! with the library.
//!
//! What examples lack is that `cargo test --test bench` does not build them. So it is looked whether
//! they are older than what they were made of.

use probity_testbed::skip_unless;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

/// What builds them.
const NEXT: &str = "cargo build -p probity --examples";

/// Where they were built.
#[derive(Clone, Debug)]
pub(crate) struct Executables {
    /// Benchmarks that behave.
    pub(crate) bed: PathBuf,
    /// Benchmarks that do not.
    pub(crate) hostile: PathBuf,
}

/// They; none where they are not there, and the test is to be skipped.
pub(crate) fn executables() -> Option<&'static Executables> {
    static FOUND: OnceLock<Result<Executables, String>> = OnceLock::new();
    let found = FOUND.get_or_init(find);
    let met = found.as_ref().map(drop).map_err(Clone::clone);
    if skip_unless("examples", met) { found.as_ref().ok() } else { None }
}

fn find() -> Result<Executables, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    // It is in `deps`.
    let folder = own.ancestors().nth(2).unwrap_or(&own).join("examples");
    let of = |name| {
        let example = folder.join(name);
        match example.is_file() {
            true => {
                assert_fresh(&example, &own);
                Ok(example)
            }
            false => Err(format!("{} is not there: {NEXT}", example.display())),
        }
    };
    Ok(Executables { bed: of("bed")?, hostile: of("hostile")? })
}

/// Of what cargo says it was made of, nothing has changed between it and this test. What was
/// changed since is in neither.
fn assert_fresh(example: &Path, own: &Path) {
    let changed = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    let (Some(built), Some(tested)) = (changed(example), changed(own)) else { return };
    let is_newer = |path: &&str| {
        changed(Path::new(path)).is_some_and(|time: SystemTime| built < time && time < tested)
    };
    let rule = fs::read_to_string(example.with_extension("d")).unwrap_or_default();
    let sources = rule.split_once(": ").map_or("", |(_, sources)| sources);
    // A space in a path is written with a backslash: such a path is not found, and not looked at.
    let newer = sources.split_ascii_whitespace().find(is_newer);
    assert_eq!(newer, None, "{} is older than that: {NEXT}", example.display());
}
