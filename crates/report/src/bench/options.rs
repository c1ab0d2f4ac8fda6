//! What may be asked of the table.

use super::roster::Roster;
use crate::stat::Campaign;
use crate::table::Style;
use probity_model::{MetricId, Pass};

/// How benchmarks are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BenchOptions {
    /// Colour or none.
    pub style: Style,
    /// Whether it is shown how the numbers came to be.
    pub details: bool,
    /// The order of rows; none is that of the sources, as a tree.
    pub sort: Option<SortBy>,
    /// The parameter whose values have a table each.
    pub group_by: Option<String>,
    /// Columns of the terminal; none where nobody looks at it.
    pub width: Option<usize>,
}

/// An order of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortBy {
    /// By what.
    pub key: SortKey,
    /// Whether the largest comes first.
    pub descending: bool,
}

/// What rows are ordered by. By a number they are no tree: the ranking is what is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortKey {
    /// Where the benchmark stands in its source.
    Location,
    /// Its name; numbers in it by their size.
    Name,
    /// Single benchmarks before groups of them.
    Kind,
    /// The time of an iteration.
    Time,
    /// The ratio to the baseline.
    Change,
    /// What was counted in an iteration.
    Metric(MetricId),
}

/// The keys that are always there.
const KEYS: [(&str, SortKey); 5] = [
    ("location", SortKey::Location),
    ("name", SortKey::Name),
    ("kind", SortKey::Kind),
    ("time", SortKey::Time),
    ("change", SortKey::Change),
];

impl SortKey {
    /// Reads a key; none where it is none of [`sort_keys`].
    pub fn parse(campaign: Campaign<'_>, text: &str) -> Option<Self> {
        if let Some((_, key)) = KEYS.iter().find(|(name, _)| *name == text) {
            return Some(key.clone());
        }
        let mut counted = campaign.metrics().filter(|metric| metric.pass == Pass::Counted);
        let found = counted.find(|metric| metric.id.as_str() == text)?;
        Some(Self::Metric(found.id.clone()))
    }

    /// Whether it orders by a number.
    pub(super) fn is_number(&self) -> bool {
        matches!(self, Self::Time | Self::Change | Self::Metric(_))
    }
}

/// All that rows can be ordered by: words, and the ids of the counted metrics.
pub fn sort_keys(campaign: Campaign<'_>) -> Vec<String> {
    let counted = campaign.metrics().filter(|metric| metric.pass == Pass::Counted);
    let words = KEYS.iter().map(|(name, _)| (*name).to_owned());
    words.chain(counted.map(|metric| metric.id.to_string())).collect()
}

/// All that tables can be made by: the names of parameters.
pub fn group_keys(campaign: Campaign<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for one in Roster::of(campaign).entries.iter().flat_map(|entry| entry.parameters()) {
        if !names.contains(&one.name) {
            names.push(one.name.clone());
        }
    }
    names
}
