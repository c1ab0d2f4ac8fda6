//! The peak memory of a program is its own, not that of the process that measures it.

use super::compiled::compile;
use super::outcome::{Outcome, Row};
use super::program::Program;
use crate::scratch::Scratch;
use serde_json::Value;
use std::process::Command;

/// How far the two may be apart, in bytes.
const BOUND: u64 = 1_000_000;
/// A parent so small that what a child inherits from it does not show.
const PARENT: &str = include_str!("../../../crates/cli/tests/memory/parent.c");

/// Measures `true` both ways.
pub(crate) fn run(program: &Program, scratch: &Scratch) -> Result<Outcome, String> {
    let small = under_small_parent(scratch)?;
    let arguments = ["-r", "5", "--metrics", "mem.peak_rss", "--json", "-", "--", "true"];
    let ours = peak(&program.stat(scratch.path(), &arguments)?)?;
    Ok(Outcome::of(&[Row {
        what: "peak memory of `true`".to_owned(),
        bound: format!("within {BOUND} B of {small} B under a tiny static parent"),
        seen: format!("{ours} B"),
        met: ours.abs_diff(small) <= BOUND,
    }]))
}

/// What wait4 tells the tiny parent, in bytes.
fn under_small_parent(scratch: &Scratch) -> Result<u64, String> {
    let parent = compile(scratch, "parent", PARENT)?;
    let output = Command::new(&parent).arg("true").output();
    let output = output.map_err(|error| format!("run the tiny parent: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let kib: Option<u64> = text.trim().parse().ok().filter(|_| output.status.success());
    kib.map(|kib| kib * 1024)
        .ok_or_else(|| format!("read the tiny parent's answer: {}, {text:?}", output.status))
}

/// The median peak memory of the only case, in bytes.
pub(crate) fn peak(document: &Value) -> Result<u64, String> {
    let summary = &document["cases"][0]["summary"]["mem.peak_rss"];
    let measured = summary["status"] == "measured" && summary["unit"] == "bytes";
    summary["median"]
        .as_u64()
        .filter(|_| measured)
        .ok_or_else(|| format!("read the peak memory: found {summary}"))
}
