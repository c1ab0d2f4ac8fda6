//! How often a verdict is wrong: a program against itself, and against a little more of itself.

use super::outcome::{Outcome, Row};
use super::program::Program;
use super::verdicts::verdict;
use crate::scratch::Scratch;
use std::collections::BTreeMap;
use std::process::Command;

/// A program of known work.
const SPIN: &str = include_str!("spin.c");
/// Its work in thousandths: some milliseconds.
const WORK: u64 = 1_000;
/// The chance of a false alarm that the rules allow, in percent.
const ALLOWED: u64 = 5;

/// How many campaigns of each kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    same: u64,
    different: u64,
}

impl Size {
    /// Enough to publish, or a quick look.
    pub(crate) fn new(quick: bool) -> Self {
        if quick { Self { same: 40, different: 10 } } else { Self { same: 400, different: 60 } }
    }
}

/// Runs the campaigns and counts their verdicts.
pub(crate) fn run(program: &Program, scratch: &Scratch, size: Size) -> Result<Outcome, String> {
    compile(scratch)?;
    let same = count(program, scratch, WORK, size.same)?;
    let called: u64 = ["regressed", "improved"].iter().filter_map(|name| same.get(*name)).sum();
    let allowed = size.same * ALLOWED / 100;
    let mut rows = vec![Row {
        what: format!("against itself, {} campaigns", size.same),
        bound: format!("called different in {allowed} or fewer"),
        seen: told(&same),
        met: called <= allowed,
    }];
    for percent in [1, 2, 5, 10] {
        let counts = count(program, scratch, WORK + WORK * percent / 100, size.different)?;
        rows.push(Row {
            what: format!("{percent} % more work, {} campaigns", size.different),
            bound: "published, not promised".to_owned(),
            seen: told(&counts),
            met: true,
        });
    }
    Ok(Outcome::of(&rows))
}

fn compile(scratch: &Scratch) -> Result<(), String> {
    let source = scratch.write("spin.c", SPIN)?;
    let mut command = Command::new("cc");
    command.args(["-O1", "-o"]).arg(scratch.path().join("spin")).arg(source);
    let output = command.output().map_err(|error| format!("run cc: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("compile spin.c: {}", String::from_utf8_lossy(&output.stderr).trim()))
}

/// The verdicts of `campaigns` campaigns of ten blocks, with the seeds from 1.
fn count(
    program: &Program,
    scratch: &Scratch,
    work: u64,
    campaigns: u64,
) -> Result<BTreeMap<String, u64>, String> {
    let (reference, candidate) = (format!("./spin {WORK}"), format!("./spin {work}"));
    let mut counts = BTreeMap::new();
    for seed in 1..=campaigns {
        let seed = seed.to_string();
        let arguments = ["-r", "10", "--seed", &seed, "--json", "-", "--metrics", "time.wall"];
        let arguments = [&arguments[..], &[&reference, &candidate]].concat();
        let document = program.stat(scratch.path(), &arguments)?;
        *counts.entry(verdict(&document)?.to_owned()).or_default() += 1;
    }
    Ok(counts)
}

fn told(counts: &BTreeMap<String, u64>) -> String {
    let parts: Vec<String> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
    parts.join(", ")
}
