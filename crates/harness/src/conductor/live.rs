//! What is known so far, a line for each benchmark: for a person who waits.

use super::comparison::Variant;
use probity_model::{RunRole, Unit, Value};
use probity_report::Escaped;
use probity_report::quantity::quantity;
use probity_stats::Ordered;
use std::collections::HashMap;

/// Columns of a median, as `999.9 ns`.
const FIGURE: usize = 10;
/// Fewest columns and rows of a terminal that shows more than one line.
const LEAST: [usize; 2] = [40, 6];
/// Columns that a name may have.
const NAME: usize = 48;

/// What is known so far. It is no result: that comes of the evidence, when all is measured.
pub(crate) struct Live {
    rows: Vec<Row>,
    /// The row of each case, and whether it is the baseline of that.
    places: HashMap<usize, (usize, bool)>,
    is_comparison: bool,
}

struct Row {
    id: String,
    /// Nanoseconds of an iteration, of each process.
    times: Vec<f64>,
    baseline: Vec<f64>,
}

impl Live {
    /// Of the cases of a campaign, of which nothing is known yet.
    pub(crate) fn new(variants: &[Variant]) -> Self {
        let baselines: Vec<usize> = variants.iter().filter_map(|one| one.against).collect();
        let mut live = Self { rows: Vec::new(), places: HashMap::new(), is_comparison: false };
        for (place, variant) in variants.iter().enumerate() {
            if baselines.contains(&place) {
                continue;
            }
            let row = live.rows.len();
            live.places.insert(place, (row, false));
            live.is_comparison |= variant.against.is_some();
            live.places.extend(variant.against.map(|place| (place, (row, true))));
            let id = variant.id.clone();
            live.rows.push(Row { id, times: Vec::new(), baseline: Vec::new() });
        }
        live
    }

    /// Takes a process of the case at this place, and its time where it has one.
    pub(crate) fn add(&mut self, place: usize, role: RunRole, ns: Option<f64>) {
        let place = self.places.get(&place).filter(|_| role == RunRole::Timed);
        let row = place
            .and_then(|(row, is_baseline)| self.rows.get_mut(*row).map(|row| (row, *is_baseline)));
        if let (Some(ns), Some((row, is_baseline))) = (ns, row) {
            let times = if is_baseline { &mut row.baseline } else { &mut row.times };
            times.push(ns);
        }
    }

    /// The lines for a terminal of so many columns and rows, of which one is for something else;
    /// none where there is no room.
    pub(crate) fn lines(&self, columns: usize, rows: usize) -> Vec<String> {
        if columns < LEAST[0] || rows < LEAST[1] {
            return Vec::new();
        }
        // A line that fills the last column would wrap on some terminals.
        let room = columns - 1 - 2 * (FIGURE + 2);
        let names = self.rows.iter().map(|row| Escaped::new(&row.id).width());
        let width = names.max().unwrap_or_default().min(room).min(NAME);
        let shown = if self.rows.len() > rows - 2 { rows - 3 } else { self.rows.len() };
        let line = |row: &Row| {
            let name = Escaped::new(&row.id).cut(width);
            let pad = " ".repeat(width.saturating_sub(name.width()));
            let [baseline, time] = [&row.baseline, &row.times].map(|times| figure(times));
            match self.is_comparison {
                true => format!("{name}{pad}  {baseline:>FIGURE$}  {time:>FIGURE$}"),
                false => format!("{name}{pad}  {time:>FIGURE$}"),
            }
        };
        let mut lines: Vec<String> = self.rows.iter().take(shown).map(line).collect();
        let more = self.rows.len() - shown;
        lines.extend((more > 0).then(|| format!("… and {more} more")));
        lines
    }
}

/// The median, where there is any.
fn figure(times: &[f64]) -> String {
    let median = Ordered::reals(times.iter().copied()).and_then(|times| times.median());
    median.map_or_else(
        || "…".to_owned(),
        |median| {
            let shown = quantity(Unit::NanosecondsPerIteration, Value::Real(median));
            shown.as_str().to_owned()
        },
    )
}
