//! The table of one leading metric: a row per command.

use super::campaign::{Campaign, is_tick_split, statistics};
use crate::phrase::Phrase;
use crate::quantity::{self, Figure, Scale, aligned};
use crate::table::{Align, Column, Table};
use crate::wording;
use probity_model::{
    Case, Metric, MetricRole, MetricSummary, Statistics, Text, Unit, Value, WindowSummary,
};

/// The table of `leading`: verdict first, command last. `resources` adds the columns that are the
/// same whatever is judged; `ids` adds the ids of the cases.
pub(crate) fn table(campaign: Campaign<'_>, leading: &Metric, resources: bool, ids: bool) -> Table {
    let scale = scale_of(campaign, leading);
    let rows = rows(campaign, leading);
    let mut columns = Vec::new();
    if campaign.is_comparison() {
        columns.push(verdicts(&rows, campaign, leading));
        columns.push(ratios(&rows, campaign, leading));
    }
    columns.push(medians(&rows, campaign, leading, scale));
    columns.push(extremes(&rows, campaign, leading, scale));
    if resources {
        for metric in campaign.resources(leading) {
            let shared = metric.unit == Unit::Nanoseconds
                && leading.unit == metric.unit
                && !unit(campaign, leading, scale).is_empty();
            let scale = if shared { scale } else { scale_of(campaign, metric) };
            columns.push(resource(&rows, campaign, metric, scale));
        }
    }
    columns.push(runs(&rows, leading));
    if ids {
        columns.push(words("id", &rows, |case| Phrase::new().id(&case.id.0), no_words));
    }
    columns.push(words("command", &rows, |case| Phrase::new().name(&case.name), called));
    Table { columns }
}

/// A row of the table: a command, or below it a window that it marked.
#[derive(Clone, Copy)]
enum Row<'a> {
    Case(&'a Case),
    Window(&'a WindowSummary),
}

/// Windows below one command that are shown; a program may have many.
const WINDOWS: usize = 20;

fn rows<'a>(campaign: Campaign<'a>, leading: &Metric) -> Vec<Row<'a>> {
    let of = |case: &'a Case| {
        let observed = |window: &&WindowSummary| window.summary.contains_key(&leading.id);
        let windows = case.windows.iter().filter(observed).take(WINDOWS).map(Row::Window);
        std::iter::once(Row::Case(case)).chain(windows)
    };
    campaign.document.cases.iter().flat_map(of).collect()
}

/// Windows that have no row of their own, of one case.
pub(super) fn windows_beyond(case: &Case) -> usize {
    case.windows.len().saturating_sub(WINDOWS)
}

/// A window by its name, below its command, and how many of it a run had where that is not one.
fn called(window: &WindowSummary) -> Phrase {
    let line = Phrase::from("  ").name(&Text::from(window.name.as_str()));
    let runs = window.summary.values().filter_map(MetricSummary::statistics).map(|found| found.n);
    match runs.max() {
        Some(runs) if window.windows > runs => {
            let each = quantity::quantity(Unit::Count, per_run(window.windows, runs));
            line.ours(" (median of ").figure(&each).ours(" a run)")
        }
        _ => line,
    }
}

fn per_run(windows: u64, runs: u64) -> Value {
    match windows % runs {
        0 => Value::Integer(windows / runs),
        _ => Value::Real(windows as f64 / runs as f64),
    }
}

fn no_words(_: &WindowSummary) -> Phrase {
    Phrase::new()
}

/// The scale that was asked for, or that suits the largest median of `metric`.
pub(crate) fn scale_of(campaign: Campaign<'_>, metric: &Metric) -> Scale {
    if let Some(unit) = campaign.unit.filter(|_| metric.unit == Unit::Nanoseconds) {
        return Scale::of_times(unit);
    }
    let cases = campaign.document.cases.iter();
    let medians = cases.filter_map(|case| statistics(case, &metric.id));
    Scale::of(metric.unit, medians.map(|found| found.median.as_f64()).fold(0.0, f64::max))
}

