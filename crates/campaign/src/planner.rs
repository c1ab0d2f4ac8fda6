//! How many blocks: decided once, before the first judged run.
//!
//! A campaign that stopped when its numbers looked good would find differences that are not there.

use probity_evidence::MAX_BLOCKS;
use probity_model::{CountedRuns, Plan, Requested};

/// So much measuring is worth having when nothing else asks for more, in nanoseconds (3 s).
const WORTH_NS: u64 = 3_000_000_000;

/// What the warm-up said about the length of things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizing {
    /// About how long one block takes, its overhead included, in nanoseconds; `None` where nothing
    /// was run yet.
    pub block_ns: Option<u64>,
    /// Blocks a verdict needs; `None` where nothing is compared.
    pub required: Option<u64>,
    /// Blocks whose runs evidence has room for; `None` where nothing was run yet.
    pub room: Option<u64>,
}

/// Fixes the number of blocks: what was asked for with `-r`, or the largest of the minimum, what
/// the family of comparisons requires, and three seconds' worth; then no more than the maximum and
/// the budget allow, and never none.
pub fn plan(
    requested: &Requested,
    seed: u64,
    warmup: u64,
    counted: CountedRuns,
    sizing: Sizing,
) -> Plan {
    let (blocks, reason) = match requested.runs {
        Some(runs) => (runs.max(1), String::from("asked for")),
        None => sized(requested, sizing),
    };
    let blocks_required = sizing.required;
    Plan { seed, warmup, blocks, counted, in_order: false, blocks_required, reason }
}

fn sized(requested: &Requested, sizing: Sizing) -> (u64, String) {
    let mut blocks = requested.min_runs.max(1);
    let mut reason = String::from("the minimum");
    if let Some(required) = sizing.required.filter(|&required| required > blocks) {
        blocks = required;
        reason = String::from("what this many comparisons require");
    }
    if let Some(block_ns) = sizing.block_ns.map(|block_ns| block_ns.max(1)) {
        let worth = WORTH_NS.div_ceil(block_ns);
        if worth > blocks {
            blocks = worth;
            reason = String::from("three seconds' worth");
        }
        if let Some(budget) = requested.budget_ns.filter(|&budget| budget / block_ns < blocks) {
            blocks = (budget / block_ns).max(1);
            reason = String::from("what the budget allows");
        }
    }
    let most = sizing.room.unwrap_or(MAX_BLOCKS).clamp(1, MAX_BLOCKS);
    if blocks > most {
        blocks = most;
        reason = String::from("the most that evidence may hold");
    }
    if let Some(maximum) = requested.max_runs.filter(|&maximum| maximum < blocks) {
        blocks = maximum.max(1);
        reason = String::from("the maximum");
    }
    (blocks, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: Requested =
        Requested { runs: None, min_runs: 10, max_runs: None, warmup: None, budget_ns: None };

    fn blocks(requested: Requested, block_ns: Option<u64>, required: Option<u64>) -> u64 {
        plan(&requested, 1, 1, CountedRuns::None, Sizing { block_ns, required, room: None }).blocks
    }

    #[test]
    fn the_largest_of_minimum_family_and_three_seconds() {
        assert_eq!(blocks(ASKED, Some(10_000_000_000), None), 10);
        assert_eq!(blocks(ASKED, Some(10_000_000_000), Some(13)), 13);
        assert_eq!(blocks(ASKED, Some(100_000_000), Some(13)), 30);
        assert_eq!(blocks(ASKED, None, Some(6)), 10);
        assert_eq!(blocks(ASKED, Some(0), None), MAX_BLOCKS);
    }

    #[test]
    fn limits_and_wishes_hold() {
        let with = |max_runs, budget_ns| Requested { max_runs, budget_ns, ..ASKED };
        assert_eq!(blocks(with(Some(5), None), Some(1), None), 5);
        assert_eq!(blocks(with(None, Some(1_000)), Some(300), Some(13)), 3);
        assert_eq!(blocks(with(None, Some(1)), Some(300), None), 1);
        assert_eq!(blocks(with(None, Some(u64::MAX)), Some(3_000_000_000), None), 10);
        let exact = Requested { runs: Some(12), ..with(Some(5), Some(1)) };
        assert_eq!(blocks(exact, Some(1), Some(13)), 12);
    }
}
