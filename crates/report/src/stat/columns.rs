//! The table of one leading metric: a row per command.

use super::campaign::{Campaign, is_tick_split, statistics};
use crate::phrase::Phrase;
use crate::quantity::{self, Figure, Scale, aligned};
use crate::table::{Align, Column, Table};
use crate::wording;
use probity_model::{Case, Metric, MetricRole, Statistics, Unit, Value};

/// The table of `leading`: verdict first, command last. `resources` adds the columns that are the
/// same whatever is judged; `ids` adds the ids of the cases.
pub(crate) fn table(campaign: Campaign<'_>, leading: &Metric, resources: bool, ids: bool) -> Table {
    let scale = scale_of(campaign, leading);
    let mut columns = Vec::new();
    if campaign.is_comparison() {
        columns.push(verdicts(campaign, leading));
        columns.push(ratios(campaign, leading));
    }
    columns.push(medians(campaign, leading, scale));
    columns.push(extremes(campaign, leading, scale));
    if resources {
        for metric in campaign.resources(leading) {
            let shared = metric.unit == Unit::Nanoseconds
                && leading.unit == metric.unit
                && !unit(campaign, leading, scale).is_empty();
            let scale = if shared { scale } else { scale_of(campaign, metric) };
            columns.push(resource(campaign, metric, scale));
        }
    }
    columns.push(runs(campaign, leading));
    if ids {
        columns.push(words("id", campaign, |case| Phrase::new().id(&case.id.0)));
    }
    columns.push(words("command", campaign, |case| Phrase::new().name(&case.name)));
    Table { columns }
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
pub(super) fn median(metric: &Metric, scale: Scale, found: &Statistics) -> Figure {
    let figure = scale.figure(found.median);
    if found.estimated > 0 || is_tick_split(metric) { figure.estimated() } else { figure }
}

fn absent(case: &Case, metric: &Metric) -> Figure {
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

fn words(head: &'static str, campaign: Campaign<'_>, cell: impl Fn(&Case) -> Phrase) -> Column {
    let cells = campaign.document.cases.iter().map(cell).collect();
    Column { head: head.into(), unit: "", align: Align::Left, cells }
}

/// A column of numbers whose parts stand under each other.
fn numbers(
    head: Phrase,
    unit: &'static str,
    joint: &'static str,
    campaign: Campaign<'_>,
    parts: impl Fn(&Case) -> Vec<Figure>,
) -> Column {
    let rows: Vec<Vec<Figure>> = campaign.document.cases.iter().map(parts).collect();
    let cells = aligned(&rows, joint).iter().map(|cell| Phrase::new().figure(cell)).collect();
    Column { head, unit, align: Align::Right, cells }
}

fn verdicts(campaign: Campaign<'_>, leading: &Metric) -> Column {
    words("verdict", campaign, |case| {
        if campaign.is_reference(&case.id) {
            return "reference".into();
        }
        let found = campaign.comparison(&case.id, &leading.id);
        found.map_or("—".into(), |found| wording::verdict(found.verdict))
    })
}

/// The confidence shared by all ratios of `leading`, if it is one.
fn level(campaign: Campaign<'_>, leading: &Metric) -> Option<f64> {
    let all = campaign.document.comparisons.iter().filter(|found| found.metric == leading.id);
    let levels: Vec<f64> = all.filter_map(|found| Some(found.ratio.as_ref()?.level)).collect();
    let first = *levels.first()?;
    levels.iter().all(|level| *level == first).then_some(first)
}

fn ratios(campaign: Campaign<'_>, leading: &Metric) -> Column {
    let head = Phrase::from("ratio [");
    let head = match level(campaign, leading) {
        Some(level) => head.figure(&quantity::percent(level)).ours(" interval]"),
        None => head.ours("interval]"),
    };
    numbers(head, "", " ", campaign, |case| {
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
    })
}

fn medians(campaign: Campaign<'_>, leading: &Metric, scale: Scale) -> Column {
    let parts = |case: &Case| median_and_mad(campaign, case, leading, scale);
    let unit = unit(campaign, leading, scale);
    numbers("median ±MAD".into(), unit, " ±", campaign, parts)
}

fn extremes(campaign: Campaign<'_>, leading: &Metric, scale: Scale) -> Column {
    let unit = unit(campaign, leading, scale);
    numbers("min … max".into(), unit, " … ", campaign, |case| {
        let Some(found) = statistics(case, &leading.id) else {
            return vec![absent(case, leading)];
        };
        let figure = |value: Value| scale.figure_beside(value, found.median);
        vec![figure(found.min), figure(found.max)]
    })
}

fn resource(campaign: Campaign<'_>, metric: &Metric, scale: Scale) -> Column {
    let unit = unit(campaign, metric, scale);
    numbers(resource_name(metric), unit, "", campaign, |case| {
        let found =
            statistics(case, &metric.id).filter(|_| campaign.withheld(case, metric).is_none());
        vec![found.map_or_else(|| absent(case, metric), |found| median(metric, scale, found))]
    })
}

/// The short name of a metric with a column of its own.
pub(super) fn resource_name(metric: &Metric) -> Phrase {
    match metric.role {
        MetricRole::Wall => "wall".into(),
        MetricRole::OnCpuTotal => "CPU".into(),
        MetricRole::OnCpuUser => "user".into(),
        MetricRole::OnCpuKernel => "kernel".into(),
        MetricRole::PeakMemory => "peak RSS".into(),
        _ => Phrase::new().id(metric.id.as_str()),
    }
}

/// The timed runs that the row's numbers are of.
fn runs(campaign: Campaign<'_>, leading: &Metric) -> Column {
    let mut column = words("runs", campaign, |case| match statistics(case, &leading.id) {
        Some(found) => Phrase::new().number(found.n),
        None if case.failure.is_some() => "failed".into(),
        None => "—".into(),
    });
    column.align = Align::Right;
    column
}
