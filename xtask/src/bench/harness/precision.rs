//! How long each tool takes until its results agree between processes.

use super::interval::{PRECISE, interval, reach};
use super::tool::{Bench, Invocation};
use crate::bench::spread::median;
use std::collections::BTreeMap;

/// An interval needs so many processes.
const FEWEST: usize = 6;

/// What it came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Agreement {
    /// How long the first process of the tool took: what a user waits.
    pub(super) first_s: f64,
    /// How long all took.
    pub(super) all_s: f64,
    /// How many there were.
    pub(super) invocations: usize,
    /// Benchmarks whose median is known to within 1 %.
    pub(super) precise: usize,
    /// How far the interval of a benchmark reaches from its median: the middle one of those that
    /// have any.
    pub(super) reach: Option<f64>,
}

/// Starts ours once: it makes the processes itself.
pub(super) fn ours(bench: &Bench) -> Result<Agreement, String> {
    let seen = bench.invoke()?;
    let reaches = seen.figures.values().map(|figure| reach(figure.ns, figure.interval?));
    let agreement = Agreement {
        first_s: seen.seconds,
        all_s: seen.seconds,
        invocations: 1,
        precise: 0,
        reach: None,
    };
    Ok(agreement.with(&reaches.flatten().collect::<Vec<f64>>()))
}

/// Starts another as often as it takes for as many benchmarks, and as often as an interval needs;
/// no more once that took `most_s` seconds.
pub(super) fn other(
    wanted: usize,
    most_s: f64,
    start: &mut dyn FnMut() -> Result<Invocation, String>,
) -> Result<Agreement, String> {
    let mut values: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    let mut seen = Agreement { first_s: 0.0, all_s: 0.0, invocations: 0, precise: 0, reach: None };
    let is_enough = |seen: &Agreement| seen.invocations >= FEWEST && seen.precise >= wanted;
    while !is_enough(&seen) && seen.all_s < most_s {
        let next = start()?;
        if seen.invocations == 0 {
            seen.first_s = next.seconds;
        }
        seen.all_s += next.seconds;
        seen.invocations += 1;
        for (name, figure) in next.figures {
            values.entry(name).or_default().push(figure.ns);
        }
        let reaches =
            values.values().filter_map(|values| reach(median(values)?, interval(values)?));
        seen = seen.with(&reaches.collect::<Vec<f64>>());
    }
    Ok(seen)
}

impl Agreement {
    /// With what the intervals of its benchmarks come to.
    fn with(self, reaches: &[f64]) -> Self {
        let precise = reaches.iter().filter(|reach| **reach <= PRECISE).count();
        Self { precise, reach: median(reaches), ..self }
    }
}