/// `median` and `±MAD` of a case, or the sign of their absence.
pub(super) fn median_and_mad(
    campaign: Campaign<'_>,
    case: &Case,
    metric: &Metric,
    scale: Scale,
) -> Vec<Figure> {
    let found = statistics(case, &metric.id).filter(|_| campaign.withheld(case, metric).is_none());
    let Some(found) = found else { return vec![absent(case, metric)] };
    vec![median(metric, scale, found), deviation(scale, found)]
}

/// The spread of the runs; the sign of an absence where there is only one.
pub(crate) fn deviation(scale: Scale, found: &Statistics) -> Figure {
    found
        .deviation()
        .map_or_else(Figure::absent, |deviation| scale.figure_beside(deviation, found.median))
}

/// The median, marked where it is an estimate.
pub(crate) fn median(metric: &Metric, scale: Scale, found: &Statistics) -> Figure {
    let figure = scale.figure(found.median);
    if found.estimated > 0 || is_tick_split(metric) { figure.estimated() } else { figure }
}

pub(crate) fn absent(case: &Case, metric: &Metric) -> Figure {
    match case.summary.get(&metric.id) {
        Some(probity_model::MetricSummary::NotApplicable { .. }) => Figure::not_applicable(),
        _ => Figure::absent(),
    }
}

