//! The table for a spreadsheet: one row per command, comma-separated (RFC 4180 but for its line
//! ends, which are single newlines).
//!
//! The first columns are those of hyperfine's `--export-csv`, so that what reads them goes on
//! working; ours follow. A cell is never empty and no number stands for an absence: `unavailable`
//! is what could not be had, `not_applicable` what makes no sense in that row.

use crate::escape::{Escaped, Field};
use crate::quantity::TimeUnit;
use crate::stat::{Campaign, statistics, timing};
use probity_model::{Case, Comparison, Metric, MetricRole, Statistics, Value};
use std::collections::BTreeSet;

/// hyperfine's columns before its parameters.
const THEIRS: [&str; 8] = ["command", "mean", "stddev", "median", "user", "system", "min", "max"];
/// Ours, after the parameters.
const OURS: [&str; 15] = [
    "id",
    "time_unit",
    "runs",
    "mad",
    "median_low",
    "median_high",
    "peak_rss_bytes",
    "ratio",
    "ratio_low",
    "ratio_high",
    "ratio_level",
    "limit",
    "verdict",
    "reason",
    "incomplete",
];

/// The result of a campaign as a table: a head line, then a row per case. Times are in the
/// campaign's unit, otherwise in seconds; `time_unit` says which. `median_low` and `median_high`
/// bound the median's 95 % interval; the ratio is that of the first judged metric.
pub fn csv(campaign: Campaign<'_>) -> String {
    let cases = &campaign.document.settings.cases;
    let names: BTreeSet<&str> =
        cases.iter().flat_map(|case| &case.parameters).map(|one| one.name.as_str()).collect();
    let parameters =
        names.iter().map(|name| Field::of(&Escaped::new(&format!("parameter_{name}"))));
    let head = THEIRS.map(Field::from).into_iter().chain(parameters).chain(OURS.map(Field::from));
    let mut out = line(head);
    for case in &campaign.document.cases {
        let row = theirs(campaign, case)
            .into_iter()
            .chain(names.iter().map(|name| parameter(campaign, case, name)))
            .chain(ours(campaign, case));
        out += &line(row);
    }
    out
}

fn line(fields: impl Iterator<Item = Field>) -> String {
    let fields: Vec<Field> = fields.collect();
    let texts: Vec<&str> = fields.iter().map(Field::as_str).collect();
    texts.join(",") + "\n"
}

fn theirs(campaign: Campaign<'_>, case: &Case) -> [Field; 8] {
    let timing = timing(campaign, case);
    let timing = timing.as_ref();
    let time = |value: Option<f64>| absent_or(value.map(|value| in_unit(campaign, value)));
    // One run has no deviation; none at all could not be measured.
    let deviation = match timing {
        Some(found) if found.times.len() < 2 => NOT_APPLICABLE.into(),
        _ => time(timing.and_then(|found| found.deviation)),
    };
    [
        Field::of(&Escaped::of_bytes(&case.name.0)),
        time(timing.map(|found| found.mean)),
        deviation,
        time(timing.map(|found| found.median)),
        time(timing.and_then(|found| found.user)),
        time(timing.and_then(|found| found.system)),
        time(timing.map(|found| found.min)),
        time(timing.map(|found| found.max)),
    ]
}

fn parameter(campaign: Campaign<'_>, case: &Case, name: &str) -> Field {
    let settings = campaign.settings(&case.id);
    let found = settings.and_then(|found| found.parameters.iter().find(|one| one.name == name));
    match found {
        Some(parameter) => Field::of(&Escaped::of_bytes(&parameter.value.0)),
        None => NOT_APPLICABLE.into(),
    }
}

