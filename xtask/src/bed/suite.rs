//! The test programs that are run in a guest.

use super::Machine;
use super::bundle::{Bundle, cross_build, quoted};
use super::image::{create, write};
use super::tool::{command, output};
use std::path::Path;

/// Packages whose tests say something in a guest: they ask the kernel, or what is around a run.
const PACKAGES: [&str; 4] = ["probity-sys", "probity-host", "probity-sources", "probity-testbed"];
/// Those whose tests do too, and take many minutes at the pace of an emulated CPU: they are run
/// where they are named.
const SLOW: [&str; 1] = ["probity-cli"];
/// What the tests read besides the programs: their fixtures, and pages they are compared with.
const TREE: [&str; 3] = ["crates", "docs", "fixtures"];
const SCRIPT: &str = include_str!("suite.sh");
/// Which test programs, and what they are told.
pub(super) struct Suite<'r> {
    /// A part of their names, which are PACKAGE-PROGRAM.
    pub(super) name: &'r str,
    /// Their arguments.
    pub(super) words: &'r [String],
}

impl Suite<'_> {
    /// Adds the test programs and what they need, and the command that runs them all.
    pub(super) fn add(
        &self,
        workspace: &Path,
        machine: Machine,
        bundle: &Bundle,
    ) -> Result<(), String> {
        let is_named = |package: &&str| {
            let short = package.trim_start_matches("probity-");
            !self.name.is_empty() && self.name.starts_with(short)
        };
        let packages = PACKAGES.iter().chain(SLOW.iter().filter(|package| is_named(package)));
        let mut arguments = vec!["test", "--no-run"];
        arguments.extend(packages.flat_map(|package| ["--package", package]));
        let mut built = cross_build(workspace, machine, &arguments)?;
        built.sort();
        let folder = bundle.content().join("tests");
        create(&folder)?;
        let mut list = String::new();
        for test in built.iter().filter(|built| built.test) {
            let package = test.folder.file_name().unwrap_or_default().to_string_lossy();
            let name = format!("{package}-{}", test.target);
            if name.contains(self.name) {
                bundle.add(&test.executable, &format!("tests/{name}"))?;
                list.push_str(&format!("{name} {}\n", test.folder.display()));
            }
        }
        if list.is_empty() {
            return Err(format!("find a test program with `{}` in its name", self.name));
        }
        write(&folder.join("list"), &list)?;
        write(&folder.join("required"), machine.required())?;
        // Tests know where cargo put the programs that they test.
        let programs = built.iter().filter(|built| !built.test);
        let programs =
            programs.map(|built| format!("{} {}\n", built.target, built.executable.display()));
        write(&folder.join("programs"), &programs.collect::<String>())?;
        let words: Vec<String> = self.words.iter().map(|word| quoted(word)).collect();
        write(&bundle.content().join("command"), &format!("set -- {}\n{SCRIPT}", words.join(" ")))?;
        tree(workspace, bundle)
    }
}

/// Copies what the tests read, and says where it belongs.
fn tree(workspace: &Path, bundle: &Bundle) -> Result<(), String> {
    let tree = bundle.content().join("tree");
    create(&tree)?;
    for part in TREE {
        output(command("cp").arg("--recursive").arg(workspace.join(part)).arg(&tree))?;
    }
    write(&bundle.content().join("workspace"), &workspace.display().to_string())
}
