//! Which metrics are asked for, and how.

use crate::SOURCES;
use crate::capabilities::obtainable;
use crate::context::{Context, SubjectKind};
use crate::descriptor::{Descriptor, Offered, Source};
use probity_model::{Metric, MetricId, MetricRole, Pass, Unasked};

/// Metrics by id, in column order. Wall time is always among those that are measured, and with a
/// metric that follows from others so are those.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Those of the table.
    ids: Vec<&'static str>,
    /// Those that are made for what was written, in the order it was written in.
    extras: Vec<Extra>,
    is_estimating: bool,
}

/// A metric that is in no table: a source makes it for something that a user has named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Extra {
    /// The source that makes it.
    pub(crate) source: &'static str,
    pub(crate) id: MetricId,
    /// What names it, in the one spelling that its source gives it.
    pub(crate) selector: String,
}

/// The metric that every selection holds: without it no other number can be placed.
const ALWAYS: &str = "time.wall";
/// Stands for all of the table.
const ALL: &str = "all";

/// What the ids of system calls begin with.
const CALLS: &str = "syscalls.";

fn table() -> impl Iterator<Item = (&'static Source, &'static Descriptor)> {
    SOURCES.iter().flat_map(|source| source.metrics.iter().map(move |metric| (source, metric)))
}

impl Selection {
    /// Every metric of the table, those that only counted runs observe included, but for those that
    /// have to be named because there are hundreds of them.
    pub fn all() -> Self {
        Self::of(|_, metric| metric.offered != Offered::ByName)
    }

    fn of(chosen: impl Fn(&Source, &Descriptor) -> bool) -> Self {
        let inputs: Vec<&str> = table()
            .filter(|(source, metric)| chosen(source, metric))
            .filter_map(|(_, metric)| metric.quotient)
            .flatten()
            .collect();
        let is_kept = |(source, metric): &(&Source, &Descriptor)| {
            metric.id == ALWAYS || inputs.contains(&metric.id) || chosen(source, metric)
        };
        let ids = table().filter(is_kept).map(|(_, metric)| metric.id).collect();
        Self { ids, extras: Vec::new(), is_estimating: false }
    }

    /// From what the user wrote, separated by commas: ids, ids with `*` standing for any
    /// characters, groups (a source, or what stands before the first dot of ids), `all`, and names
    /// of events that are in no table, as their sources read them. Nothing written is all that
    /// needs no counted run.
    ///
    /// # Errors
    /// [`SelectionError`].
    pub fn parse(selectors: Option<&str>) -> Result<Self, SelectionError> {
        let Some(selectors) = selectors else { return Ok(Self::all().timed()) };
        let named = Self::exactly(selectors)?;
        let closed = Self::of(|_, metric| named.ids.contains(&metric.id));
        Ok(Self { extras: named.extras, ..closed })
    }

    /// The metrics that `selectors` name and no other, for a listing: nothing is measured with it.
    ///
    /// # Errors
    /// As [`Selection::parse`].
    pub fn exactly(selectors: &str) -> Result<Self, SelectionError> {
        let (mut plain, mut extras) = (Vec::new(), Vec::new());
        for selector in split(selectors).into_iter().map(str::trim) {
            match extra(selector)? {
                Some(extra) => add(&mut extras, extra)?,
                None if table().any(|(source, metric)| matches(selector, source, metric)) => {
                    plain.push(selector);
                }
                None => return Err(SelectionError::unknown(selector)),
            }
        }
        let is_named =
            |source, metric| plain.iter().any(|selector| matches(selector, source, metric));
        let named = table().filter(|(source, metric)| is_named(source, metric));
        let ids = named.map(|(_, metric)| metric.id).collect();
        Ok(Self { ids, extras, is_estimating: false })
    }

    /// With all metrics of the table that only counted runs observe and that leave each other as
    /// they are.
    #[must_use]
    pub fn with_counters(self) -> Self {
        let is_added = |metric: &Descriptor| {
            metric.pass == Pass::Counted && metric.offered == Offered::Unasked
        };
        let more = Self::of(|_, metric| is_added(metric) || self.contains(metric.id));
        Self { ids: more.ids, ..self }
    }

