//! The table: a line for each quantity, a column for each tool.

use super::tool::{Prepared, Tool};
use crate::bench::outcome::Outcome;
use crate::bench::stat::table::aligned;

/// What is shown before a time that is at most that.
pub(super) const BOUND: &str = "at most ";

/// What is shown before a time that is more than that: it was not waited for the end.
pub(super) const MORE: &str = "more than ";

/// What ours is to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Aim {
    /// At most what the tool at this place has.
    Peer(usize),
    /// This or less, whatever the sign.
    Within(f64),
    /// At least what the best other has.
    Best,
    /// Anything: it is published.
    Open,
}

/// One quantity of all tools.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) what: String,
    pub(super) aim: Aim,
    /// A number, and what is shown of it; none where the tool is missing.
    pub(super) cells: [Option<(f64, String)>; 3],
}

impl Row {
    /// With so many digits.
    pub(super) fn new(what: &str, aim: Aim, digits: usize, values: [Option<f64>; 3]) -> Self {
        let cell = |value: f64| (value, format!("{value:.digits$}"));
        Self { what: what.to_owned(), aim, cells: values.map(|value| value.map(cell)) }
    }

    fn number(&self, place: usize) -> Option<f64> {
        self.cells[place].as_ref().map(|(number, _)| *number)
    }

    /// The aim in words, and whether it is met; what cannot be told is not.
    pub(super) fn judged(&self) -> (String, bool) {
        let (words, met) = match self.aim {
            Aim::Peer(place) => {
                let both = self.number(0).zip(self.number(place));
                let words = format!("at most {}", Tool::ALL[place].name());
                (words, both.map(|(ours, theirs)| ours <= theirs))
            }
            Aim::Within(limit) => {
                (format!("within {limit}"), self.number(0).map(|ours| ours.abs() <= limit))
            }
            Aim::Open => ("published".to_owned(), self.number(0).map(|_| true)),
            Aim::Best => {
                let others = [1, 2].into_iter().filter_map(|place| self.number(place));
                let both = self.number(0).zip(others.max_by(f64::total_cmp));
                ("at least the others".to_owned(), both.map(|(ours, best)| ours >= best))
            }
        };
        let told = match met {
            Some(true) => "met",
            Some(false) => "NOT MET",
            None => "cannot tell",
        };
        (format!("{words}: {told}"), met == Some(true))
    }

    /// Ours by that of another. A ratio of what may be 0 or less, or is a bound, says nothing.
    fn ratio(&self, place: usize) -> String {
        let is_bound = |cell: &(f64, String)| cell.1.starts_with(BOUND);
        let are_bounds = self.cells.iter().flatten().any(is_bound);
        match self.number(0).zip(self.number(place)) {
            None => "missing".to_owned(),
            Some((ours, theirs)) if ours > 0.0 && theirs > 0.0 && !are_bounds => {
                let is_more = self.cells[place].as_ref().is_some_and(|it| it.1.starts_with(MORE));
                format!("{}{:.3}", if is_more { "below " } else { "" }, ours / theirs)
            }
            Some(_) => "none".to_owned(),
        }
    }
}

/// The table, then why tools are missing.
pub(super) fn outcome(rows: &[Row], prepared: &[Prepared]) -> Outcome {
    let [ours, one, two] = Tool::ALL.map(Tool::name);
    let heads = ["", ours, one, two, "÷ criterion", "÷ divan", "aim"];
    let mut lines = vec![heads.map(str::to_owned)];
    let mut met = true;
    for row in rows {
        let (aim, kept) = row.judged();
        met &= kept;
        let cell = |place: usize| {
            let shown = row.cells[place].as_ref().map(|(_, shown)| shown.clone());
            shown.unwrap_or_else(|| "missing".to_owned())
        };
        let [ours, one, two] = [0, 1, 2].map(cell);
        lines.push([row.what.clone(), ours, one, two, row.ratio(1), row.ratio(2), aim]);
    }
    let mut table = aligned(&lines);
    for tool in prepared {
        if let Err(reason) = &tool.package {
            table += &format!("\n{} is missing: failed to {reason}\n", tool.tool.name());
        }
    }
    Outcome { table, met }
}
