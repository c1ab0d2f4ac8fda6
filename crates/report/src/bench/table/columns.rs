//! The columns of the table of benchmarks.

use super::amount::throughput;
use super::cells::{Cell, column, whole};
use super::rows::Row;
use crate::bench::roster::{Entry, Roster, Side, Timed};
use crate::phrase::{Colour, Phrase};
use crate::quantity::{self, Figure, Scale};
use crate::stat::{absent, deviation, level, median};
use crate::table::{Align, Column};
use crate::wording;
use probity_model::{Metric, MetricRole, MetricSummary, Unit, Value};

/// The names, at most so many columns wide, the branches of the tree among them.
pub(crate) fn names(rows: &[Row<'_, '_>], columns: usize) -> Column {
    let name = |row: &Row<'_, '_>| {
        let line = row.branches.iter().fold(Phrase::new(), |line, branch| line.ours(branch));
        line.short_name(&row.name, room(row, columns))
    };
    let cells = rows.iter().map(name).collect();
    Column { head: "benchmark".into(), unit: "", align: Align::Left, cells }
}

/// Columns that any name gets.
const LEAST: usize = 8;

/// Columns that the name of a row has.
pub(crate) fn room(row: &Row<'_, '_>, columns: usize) -> usize {
    columns.saturating_sub(row.indent()).max(LEAST)
}

/// A column of a cell for each benchmark.
fn cells(
    head: Phrase,
    joint: &'static str,
    rows: &[Row<'_, '_>],
    cell: impl Fn(&Entry<'_>) -> Cell,
) -> Column {
    let of = |row: &Row<'_, '_>| row.entry.map_or(Cell::Nothing, &cell);
    column(head, joint, rows.iter().map(of).collect())
}

/// What was decided on `metric`.
pub(crate) fn verdicts(rows: &[Row<'_, '_>], head: Phrase, metric: &Metric) -> Column {
    let verdict = |entry: &Entry<'_>| match entry.comparison(&metric.id) {
        Some(found) => wording::verdict(found.verdict),
        None => Phrase::new().figure(&Figure::absent()),
    };
    let of = |row: &Row<'_, '_>| row.entry.map_or(Phrase::new(), verdict);
    Column { head, unit: "", align: Align::Left, cells: rows.iter().map(of).collect() }
}

/// The ratio to the baseline.
pub(crate) fn ratios(
    roster: &Roster<'_>,
    rows: &[Row<'_, '_>],
    head: Phrase,
    metric: &Metric,
) -> Column {
    let head = head.ours("ratio [");
    let head = match level(roster.campaign, metric) {
        Some(level) => head.figure(&quantity::percent(level)).ours(" interval]"),
        None => head.ours("interval]"),
    };
    cells(head, " ", rows, |entry| {
        let found = entry.comparison(&metric.id);
        let Some((ratio, found)) = found.and_then(|found| Some((found.ratio.as_ref()?, found)))
        else {
            return Figure::absent().into();
        };
        let limit = found.limit.practical;
        let bounds = ratio.interval.bounds();
        let interval = bounds.map(|bounds| quantity::interval(bounds, ratio.median, limit));
        let interval = interval.unwrap_or_else(quantity::no_interval);
        Cell::Numbers(vec![quantity::ratio(ratio.median, limit), interval], Phrase::new())
    })
}

/// The scale of a row: that of its median, or the one that was asked for.
pub(crate) fn scale(roster: &Roster<'_>, median: f64) -> Scale {
    let own = || Scale::of(Unit::NanosecondsPerIteration, median);
    roster.campaign.unit.map_or_else(own, Scale::of_times)
}

/// The median and its spread over processes, or a word for their absence.
pub(crate) fn medians(roster: &Roster<'_>, rows: &[Row<'_, '_>]) -> Column {
    cells("median ±MAD".into(), " ±", rows, |entry| median_of(roster, &entry.side))
}