    /// With system calls in counted runs: the total, and those of these names, separated by commas;
    /// names are as for [`Selection::parse`], without what all their ids begin with.
    ///
    /// # Errors
    /// As [`Selection::parse`].
    pub fn with_system_calls(self, names: &str) -> Result<Self, SelectionError> {
        // Names are taken as they stand in `--metrics` too, and `all` as everywhere.
        let id = |name: &str| match name.trim() {
            "all" => format!("{CALLS}*"),
            name => format!("{CALLS}{}", name.strip_prefix(CALLS).unwrap_or(name)),
        };
        let ids: Vec<String> = names.split(',').map(id).collect();
        let calls = Self::exactly(&ids.join(","))?;
        let is_total = |metric: &Descriptor| metric.role == MetricRole::SystemCalls;
        let more = Self::of(|_, metric| {
            is_total(metric) || calls.contains(metric.id) || self.contains(metric.id)
        });
        Ok(Self { ids: more.ids, ..self })
    }

    /// Without those that only counted runs observe: what a timed run opens.
    #[must_use]
    pub fn timed(&self) -> Self {
        Self::of(|_, metric| metric.pass == Pass::Every && self.contains(metric.id))
    }

    /// Asking for an estimate, marked as such, where a counter was on the hardware for a part of
    /// the time; otherwise that is an absence.
    #[must_use]
    pub fn estimating(self, is_estimating: bool) -> Self {
        Self { is_estimating, ..self }
    }

    /// Whether estimates are asked for.
    pub fn is_estimating(&self) -> bool {
        self.is_estimating
    }

    /// Of a selection that nobody has made, what is measured without being asked for: energy where
    /// this machine tells it, and no level of the machine (temperature, frequency, power,
    /// throttling), which are dear to read or crowd out the rest. Their absence is no news then.
    #[must_use]
    pub fn usual(&self, context: &Context, kind: SubjectKind) -> Self {
        let is_sought = |role: MetricRole| role.unasked() == Unasked::WhereAvailable;
        let available = obtainable(context, kind, is_sought).unwrap_or_default();
        let is_usual = |metric: &Descriptor| match metric.role.unasked() {
            Unasked::Always => true,
            Unasked::WhereAvailable => available.contains(&metric.id),
            Unasked::Never => false,
        };
        let usual = Self::of(|_, metric| self.contains(metric.id) && is_usual(metric));
        Self { ids: usual.ids, ..self.clone() }
    }

