//! Whether times differ where counting was asked for too.

use super::interval::interval_at;
use super::row::{Aim, Row};
use super::tool::Bench;
use crate::bench::spread::median;
use std::collections::BTreeMap;

/// The chance that any of all intervals misses.
const ALPHA: f64 = 0.05;
/// How far a median may be off, in per cent; what is published is how far it is.
const OFF: f64 = 0.5;
/// What asks for counts.
const COUNTING: &[&str] = &["--counters"];

/// The times of a benchmark with counting by those without, a number for each round.
type Ratios = BTreeMap<String, Vec<f64>>;

/// Starts ours with and without it in each round, each first in every other round.
pub(super) fn rounds(bench: &Bench<'_>, rounds: usize) -> Result<Vec<Row>, String> {
    let mut ratios = Ratios::new();
    for round in 0..rounds {
        let (first, second) = match round % 2 {
            0 => (&[][..], COUNTING),
            _ => (COUNTING, &[][..]),
        };
        let (one, other) = (bench.invoke_with(first)?, bench.invoke_with(second)?);
        let (plain, counted) = if first.is_empty() { (one, other) } else { (other, one) };
        if counted.counts == 0 {
            return Err("count anything of the benchmarks here: probity doctor says why".to_owned());
        }
        for (name, counted) in &counted.figures {
            // What is known by a bound only has no ratio.
            let both = plain.figures.get(name).map(|plain| [plain, counted]);
            if let Some([plain, counted]) = both.filter(|both| both.iter().all(|it| !it.is_bound)) {
                ratios.entry(name.clone()).or_default().push(counted.ns / plain.ns);
            }
        }
    }
    Ok(rows(&ratios, rounds))
}

/// How far the middle ones are off, how far their intervals reach, and how many exclude that there
/// is no difference, all of them together at 95 %.
pub(super) fn rows(ratios: &Ratios, rounds: usize) -> Vec<Row> {
    let off = |ratio: f64| 100.0 * (ratio - 1.0).abs();
    let tail = ALPHA / 2.0 / ratios.len().max(1) as f64;
    let medians = ratios.values().filter_map(|ratios| median(ratios));
    let intervals: Vec<[f64; 2]> =
        ratios.values().filter_map(|ratios| interval_at(ratios, tail)).collect();
    let farthest = medians.map(off).reduce(f64::max);
    let reach = intervals.iter().flatten().map(|end| off(*end)).reduce(f64::max);
    let excluding = intervals.iter().filter(|[low, high]| *low > 1.0 || *high < 1.0).count();
    // One that has no time in some rounds, or no interval, may differ in just those.
    let are_whole = ratios.values().all(|ratios| ratios.len() == rounds);
    let is_known = are_whole && !intervals.is_empty() && intervals.len() == ratios.len();
    let differing = is_known.then_some(excluding as f64);
    let row = |what: String, aim, digits: usize, value: Option<f64>| Row {
        what,
        aim,
        cells: [
            value.map(|value| (value, format!("{value:.digits$}"))),
            Some(nothing()),
            Some(nothing()),
        ],
    };
    vec![
        row("with --counters, off by % at most".into(), Aim::Within(OFF), 3, farthest),
        row("its intervals reach to, %".into(), Aim::Open, 3, reach),
        row(
            format!("times that differ with it, of {}", ratios.len()),
            Aim::Within(0.0),
            0,
            differing,
        ),
    ]
}

/// The cell of a tool that does not count.
fn nothing() -> (f64, String) {
    (f64::NAN, "none".to_owned())
}
