//! Which metrics are asked for.

use crate::SOURCES;
use crate::capabilities::offered;
use crate::context::{Context, SubjectKind};
use crate::descriptor::Descriptor;
use probity_model::{MetricId, MetricRole, Pass, Unasked};

/// Metrics by id, in column order. Wall time is always among those that are measured, and with a
/// metric that follows from others so are those.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    ids: Vec<&'static str>,
}

/// The metric that every selection holds: without it no other number can be placed.
const ALWAYS: &str = "time.wall";

fn descriptors() -> impl Iterator<Item = &'static Descriptor> {
    SOURCES.iter().flat_map(|source| source.metrics)
}

fn all() -> impl Iterator<Item = &'static str> {
    descriptors().map(|metric| metric.id)
}

impl Selection {
    /// Every metric there is, those that only counted runs observe included.
    pub fn all() -> Self {
        Self::of(|_| true)
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
        let chosen = |id: &str| selectors.iter().any(|selector| matches(selector, id));
        match selectors.iter().find(|selector| !all().any(|id| matches(selector, id))) {
            Some(unknown) => Err(SelectionError::new(unknown)),
            None => Ok(Self { ids: all().filter(|id| chosen(id)).collect() }),
        }
    }

    /// With all metrics that only counted runs observe.
    #[must_use]
    pub fn with_counters(self) -> Self {
        Self::of(|metric| metric.pass == Pass::Counted || self.contains(metric.id))
    }

    /// Without those that only counted runs observe: what a timed run opens.
    #[must_use]
    pub fn timed(&self) -> Self {
        Self::of(|metric| metric.pass == Pass::Every && self.contains(metric.id))
    }

    /// Of a selection that nobody has made, what is measured without being asked for: energy where
    /// this machine tells it, and no level of the machine (temperature, frequency, power,
    /// throttling), which are dear to read or crowd out the rest. Their absence is no news then.
    #[must_use]
    pub fn usual(&self, context: &Context, kind: SubjectKind) -> Self {
        let is_sought = |role: MetricRole| role.unasked() == Unasked::WhereAvailable;
        let available = offered(context, kind, is_sought).unwrap_or_default();
        let is_usual = |metric: &Descriptor| match metric.role.unasked() {
            Unasked::Always => true,
            Unasked::WhereAvailable => available.contains(&metric.id),
            Unasked::Never => false,
        };
        Self::of(|metric| self.contains(metric.id) && is_usual(metric))
    }

    /// These metrics, and what belongs to each selection.
    pub(crate) fn only(ids: &[&'static str]) -> Self {
        Self::of(|metric| ids.contains(&metric.id))
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

fn matches(selector: &str, id: &str) -> bool {
    selector == "all" || glob(selector, id)
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
        let nearest = all().min_by_key(|id| distance(selector, id)).unwrap_or(ALWAYS);
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