/// The unit of a column; none where no number stands in it.
pub(super) fn unit(campaign: Campaign<'_>, metric: &Metric, scale: Scale) -> &'static str {
    let mut cases = campaign.document.cases.iter();
    if cases.any(|case| statistics(case, &metric.id).is_some()) { scale.name() } else { "" }
}

fn words(
    head: &'static str,
    rows: &[Row<'_>],
    of_case: impl Fn(&Case) -> Phrase,
    of_window: impl Fn(&WindowSummary) -> Phrase,
) -> Column {
    let cell = |row: &Row<'_>| match row {
        Row::Case(case) => of_case(case),
        Row::Window(window) => of_window(window),
    };
    let cells = rows.iter().map(cell).collect();
    Column { head: head.into(), unit: "", align: Align::Left, cells }
}

/// A column of numbers whose parts stand under each other.
fn numbers(
    head: Phrase,
    unit: &'static str,
    joint: &'static str,
    rows: &[Row<'_>],
    of_case: impl Fn(&Case) -> Vec<Figure>,
    of_window: impl Fn(&WindowSummary) -> Vec<Figure>,
) -> Column {
    let parts = |row: &Row<'_>| match row {
        Row::Case(case) => of_case(case),
        Row::Window(window) => of_window(window),
    };
    let rows: Vec<Vec<Figure>> = rows.iter().map(parts).collect();
    let cells = aligned(&rows, joint).iter().map(|cell| Phrase::new().figure(cell)).collect();
    Column { head, unit, align: Align::Right, cells }
}

fn verdicts(rows: &[Row<'_>], campaign: Campaign<'_>, leading: &Metric) -> Column {
    let verdict = |case: &Case| {
        if campaign.is_reference(&case.id) {
            return "reference".into();
        }
        let found = campaign.comparison(&case.id, &leading.id);
        found.map_or("—".into(), |found| wording::verdict(found.verdict))
    };
    words("verdict", rows, verdict, no_words)
}

/// The confidence shared by all ratios of `leading`, if it is one.
pub(crate) fn level(campaign: Campaign<'_>, leading: &Metric) -> Option<f64> {
    let all = campaign.document.comparisons.iter().filter(|found| found.metric == leading.id);
    let levels: Vec<f64> = all.filter_map(|found| Some(found.ratio.as_ref()?.level)).collect();
    let first = *levels.first()?;
    levels.iter().all(|level| *level == first).then_some(first)
}

fn ratios(rows: &[Row<'_>], campaign: Campaign<'_>, leading: &Metric) -> Column {
    let head = Phrase::from("ratio [");
    let head = match level(campaign, leading) {
        Some(level) => head.figure(&quantity::percent(level)).ours(" interval]"),
        None => head.ours("interval]"),
    };
    let parts = |case: &Case| {
        let found = campaign.comparison(&case.id, &leading.id);
        match found.and_then(|found| Some((found.ratio.as_ref()?, found.limit.practical))) {
            Some((ratio, limit)) => {
                let bounds = ratio.interval.bounds();
                let interval = bounds.map(|bounds| quantity::interval(bounds, ratio.median, limit));
                let interval = interval.unwrap_or_else(quantity::no_interval);
                vec![quantity::ratio(ratio.median, limit), interval]
            }
            None if campaign.is_reference(&case.id) => vec![quantity::unity()],
            None => vec![Figure::absent()],
        }
    };
    numbers(head, "", " ", rows, parts, no_numbers)
}

/// Windows are described, not judged.
fn no_numbers(_: &WindowSummary) -> Vec<Figure> {
    Vec::new()
}

/// The statistics of a window, or the sign of their absence.
fn of_window<'a>(window: &'a WindowSummary, leading: &Metric) -> Result<&'a Statistics, Figure> {
    let found = window.summary.get(&leading.id);
    found.and_then(MetricSummary::statistics).ok_or_else(Figure::absent)
}

fn medians(rows: &[Row<'_>], campaign: Campaign<'_>, leading: &Metric, scale: Scale) -> Column {
    let parts = |case: &Case| median_and_mad(campaign, case, leading, scale);
    let window = |window: &WindowSummary| match of_window(window, leading) {
        Ok(found) => vec![scale.figure(found.median), deviation(scale, found)],
        Err(sign) => vec![sign],
    };
    let unit = unit(campaign, leading, scale);
    numbers("median ±MAD".into(), unit, " ±", rows, parts, window)
}

fn extremes(rows: &[Row<'_>], campaign: Campaign<'_>, leading: &Metric, scale: Scale) -> Column {
    let unit = unit(campaign, leading, scale);
    let bounds = |found: &Statistics| {
        let figure = |value: Value| scale.figure_beside(value, found.median);
        vec![figure(found.min), figure(found.max)]
    };
    let case = |case: &Case| {
        statistics(case, &leading.id).map_or_else(|| vec![absent(case, leading)], bounds)
    };
    let window = |window: &WindowSummary| match of_window(window, leading) {
        Ok(found) => bounds(found),
        Err(sign) => vec![sign],
    };
    numbers("min … max".into(), unit, " … ", rows, case, window)
}

fn resource(rows: &[Row<'_>], campaign: Campaign<'_>, metric: &Metric, scale: Scale) -> Column {
    let unit = unit(campaign, metric, scale);
    let parts = |case: &Case| {
        let found =
            statistics(case, &metric.id).filter(|_| campaign.withheld(case, metric).is_none());
        vec![found.map_or_else(|| absent(case, metric), |found| median(metric, scale, found))]
    };
    numbers(resource_name(metric), unit, "", rows, parts, no_numbers)
}

/// The short name of a metric with a column of its own.
pub(super) fn resource_name(metric: &Metric) -> Phrase {
    match metric.role {
        MetricRole::Wall => "wall".into(),
        MetricRole::OnCpuTotal => "CPU".into(),
        MetricRole::OnCpuUser => "user".into(),
        MetricRole::OnCpuKernel => "kernel".into(),
        MetricRole::PeakMemory => "peak RSS".into(),
        MetricRole::Energy => "energy".into(),
        _ => Phrase::new().id(metric.id.as_str()),
    }
}

/// The timed runs that the row's numbers are of.
fn runs(rows: &[Row<'_>], leading: &Metric) -> Column {
    let case = |case: &Case| match statistics(case, &leading.id) {
        Some(found) => Phrase::new().number(found.n),
        None if case.failure.is_some() => "failed".into(),
        None => "—".into(),
    };
    let window = |window: &WindowSummary| match of_window(window, leading) {
        Ok(found) => Phrase::new().number(found.n),
        Err(_) => "—".into(),
    };
    let mut column = words("runs", rows, case, window);
    column.align = Align::Right;
    column
}