    /// These metrics, and what belongs to each selection.
    pub(crate) fn only(ids: &[&'static str]) -> Self {
        Self::of(|_, metric| ids.contains(&metric.id))
    }

    /// Whether it holds any metric that only counted runs observe.
    pub fn is_counting(&self) -> bool {
        let is_counted = |metric: &Descriptor| metric.pass == Pass::Counted;
        let mut counted = table().filter(|(_, metric)| is_counted(metric));
        !self.extras.is_empty() || counted.any(|(_, metric)| self.contains(metric.id))
    }

    /// The metric that is judged unless another is named: elapsed time. It is always selected.
    pub fn elapsed() -> MetricId {
        MetricId::new(ALWAYS)
    }

    /// The metric that another has for one iteration of a benchmark; none of what no iteration has
    /// a part of.
    pub fn of_iteration(id: &str) -> Option<MetricId> {
        let named = extra(&format!("iteration.{id}")).ok()??;
        Some(named.id)
    }

    /// The metrics of the table that mean `role`, in column order.
    pub fn of_role(role: MetricRole) -> impl Iterator<Item = MetricId> {
        let meant = table().filter(move |(_, metric)| metric.role == role);
        meant.map(|(_, metric)| MetricId::new(metric.id))
    }

    /// The ids, in column order: those of each source, then what it makes for what was named.
    pub fn metrics(&self) -> impl Iterator<Item = MetricId> {
        SOURCES.iter().flat_map(|source| {
            let own = source.metrics.iter().filter(|metric| self.ids.contains(&metric.id));
            let extras = self.extras(source.id).map(|extra| extra.id.clone());
            own.map(|metric| MetricId::new(metric.id)).chain(extras)
        })
    }

    /// The metrics that are in no table, with what names each.
    pub fn named(&self) -> impl Iterator<Item = (MetricId, String)> {
        self.extras.iter().map(|extra| (extra.id.clone(), extra.selector.clone()))
    }

    /// What `source` is to make.
    pub(crate) fn extras(&self, source: &str) -> impl Iterator<Item = &Extra> {
        self.extras.iter().filter(move |extra| extra.source == source)
    }

    /// Whether `id` is asked for.
    pub fn contains(&self, id: &str) -> bool {
        self.ids.contains(&id) || self.extras.iter().any(|extra| extra.id.as_str() == id)
    }
}

/// The selectors in `text`. What stands between two slashes is the name of one event, commas and
/// all.
fn split(text: &str) -> Vec<&str> {
    let mut is_name = false;
    let is_end = |c| {
        is_name ^= c == '/';
        c == ',' && !is_name
    };
    text.split(is_end).collect()
}

/// What `selector` makes, where it is written as a source's events are.
fn extra(selector: &str) -> Result<Option<Extra>, SelectionError> {
    let mut namings = SOURCES.iter().filter_map(|source| Some((source, source.naming.as_ref()?)));
    let named = namings.find_map(|(source, naming)| Some((source, (naming.parse)(selector)?)));
    match named {
        None => Ok(None),
        Some((source, Ok(named))) => {
            Ok(Some(Extra { source: source.id, id: named.id, selector: named.selector }))
        }
        Some((_, Err(reason))) => {
            Err(SelectionError::Unreadable { selector: selector.to_owned(), reason })
        }
    }
}

/// The metric of the table called `id`, for subjects of `kind`.
pub(crate) fn described(id: &str, kind: SubjectKind) -> Option<Metric> {
    let (_, metric) = table().find(|(_, metric)| metric.id == id)?;
    Some(metric.column(kind).metric)
}

/// How many events of a source can be asked for that are in no table.
const MOST_EXTRAS: usize = 16;

/// Adds one that is not there yet.
fn add(extras: &mut Vec<Extra>, extra: Extra) -> Result<(), SelectionError> {
    match extras.iter().find(|known| known.id == extra.id) {
        Some(known) if *known == extra => return Ok(()),
        Some(known) => {
            let reason = format!("its metric would be called {} as that of", known.id);
            let reason = format!("{reason} `{}`; ask for one at a time", known.selector);
            return Err(SelectionError::Unreadable { selector: extra.selector, reason });
        }
        None if is_full(extras, &extra) => return Err(SelectionError::TooMany),
        None => extras.push(extra),
    }
    Ok(())
}

/// Whether the source has as many as it can count. What takes no counter of its own is not counted.
fn is_full(extras: &[Extra], extra: &Extra) -> bool {
    let of_source = extras.iter().filter(|known| known.source == extra.source);
    is_counter(extra) && of_source.count() >= MOST_EXTRAS
}

fn is_counter(extra: &Extra) -> bool {
    let meant = |metric: &Descriptor| metric.role == MetricRole::IterationTime;
    let source = SOURCES.iter().find(|source| source.id == extra.source);
    !source.is_some_and(|source| source.metrics.iter().any(meant))
}

/// Whether `selector` names `metric` of `source`: by its id, by a glob, or by a group that it is
/// in. What has to be named is not meant by a pattern which would also mean others, so that nobody
/// opens hundreds of counters with `*read*`.
fn matches(selector: &str, source: &Source, metric: &Descriptor) -> bool {
    let family = family(metric.id);
    let is_meant = match metric.offered {
        Offered::ByName => selector.split_once('.').is_some_and(|(group, _)| group == family),
        Offered::Unasked | Offered::Broadly => true,
    };
    selector == source.id
        || selector == family
        || is_meant && (selector == ALL || glob(selector, metric.id))
}

/// What stands before the first dot of an id.
fn family(id: &str) -> &str {
    id.split_once('.').map_or(id, |(family, _)| family)
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

/// Why selectors cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SelectionError {
    /// One names nothing.
    Unknown {
        /// What was written.
        selector: String,
        /// The metric or group that is nearest to it.
        nearest: &'static str,
    },
    /// One is written as the name of an event, and cannot be one.
    Unreadable {
        /// What was written.
        selector: String,
        /// Why; a lower-case fragment.
        reason: String,
    },
    /// More events were named than can be counted in one go.
    TooMany,
}

/// How many characters a slip of the pen changes.
const SLIP: usize = 2;

impl SelectionError {
    fn unknown(selector: &str) -> Self {
        // A tie goes to the first column, and to a metric before a group; names of groups are so
        // short that only a slip of the pen is near to one. There is always a first column.
        let ids = table().map(|(_, metric)| metric.id);
        let groups = table().flat_map(|(source, metric)| [family(metric.id), source.id]);
        let groups = groups.filter(|group| distance(selector, group) <= SLIP);
        let nearest = ids.chain(groups).min_by_key(|name| distance(selector, name));
        Self::Unknown { selector: selector.to_owned(), nearest: nearest.unwrap_or(ALWAYS) }
    }
}

impl std::fmt::Display for SelectionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown { selector, nearest } => write!(
                f,
                "select metrics: no metric is called `{}`; the nearest is `{nearest}`",
                selector.escape_debug(),
            ),
            Self::Unreadable { selector, reason } => {
                write!(f, "select metrics: `{}`: {reason}", selector.escape_debug())
            }
            Self::TooMany => write!(
                f,
                "select metrics: more than {MOST_EXTRAS} events are named beside those of the \
                 table; ask for some of them at a time"
            ),
        }
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
