//! What a run takes into the guest: a folder that becomes its second disk, seen there as `/bed`.

use super::Machine;
use super::image::{create, executable, write};
use super::tool::{command, output};
use crate::artifact::{Artifact, build_with};
use crate::scratch::Scratch;
use std::fs;
use std::path::{Path, PathBuf};

const GUEST: &str = include_str!("guest.sh");
/// A program of a known number of instructions, and how many rounds it makes.
const LOOP: &str = "crates/testbed/tests/bed/loop.S";
const ROUNDS: [u32; 4] = [50_000, 100_000, 500_000, 1_000_000];

/// The folder, and where the run leaves what it tells.
pub(super) struct Bundle {
    scratch: Scratch,
}

impl Bundle {
    /// One with `probity` and `loop-ROUNDS`, built for the guest, on its path.
    pub(super) fn new(workspace: &Path, machine: Machine) -> Result<Self, String> {
        let bundle = Self { scratch: Scratch::new()? };
        create(&bundle.content().join("bin"))?;
        executable(&bundle.content().join("guest.sh"), GUEST)?;
        write(&bundle.content().join("name"), machine.name())?;
        for built in cross_build(workspace, machine, &["build", "--package", "probity-cli"])? {
            bundle.add(&built.executable, &format!("bin/{}", built.target))?;
        }
        for rounds in ROUNDS {
            let program = bundle.content().join(format!("bin/loop-{rounds}"));
            let mut compile = command(machine.compiler());
            compile.args(["-nostdlib", "-static", "-o"]).arg(program);
            output(compile.arg(format!("-DROUNDS={rounds}")).arg(workspace.join(LOOP)))?;
        }
        Ok(bundle)
    }

    /// The folder of the run.
    pub(super) fn run(&self) -> &Path {
        self.scratch.path()
    }

    /// The folder that becomes the disk.
    pub(super) fn content(&self) -> PathBuf {
        self.scratch.path().join("bed")
    }

    /// Copies a file into it, with its permissions.
    pub(super) fn add(&self, file: &Path, name: &str) -> Result<(), String> {
        let to = self.content().join(name);
        fs::copy(file, &to).map(drop).map_err(|e| format!("copy {}: {e}", file.display()))
    }

    /// Says what is run: exactly these words.
    pub(super) fn command(&self, words: &[String]) -> Result<(), String> {
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        write(&self.content().join("command"), &format!("exec {}\n", words.join(" ")))
    }
}

/// A word as a shell takes it for itself.
pub(super) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Runs cargo for the machine's target, linked statically.
pub(super) fn cross_build(
    workspace: &Path,
    machine: Machine,
    arguments: &[&str],
) -> Result<Vec<Artifact>, String> {
    let target = machine.target();
    let linker = format!("CARGO_TARGET_{}_LINKER", target.to_uppercase().replace('-', "_"));
    let mut words = arguments.to_vec();
    words.extend(["--target", target]);
    build_with(workspace, &words, &[(&linker, machine.compiler())])
}
