//! The comparison as a whole.

use super::rounds::{Bench, Workload};
use super::table;
use super::tool::Tool;
use crate::bench::compiled::compile;
use crate::bench::outcome::Outcome;
use crate::bench::program::Program;
use crate::scratch::Scratch;

/// The programs that are measured, and how many runs are one campaign: about as long for each.
const WORKLOADS: [(&str, &str, u64); 3] = [
    ("nothing", include_str!("nothing.c"), 400),
    ("10 ms spin", include_str!("spin.c"), 20),
    ("200 MB", include_str!("allocate.c"), 4),
];

/// Measures and compares; what is met are aims.
pub(crate) fn run(program: &Program, scratch: &Scratch, quick: bool) -> Result<Outcome, String> {
    let repeat = compile(scratch, "repeat", include_str!("repeat.c"))?;
    let mut workloads = Vec::new();
    for (index, (name, source, runs)) in WORKLOADS.into_iter().enumerate() {
        let path = compile(scratch, &format!("program-{index}"), source)?;
        let runs = if quick { runs.div_ceil(4) } else { runs };
        workloads.push(Workload { name, path, runs });
    }
    let folder = scratch.path().to_owned();
    let bench = Bench { repeat, tools: Tool::all(program), workloads, folder };
    let rounds = if quick { 3 } else { 7 };
    let rows = bench.run(rounds)?;
    Ok(table::outcome(&rows, &bench.tools))
}
