//! Which metrics are asked for.

use crate::SOURCES;
use crate::descriptor::{Descriptor, Offered};
use probity_model::{MetricId, MetricRole, Pass};

/// Metrics by id, in column order. Wall time is always among those that are measured, and with a
/// metric that follows from others so are those.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    ids: Vec<&'static str>,
}

/// The metric that every selection holds: without it no other number can be placed.
const ALWAYS: &str = "time.wall";

/// What the ids of system calls begin with.
const CALLS: &str = "syscalls.";

fn descriptors() -> impl Iterator<Item = &'static Descriptor> {
    SOURCES.iter().flat_map(|source| source.metrics)
}

impl Selection {
    /// Every metric there is, those that only counted runs observe included, but for those that
    /// have to be named because there are hundreds of them.
    pub fn all() -> Self {
        Self::of(|metric| metric.offered != Offered::ByName)
    }

    fn of(chosen: impl Fn(&Descriptor) -> bool) -> Self {
        let inputs: Vec<&str> = descriptors()
            .filter(|metric| chosen(metric))
            .filter_map(|metric| metric.quotient)
            .flatten()
            .collect();
        let kept = |metric: &&Descriptor| {
            metric.id == ALWAYS || inputs.contains(&metric.id) || chosen(metric)
        };
        Self { ids: descriptors().filter(kept).map(|metric| metric.id).collect() }
    }

    /// From what the user wrote: exact ids, `all`, or ids with `*` standing for any characters,
    /// separated by commas. Nothing written is all that needs no counted run.
    ///
    /// # Errors
    /// A selector that names no metric, with the nearest one.
    pub fn parse(selectors: Option<&str>) -> Result<Self, SelectionError> {
        let Some(selectors) = selectors else { return Ok(Self::all().timed()) };
        Self::exactly(selectors).map(|chosen| Self::of(|metric| chosen.contains(metric.id)))
    }

    /// The metrics that `selectors` name and no other, for a listing: nothing is measured with it.
    ///
    /// # Errors
    /// As [`Selection::parse`].
    pub fn exactly(selectors: &str) -> Result<Self, SelectionError> {
        let selectors: Vec<&str> = selectors.split(',').map(str::trim).collect();
        let chosen = |metric: &&Descriptor| selectors.iter().any(|one| matches(one, metric));
        let is_unknown = |one: &&&str| !descriptors().any(|metric| matches(one, metric));
        match selectors.iter().find(is_unknown) {
            Some(unknown) => Err(SelectionError::new(unknown)),
            None => Ok(Self { ids: descriptors().filter(chosen).map(|it| it.id).collect() }),
        }
    }

    /// With all metrics that only counted runs observe and that leave each other as they are.
    #[must_use]
    pub fn with_counters(self) -> Self {
        let is_added = |metric: &Descriptor| {
            metric.pass == Pass::Counted && metric.offered == Offered::Unasked
        };
        Self::of(|metric| is_added(metric) || self.contains(metric.id))
    }

    /// With system calls in counted runs: the total, and those of these names, separated by commas;
    /// names are as for [`Selection::parse`], without what all their ids begin with.
    ///
    /// # Errors
    /// As [`Selection::parse`].
    pub fn with_system_calls(self, names: &str) -> Result<Self, SelectionError> {
        let ids: Vec<String> = names.split(',').map(|it| format!("{CALLS}{}", it.trim())).collect();
        let calls = Self::exactly(&ids.join(","))?;
        let is_total = |metric: &Descriptor| metric.role == MetricRole::SystemCalls;
        Ok(Self::of(|metric| {
            is_total(metric) || calls.contains(metric.id) || self.contains(metric.id)
        }))
    }

    /// Without those that only counted runs observe: what a timed run opens.
    #[must_use]
    pub fn timed(&self) -> Self {
        Self::of(|metric| metric.pass == Pass::Every && self.contains(metric.id))
    }

    /// Whether it holds any metric that only counted runs observe.
    pub fn is_counting(&self) -> bool {
        descriptors().any(|metric| metric.pass == Pass::Counted && self.contains(metric.id))
    }

    /// The metric that is judged unless another is named: elapsed time. It is always selected.
    pub fn elapsed() -> MetricId {
        MetricId::new(ALWAYS)
    }

    /// The ids, in column order.
    pub fn metrics(&self) -> impl Iterator<Item = MetricId> {
        self.ids.iter().map(|id| MetricId::new(id))
    }

    /// Whether `id` is asked for.
    pub fn contains(&self, id: &str) -> bool {
        self.ids.contains(&id)
    }
}

/// Whether `selector` means `metric`. What has to be named is not meant by a pattern which would
/// also mean others, so that nobody opens hundreds of counters with `*read*`.
fn matches(selector: &str, metric: &Descriptor) -> bool {
    if metric.offered != Offered::ByName {
        return selector == "all" || glob(selector, metric.id);
    }
    let family = metric.id.split_inclusive('.').next().unwrap_or(metric.id);
    selector.starts_with(family) && glob(selector, metric.id)
}

/// Whether each `*` in `pattern` can stand for something that makes it `text`.
fn glob(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == text };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    let Some(mut text) = text.strip_prefix(first) else { return false };
    for part in middle.split('*') {
        // The leftmost fit leaves the most for the parts after it.
        let Some(at) = text.find(part) else { return false };
        text = &text[at + part.len()..];
    }
    text.ends_with(last)
}

/// A selector that names no metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectionError {
    /// What was written.
    pub selector: String,
    /// The metric whose id is nearest to it.
    pub nearest: MetricId,
}

impl SelectionError {
    fn new(selector: &str) -> Self {
        // A tie goes to the first column. There is always a first.
        let nearest = descriptors()
            .map(|metric| metric.id)
            .min_by_key(|id| distance(selector, id))
            .unwrap_or(ALWAYS);
        Self { selector: selector.to_owned(), nearest: MetricId::new(nearest) }
    }
}

impl std::fmt::Display for SelectionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "select metrics: no metric is called `{}`; the nearest is `{}`",
            self.selector.escape_debug(),
            self.nearest
        )
    }
}

impl std::error::Error for SelectionError {}

/// Levenshtein's distance: the fewest insertions, deletions and replacements of one character.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (done, from) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = done + 1;
        for (place, to) in to.chars().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[place + 1];
            row[place + 1] = replaced.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[to.len()]
}
