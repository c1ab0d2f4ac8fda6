//! What the tools tell of a benchmark.

use serde_json::Value;
use std::path::Path;

/// A time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Figure {
    /// Nanoseconds for one iteration: what stands in the middle of what the tool prints.
    pub(super) ns: f64,
    /// Whether it is at most that.
    pub(super) is_bound: bool,
    /// The interval of the median between processes, where the tool makes several.
    pub(super) interval: Option<[f64; 2]>,
}

impl Figure {
    pub(super) fn exactly(ns: f64) -> Self {
        Self { ns, is_bound: false, interval: None }
    }
}

/// Ours, of lines of JSON.
pub(super) fn probity(told: &str, name: &str) -> Option<Figure> {
    let mut lines = told.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let line = lines.find(|line| line["id"] == name)?;
    if let Some(at_most) = line["at_most_ns"].as_f64() {
        return Some(Figure { is_bound: true, ..Figure::exactly(at_most) });
    }
    let interval = line["interval_ns"].as_array().and_then(|ends| match &ends[..] {
        [low, high] => Some([low.as_f64()?, high.as_f64()?]),
        _ => None,
    });
    Some(Figure { interval, ..Figure::exactly(line["median_ns"].as_f64()?) })
}

/// How many counts of iterations the lines of JSON have. The elapsed time of the processes is
/// always there and is none.
pub(super) fn counts(told: &str) -> usize {
    let lines = told.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let count = |line: Value| {
        let metrics = line["metrics"].as_object().into_iter().flatten();
        let is_count = |id: &str| id.starts_with("iteration.") && id != "iteration.time";
        metrics.filter(|(id, found)| is_count(id) && found["status"] == "measured").count()
    };
    lines.map(count).sum()
}

/// criterion's, of what it keeps: the slope where it made one, else the mean, as it prints.
pub(super) fn criterion(home: &Path, name: &str) -> Option<Figure> {
    let file = home.join(name).join("new").join("estimates.json");
    estimated(&std::fs::read_to_string(file).ok()?)
}

/// The same, of the text of that file.
pub(super) fn estimated(text: &str) -> Option<Figure> {
    let value: Value = serde_json::from_str(text).ok()?;
    let of = |name: &str| value[name]["point_estimate"].as_f64();
    of("slope").or_else(|| of("mean")).map(Figure::exactly)
}

/// divan's, of the table that it prints: the median.
pub(super) fn divan(told: &str, name: &str) -> Option<Figure> {
    let line = told.lines().find(|line| {
        let line = line.trim_start_matches(['├', '╰', '│', '─', ' ']);
        line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '))
    })?;
    let cells = line.trim_start_matches(['├', '╰', '│', '─', ' ']);
    nanoseconds(cells.split('│').nth(2)?.trim()).map(Figure::exactly)
}

fn nanoseconds(text: &str) -> Option<f64> {
    let (number, unit) = text.split_once(' ')?;
    let scale = match unit {
        "ps" => 1e-3,
        "ns" => 1.0,
        "µs" => 1e3,
        "ms" => 1e6,
        "s" => 1e9,
        _ => return None,
    };
    let number: f64 = number.parse().ok()?;
    Some(number * scale)
}
