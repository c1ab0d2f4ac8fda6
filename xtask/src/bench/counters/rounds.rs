//! The rounds, in each of which everything is measured once.

use super::peer::Peer;
use super::seen::quantities;
use crate::bench::example::Example;
use crate::bench::load::Load;
use crate::bench::outcome::{Outcome, Row};
use crate::bench::quantity::{Quantity, add};
use crate::scratch::Scratch;
use std::path::Path;
use std::process::Stdio;

/// Builds the program and measures in so many rounds.
pub(in crate::bench) fn run(
    workspace: &Path,
    scratch: &Scratch,
    quick: bool,
) -> Result<Outcome, String> {
    let example = Example::build(workspace, "counter_cost")?;
    let before = Load::now();
    let rounds = if quick { 3 } else { 9 };
    let mut outcome = measure(&example, &Peer::new(scratch), rounds)?;
    outcome.table += "software events stand in for those of the CPU\n";
    outcome.table += &format!("medians of {rounds} rounds; {before} before\n");
    if before.is_crowded() {
        outcome.table += "not quiet: the time of other programs is in these times\n";
    }
    Ok(outcome)
}

/// Measures in so many rounds; where perf cannot be asked, the reason stands below the table.
pub(super) fn measure(
    example: &Example,
    peer: &Result<Peer, String>,
    rounds: usize,
) -> Result<Outcome, String> {
    let mut known: Vec<Quantity> = Vec::new();
    for _ in 0..rounds {
        let mut command = example.command();
        let values = Example::values("measure brackets", command.stdin(Stdio::null()))?;
        let run = |size| peer.as_ref().ok().map(|peer| peer.run(size)).transpose();
        add(&mut known, quantities(&values, run)?)?;
    }
    let rows: Vec<Row> = known.iter().map(Quantity::row).collect();
    let mut outcome = Outcome::of(&rows);
    if let Err(reason) = peer {
        outcome.table += &format!("perf stat is missing: {reason}\n");
    }
    Ok(outcome)
}