fn ours(campaign: Campaign<'_>, case: &Case) -> [Field; 15] {
    let of = |role| campaign.of_role(role);
    let wall = of(campaign.time_role()).and_then(|metric| statistics(case, &metric.id));
    let time =
        |value: Option<Value>| absent_or(value.map(|value| in_unit(campaign, value.as_f64())));
    let bounds = wall.and_then(|found| found.interval.bounds());
    let peak = of(MetricRole::PeakMemory).and_then(|metric| statistics(case, &metric.id));
    let judged = campaign.leading().first().copied();
    let [ratio, low, high, level, limit] = ratio(campaign, case, judged);
    [
        Field::of(&Escaped::new(&case.id.0)),
        match campaign.unit {
            None | Some(TimeUnit::Second) => "s",
            Some(TimeUnit::Millisecond) => "ms",
            Some(TimeUnit::Microsecond) => "us",
        }
        .into(),
        // A count of what was measured: 0 where that is nothing.
        Field::trusted(wall.map_or(0, |found| found.n).to_string()),
        match wall {
            Some(found) if found.deviation().is_none() => NOT_APPLICABLE.into(),
            _ => time(wall.and_then(Statistics::deviation)),
        },
        time(bounds.map(|[low, _]| low)),
        time(bounds.map(|[_, high]| high)),
        absent_or(peak.map(|found: &Statistics| found.median.as_f64())),
        ratio,
        low,
        high,
        level,
        limit,
        verdict(campaign, case, judged),
        reason(campaign, case, judged),
        incomplete(campaign),
    ]
}

/// What stands for a number that could not be had.
const UNAVAILABLE: &str = "unavailable";
/// What stands for a number that makes no sense in its row.
const NOT_APPLICABLE: &str = "not_applicable";

fn absent_or(value: Option<f64>) -> Field {
    // Rust writes the shortest digits that read back as the same number, and never an exponent.
    value.map_or(UNAVAILABLE.into(), |value| Field::trusted(value.to_string()))
}

/// Nanoseconds in the unit of the table.
fn in_unit(campaign: Campaign<'_>, nanoseconds: f64) -> f64 {
    nanoseconds
        / match campaign.unit {
            None | Some(TimeUnit::Second) => 1e9,
            Some(TimeUnit::Millisecond) => 1e6,
            Some(TimeUnit::Microsecond) => 1e3,
        }
}

fn comparison<'a>(
    campaign: Campaign<'a>,
    case: &Case,
    judged: Option<&Metric>,
) -> Option<&'a Comparison> {
    campaign.comparison(&case.id, &judged?.id)
}

/// Ratio, bounds of its interval, their confidence, and the limit it was judged by.
fn ratio(campaign: Campaign<'_>, case: &Case, judged: Option<&Metric>) -> [Field; 5] {
    let Some(found) = comparison(campaign, case, judged) else {
        return [NOT_APPLICABLE; 5].map(Field::from);
    };
    let ratio = found.ratio.as_ref();
    let bounds = ratio.and_then(|ratio| ratio.interval.bounds());
    [
        absent_or(ratio.map(|ratio| ratio.median)),
        absent_or(bounds.map(|[low, _]| low)),
        absent_or(bounds.map(|[_, high]| high)),
        absent_or(ratio.map(|ratio| ratio.level)),
        absent_or(Some(found.limit.effective)),
    ]
}

fn verdict(campaign: Campaign<'_>, case: &Case, judged: Option<&Metric>) -> Field {
    match comparison(campaign, case, judged) {
        Some(found) => found.verdict.name().into(),
        None if campaign.is_reference(&case.id) => "reference".into(),
        None => NOT_APPLICABLE.into(),
    }
}

/// Why the verdict is what it is, or how a command failed that is not judged.
fn reason(campaign: Campaign<'_>, case: &Case, judged: Option<&Metric>) -> Field {
    let text = match (comparison(campaign, case, judged), &case.failure) {
        (Some(found), _) => found.reason.clone(),
        (None, Some(failure)) => format!("failed: {} in run {}", failure.exit, failure.run),
        (None, None) => return NOT_APPLICABLE.into(),
    };
    Field::of(&Escaped::new(&text))
}

/// `no`, or why the campaign is incomplete: the same in each row, as each may be read alone.
fn incomplete(campaign: Campaign<'_>) -> Field {
    campaign.incomplete.map_or("no".into(), |reason| Field::of(&Escaped::new(reason)))
}
