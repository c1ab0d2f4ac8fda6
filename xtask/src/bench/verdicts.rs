//! Two levels of compression are told apart, and one from itself is not.

use super::outcome::{Outcome, Row};
use super::program::Program;
use crate::scratch::Scratch;
use serde_json::Value;

/// The program, and a slower one that does the same work.
const FAST: &str = "gzip -1 -kc in";
const SLOW: &str = "gzip -9 -kc in";

/// How many campaigns, and how many of them may go wrong.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    /// Campaigns with a difference.
    pub(crate) different: u64,
    /// Campaigns without one.
    pub(crate) same: u64,
}

/// In either kind one campaign may go wrong.
const WRONG: u64 = 1;

impl Size {
    /// What the project promises, or a quick look.
    pub(crate) fn new(quick: bool) -> Self {
        if quick { Self { different: 3, same: 6 } } else { Self { different: 10, same: 20 } }
    }
}

/// Runs both kinds of campaign.
pub(crate) fn run(program: &Program, scratch: &Scratch, size: Size) -> Result<Outcome, String> {
    let lines: String = (1..=300_000).map(|number| format!("{number}\n")).collect();
    scratch.write("in", &lines)?;
    let regressed = count(program, scratch, SLOW, size.different, &["regressed"])?;
    let called = count(program, scratch, FAST, size.same, &["regressed", "improved"])?;
    let needed = size.different - WRONG;
    Ok(Outcome::of(&[
        Row {
            what: format!("{SLOW} against {FAST}"),
            bound: format!("regressed in {needed} of {} or more", size.different),
            seen: regressed.to_string(),
            met: regressed >= needed,
        },
        Row {
            what: format!("{FAST} against itself"),
            bound: format!("called different in {WRONG} of {} or fewer", size.same),
            seen: called.to_string(),
            met: called <= WRONG,
        },
    ]))
}

/// In how many campaigns, with the seeds from 1, the candidate gets one of the `counted` verdicts.
fn count(
    program: &Program,
    scratch: &Scratch,
    candidate: &str,
    campaigns: u64,
    counted: &[&str],
) -> Result<u64, String> {
    let mut seen = 0;
    for seed in 1..=campaigns {
        let seed = seed.to_string();
        let arguments = ["-r", "12", "--seed", &seed, "--json", "-", FAST, candidate];
        let document = program.stat(scratch.path(), &arguments)?;
        seen += u64::from(counted.contains(&verdict(&document)?));
    }
    Ok(seen)
}

/// The verdict of the only comparison.
pub(crate) fn verdict(document: &Value) -> Result<&str, String> {
    let comparisons = document["comparisons"].as_array().map(Vec::as_slice).unwrap_or_default();
    let [comparison] = comparisons else {
        return Err(format!("read one comparison: the document has {}", comparisons.len()));
    };
    let known =
        ["regressed", "improved", "no_difference_shown", "inconclusive", "incomparable", "invalid"];
    let verdict = comparison["verdict"].as_str().filter(|verdict| known.contains(verdict));
    verdict.ok_or_else(|| format!("read a verdict: found {}", comparison["verdict"]))
}
