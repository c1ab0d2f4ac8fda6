//! The target as a whole.

use super::campaign::campaign;
use super::journal::Journal;
use super::plan::{Size, plan};
use super::programs::Programs;
use super::summary::summaries;
use super::table;
use crate::bench::options::Options;
use crate::bench::outcome::Outcome;
use crate::scratch::Scratch;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// So many campaigns that fail one after the other are no accident.
const FAILURES: usize = 3;
/// How often it is told how far things are.
const TOLD: usize = 20;

/// Runs the campaigns that have not been run, and sums all up; in the folder that was named, or one
/// that goes away.
pub(in crate::bench) fn run(
    workspace: &Path,
    scratch: &Scratch,
    options: &Options,
    tell: &dyn Fn(&str),
) -> Result<Outcome, String> {
    let home = home(scratch, options)?;
    let programs = Programs::prepare(workspace, &home)?;
    let mut journal = Journal::open(&home.join("campaigns.jsonl"))?;
    let processes: Vec<Option<u64>> = match options.processes.as_slice() {
        [] => vec![None],
        numbers => numbers.iter().map(|number| Some(number.get())).collect(),
    };
    let all = plan(Size::new(options.quick, options.campaigns), &processes);
    let mut failures = 0;
    for (place, identity) in all.iter().enumerate() {
        if place % TOLD == 0 {
            tell(&format!("campaign {} of {}", place + 1, all.len()));
        }
        if journal.has(*identity) {
            continue;
        }
        let record = campaign(&programs, *identity);
        failures = if record.failed.is_some() { failures + 1 } else { 0 };
        let failed = record.failed.clone();
        journal.add(record)?;
        if let Some(reason) = failed.filter(|_| failures == FAILURES) {
            return Err(reason);
        }
    }
    let summaries = summaries(journal.records());
    let outcome = table::outcome(&summaries);
    let value: Value = summaries.iter().map(table::value).collect();
    keep(&home.join("summary.json"), &format!("{value:#}\n"))?;
    keep(&home.join("summary.txt"), &outcome.table)?;
    Ok(outcome)
}

fn home(scratch: &Scratch, options: &Options) -> Result<PathBuf, String> {
    let Some(folder) = &options.out else { return Ok(scratch.path().to_owned()) };
    let made = std::fs::create_dir_all(folder).and_then(|()| folder.canonicalize());
    made.map_err(|error| format!("make {}: {error}", folder.display()))
}

fn keep(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("write {}: {error}", path.display()))
}
