//! Bodies of known time: what a tool adds to them, and whether twice the work is twice the time.

use super::bodies::{Body, LINE, NOTHING};
use super::reading::Figure;
use super::tool::Bench;
use crate::bench::spread::median;
use std::collections::BTreeMap;

/// What was told of each body, a value a round.
pub(super) type Told = BTreeMap<String, Vec<Figure>>;

/// So many rounds, in each of which every tool is first equally often.
pub(super) fn rounds(benches: &[Option<Bench>], rounds: usize) -> Result<Vec<Told>, String> {
    let mut told: Vec<Told> = benches.iter().map(|_| Told::new()).collect();
    for round in 0..rounds {
        for turn in 0..benches.len() {
            let place = (round + turn) % benches.len();
            let Some(bench) = &benches[place] else { continue };
            for (name, figure) in bench.invoke()?.figures {
                told[place].entry(name).or_default().push(figure);
            }
        }
    }
    Ok(told)
}

/// What is told of the empty body; whether it is at most that.
pub(super) fn nothing(told: &Told) -> Option<Figure> {
    let figures = told.get(NOTHING)?;
    let is_bound = figures.iter().any(|figure| figure.is_bound);
    Some(Figure { is_bound, ..Figure::exactly(middle(told, NOTHING)?) })
}

/// What is told of one multiplication beyond its share of a thousand.
pub(super) fn intercept(told: &Told) -> Option<f64> {
    let [one, thousand] = [1, LINE[0]].map(|steps| middle(told, &Body::chain(steps).name));
    let (one, thousand) = (one?, thousand?);
    Some(one - (thousand - one) / (LINE[0] - 1) as f64)
}

/// By how much of itself the time of a chain is off the line through the shortest and the longest,
/// at most.
pub(super) fn off_line(told: &Told) -> Option<f64> {
    let times = LINE.map(|steps| middle(told, &Body::chain(steps).name));
    let [first, second, third, last] = times;
    let (first, last) = (first?, last?);
    let slope = (last - first) / (LINE[3] - LINE[0]) as f64;
    let off = |steps: u64, time: f64| {
        let expected = first + slope * (steps - LINE[0]) as f64;
        (time / expected - 1.0).abs()
    };
    Some(off(LINE[1], second?).max(off(LINE[2], third?)))
}

fn middle(told: &Told, name: &str) -> Option<f64> {
    let values: Vec<f64> = told.get(name)?.iter().map(|figure| figure.ns).collect();
    median(&values)
}
