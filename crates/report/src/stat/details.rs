//! The block of metrics that have no column of their own.

use super::calls::ranked;
use super::campaign::{Campaign, statistics};
use super::columns::{self, median_and_mad, scale_of};
use crate::phrase::Phrase;
use crate::quantity::{Figure, Scale, aligned};
use crate::table::{Align, Column, Table};
use crate::wording;
use probity_model::{Case, Class, Metric};

/// A row per metric, a column per case; each row has its own unit. None where every requested
/// metric has a column already.
pub(crate) fn details(campaign: Campaign<'_>) -> Option<Table> {
    let metrics = ranked(campaign, campaign.others());
    (!metrics.is_empty()).then(|| details_of(campaign, &metrics))
}

/// The same, of what counted runs observed; none where they were not asked for. What could not be
/// had at all has its line and needs no rows.
pub(crate) fn counted(campaign: Campaign<'_>) -> Option<Table> {
    let mut metrics = ranked(campaign, campaign.counted());
    let cases = &campaign.document.cases;
    metrics.retain(|metric| cases.iter().any(|case| statistics(case, &metric.id).is_some()));
    (campaign.is_counting() && !metrics.is_empty()).then(|| details_of(campaign, &metrics))
}

/// The same for any metrics.
pub(crate) fn details_of(campaign: Campaign<'_>, metrics: &[&Metric]) -> Table {
    let of = |cell: &dyn Fn(&Metric) -> Phrase| metrics.iter().map(|metric| cell(metric)).collect();
    // Once for each row: a scale looks at all cases, and there may be a column for each of many.
    let scales: Vec<Scale> = metrics.iter().map(|metric| scale_of(campaign, metric)).collect();
    let mut columns = vec![
        column("metric", of(&|metric| Phrase::new().id(metric.id.as_str()))),
        column("unit", of(&|metric| unit(campaign, metric))),
    ];
    let cases = campaign.document.cases.iter();
    columns.extend(cases.map(|case| values(campaign, case, metrics, &scales)));
    columns.push(column("scope", of(&scope)));
    Table { columns }
}

/// Their scopes alone, for benchmarks: these have rows of their own with their numbers, and are too
/// many for a column each.
pub(crate) fn scopes_of(metrics: &[&Metric]) -> Table {
    let id = |metric: &&Metric| Phrase::new().id(metric.id.as_str());
    let scopes = metrics.iter().map(|metric| scope(metric)).collect();
    Table {
        columns: vec![column("metric", metrics.iter().map(id).collect()), column("scope", scopes)],
    }
}

fn column(head: &'static str, cells: Vec<Phrase>) -> Column {
    Column { head: head.into(), unit: "", align: Align::Left, cells }
}

fn unit(campaign: Campaign<'_>, metric: &Metric) -> Phrase {
    Phrase::from(columns::unit(campaign, metric, scale_of(campaign, metric)))
}

fn scope(metric: &Metric) -> Phrase {
    let words = Phrase::from(wording::short_scope(metric.scope));
    match metric.class {
        Class::Quantitative => words,
        Class::Diagnostic => words.ours(" (explains only)"),
    }
}

fn values(campaign: Campaign<'_>, case: &Case, metrics: &[&Metric], scales: &[Scale]) -> Column {
    let row = |(metric, scale): (&&Metric, &Scale)| median_and_mad(campaign, case, metric, *scale);
    let rows: Vec<Vec<Figure>> = metrics.iter().zip(scales).map(row).collect();
    let cells = aligned(&rows, " ±").iter().map(|cell| Phrase::new().figure(cell)).collect();
    let head = if campaign.document.cases.len() > 1 {
        Phrase::new().id(&case.id.0).ours(" median ±MAD")
    } else {
        "median ±MAD".into()
    };
    Column { head, unit: "", align: Align::Right, cells }
}
