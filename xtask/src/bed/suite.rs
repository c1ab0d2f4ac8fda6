//! The test programs that are run in a guest.

use super::Machine;
use super::bundle::{Bundle, cross_build};
use super::image::{create, write};
use super::tool::{command, output};
use std::path::Path;

/// Packages whose tests say something in a guest: they ask the kernel, or what is around a run.
const PACKAGES: [&str; 5] =
    ["probity-sys", "probity-host", "probity-sources", "probity-capture", "probity-testbed"];
/// What the tests read besides the programs: their fixtures, and pages they are compared with.
const TREE: [&str; 3] = ["crates", "docs", "fixtures"];
const SUITE: &str = include_str!("suite.sh");

/// Adds the test programs with `filter` in their name, and the command that runs them all.
pub(super) fn add(
    workspace: &Path,
    machine: Machine,
    filter: &str,
    bundle: &Bundle,
) -> Result<(), String> {
    let mut words = vec!["test", "--no-run"];
    words.extend(PACKAGES.iter().flat_map(|package| ["--package", package]));
    let mut built = cross_build(workspace, machine, &words)?;
    built.sort();
    create(&bundle.content().join("tests"))?;
    let mut list = String::new();
    for test in built.iter().filter(|built| built.test) {
        let package = test.folder.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{package}-{}", test.target);
        if name.contains(filter) {
            bundle.add(&test.executable, &format!("tests/{name}"))?;
            list.push_str(&format!("{name} {}\n", test.folder.display()));
        }
    }
    if list.is_empty() {
        return Err(format!("find a test program with `{filter}` in its name"));
    }
    let tree = bundle.content().join("tree");
    create(&tree)?;
    for part in TREE {
        output(command("cp").arg("--recursive").arg(workspace.join(part)).arg(&tree))?;
    }
    write(&bundle.content().join("workspace"), &workspace.display().to_string())?;
    write(&bundle.content().join("tests/list"), &list)?;
    write(&bundle.content().join("command"), SUITE)
}