pub(crate) fn median_of(roster: &Roster<'_>, side: &Side<'_>) -> Cell {
    let failed = side.case.failure.as_ref().is_some_and(|failure| !failure.ignored);
    match side.time {
        Timed::Measured(found) => {
            let scale = scale(roster, found.median.as_f64());
            let median = scale.figure(found.median);
            let median = if found.estimated > 0 { median.estimated() } else { median };
            Cell::Numbers(vec![median, deviation(scale, found)], scale.name().into())
        }
        _ if failed => Cell::Words(Phrase::from("failed").coloured(Some(Colour::Red))),
        Timed::AtMost(most, _) => {
            let scale = scale(roster, most);
            let bound = scale.figure(Value::Real(most)).at_most();
            Cell::Numbers(vec![bound], scale.name().into())
        }
        Timed::Inapplicable(_) => "skipped".into(),
        Timed::Absent(_) | Timed::Unasked => Figure::absent().into(),
    }
}

impl From<&'static str> for Cell {
    fn from(words: &'static str) -> Self {
        Self::Words(words.into())
    }
}

/// The sign of a time that is not there.
fn no_time(side: &Side<'_>) -> Cell {
    match side.time {
        Timed::Inapplicable(_) => Figure::not_applicable().into(),
        _ => Figure::absent().into(),
    }
}

/// The fastest and the slowest process.
pub(crate) fn extremes(roster: &Roster<'_>, rows: &[Row<'_, '_>]) -> Column {
    cells("min … max".into(), " … ", rows, |entry| {
        let Some(found) = entry.side.statistics() else { return no_time(&entry.side) };
        let scale = scale(roster, found.median.as_f64());
        let figure = |value: Value| scale.figure_beside(value, found.median);
        Cell::Numbers(vec![figure(found.min), figure(found.max)], scale.name().into())
    })
}

/// Processes, and samples in each of them.
pub(crate) fn counts(rows: &[Row<'_, '_>]) -> Column {
    cells("n".into(), "", rows, |entry| {
        let side = &entry.side;
        if side.processes() == 0 {
            return no_time(side);
        }
        let line = Phrase::new().number(side.processes());
        Cell::Words(match side.middle(|time| time.samples as f64) {
            Some((samples, differs)) => {
                let samples = quantity::quantity(Unit::Count, whole(samples));
                let samples = if differs { samples.estimated() } else { samples };
                line.ours("×").figure(&samples)
            }
            None => line,
        })
    })
}

/// What is handled in a second; none where no benchmark says how much it handles.
pub(crate) fn rates(rows: &[Row<'_, '_>]) -> Option<Column> {
    let rate = |row: &Row<'_, '_>| throughput(&row.entry?.side);
    if rows.iter().all(|row| rate(row).is_none()) {
        return None;
    }
    // What says nothing of an amount lacks nothing.
    let cell = |entry: &Entry<'_>| throughput(&entry.side).unwrap_or(Cell::Nothing);
    Some(cells("throughput".into(), "", rows, cell))
}

/// What was counted in an iteration.
pub(crate) fn counted(rows: &[Row<'_, '_>], metric: &Metric) -> Column {
    cells(short_name(metric), "", rows, |entry| count_of(&entry.side, metric, false))
}

pub(crate) fn count_of(side: &Side<'_>, metric: &Metric, with_spread: bool) -> Cell {
    let Some(found) = side.case.summary.get(&metric.id).and_then(MetricSummary::statistics) else {
        return absent(side.case, metric).into();
    };
    let scale = Scale::of(found.unit, found.median.as_f64());
    let mut parts = vec![median(metric, scale, found)];
    if with_spread {
        parts.push(deviation(scale, found));
    }
    Cell::Numbers(parts, scale.name().into())
}

/// A counted metric in a word.
pub(crate) fn short_name(metric: &Metric) -> Phrase {
    match metric.role {
        MetricRole::IterationTime => return "time".into(),
        MetricRole::Allocations => return "allocs".into(),
        MetricRole::AllocatedBytes => return "alloc bytes".into(),
        MetricRole::AllocatedPeak => return "alloc peak".into(),
        _ => {}
    }
    let id = metric.id.as_str().strip_prefix("iteration.").unwrap_or(metric.id.as_str());
    match id.rsplit('.').next().unwrap_or(id) {
        "instructions" => "instr".into(),
        "cycles" => "cycles".into(),
        "ipc" => "IPC".into(),
        "branches" => "branches".into(),
        "branch_misses" => "br-miss".into(),
        "cache_references" => "cache-ref".into(),
        "cache_misses" => "cache-miss".into(),
        "page_faults" => "faults".into(),
        "task_clock" => "CPU".into(),
        "context_switches" => "switches".into(),
        _ => Phrase::new().id(id),
    }
}
