//! The summary for people, and for whoever reads it later.

use super::bound::{lower, upper};
use super::kind::Kind;
use super::summary::{Share, Summary, Verdicts};
use crate::bench::outcome::Outcome;
use crate::bench::spread::median;
use crate::bench::stat::table::aligned;
use serde_json::{Map, Value, json};

/// The chance of a false alarm that the rules allow.
const ALLOWED: f64 = 0.05;

/// A table of campaigns and one of benchmarks; whether there are no more false alarms than the
/// rules allow.
pub(super) fn outcome(summaries: &[Summary]) -> Outcome {
    let table = format!("{}\n{}", campaigns(summaries), benchmarks(summaries));
    Outcome { table, met: summaries.iter().all(is_met) }
}

fn is_met(summary: &Summary) -> bool {
    summary.kind != Kind::Same || summary.false_alarms as f64 <= ALLOWED * summary.campaigns as f64
}

fn campaigns(summaries: &[Summary]) -> String {
    let heads = [
        "candidate",
        "processes",
        "blocks",
        "campaigns",
        "failed",
        "seconds each",
        "false alarm in",
        "false alarms by benchmark",
        "found in all",
        "found in any",
    ];
    let mut lines = vec![heads.map(str::to_owned)];
    for summary in summaries {
        let of = |seen| Share { seen, all: summary.campaigns };
        let found = |seen| match summary.kind {
            Kind::Same => String::new(),
            _ => share(of(seen)),
        };
        lines.push([
            summary.kind.name().to_owned(),
            processes(summary),
            format!("{}", summary.blocks),
            summary.campaigns.to_string(),
            summary.failed.to_string(),
            format!("{:.1}", summary.seconds),
            bounded(of(summary.false_alarms)),
            bounded(summary.unchanged),
            found(summary.found_all),
            found(summary.found_any),
        ]);
    }
    aligned(&lines)
}

fn benchmarks(summaries: &[Summary]) -> String {
    let heads = [
        "benchmark",
        "candidate",
        "processes",
        "regressed",
        "improved",
        "no difference",
        "inconclusive",
        "other",
        "ratio",
        "± %",
    ];
    let mut lines = vec![heads.map(str::to_owned)];
    let all = summaries
        .iter()
        .flat_map(|summary| summary.rows.iter().map(move |(id, verdicts)| (summary, id, verdicts)));
    let mut all: Vec<_> = all.collect();
    all.sort_by_key(|(summary, id, _)| (summary.processes, *id, summary.kind));
    for (summary, id, verdicts) in all {
        let of = |seen| share(Share { seen, all: verdicts.all() });
        let changes = summary.kind == Kind::Same || summary.kind.changes(id);
        let name = summary.kind.name();
        lines.push([
            id.clone(),
            if changes { name.to_owned() } else { format!("{name}, not here") },
            processes(summary),
            of(verdicts.regressed),
            of(verdicts.improved),
            of(verdicts.no_difference_shown),
            of(verdicts.inconclusive),
            of(verdicts.other),
            told(median(&verdicts.ratios), 1.0, 4),
            told(median(&verdicts.halves), 100.0, 2),
        ]);
    }
    aligned(&lines)
}

fn processes(summary: &Summary) -> String {
    summary.processes.map_or_else(|| "as usual".to_owned(), |processes| processes.to_string())
}

/// So many, and in percent.
fn share(Share { seen, all }: Share) -> String {
    match (seen, all) {
        (0, _) | (_, 0) => seen.to_string(),
        _ => format!("{seen} ({:.0} %)", 100.0 * seen as f64 / all as f64),
    }
}

/// So many of so many, and what the rate is at most.
fn bounded(Share { seen, all }: Share) -> String {
    if all == 0 {
        return String::new();
    }
    let rate = 100.0 * seen as f64 / all as f64;
    format!("{seen} of {all} ({rate:.1} %, at most {:.1} %)", 100.0 * upper(seen, all))
}

fn told(value: Option<f64>, times: f64, digits: usize) -> String {
    value.map_or_else(|| "none".to_owned(), |value| format!("{:.digits$}", value * times))
}

/// The same as JSON; bounds are those of an interval of 95 %.
pub(super) fn value(summary: &Summary) -> Value {
    let of = |seen| rate(Share { seen, all: summary.campaigns });
    let rows: Map<String, Value> = summary
        .rows
        .iter()
        .map(|(id, verdicts)| (id.clone(), row(summary, id, verdicts)))
        .collect();
    let mut value = json!({
        "candidate": summary.kind.name(),
        "units": summary.kind.units(),
        "blocks": summary.blocks,
        "campaigns": summary.campaigns,
        "failed": summary.failed,
        "seconds": summary.seconds,
        "false_alarm_in_campaign": of(summary.false_alarms),
        "false_alarm_of_benchmark": rate(summary.unchanged),
        "benchmarks": rows,
    });
    if let Some(processes) = summary.processes {
        value["processes"] = processes.into();
    }
    if summary.kind != Kind::Same {
        value["found_all"] = of(summary.found_all);
        value["found_any"] = of(summary.found_any);
    }
    value
}

fn row(summary: &Summary, id: &str, verdicts: &Verdicts) -> Value {
    let mut value = json!({
        "more_work": summary.kind.changes(id),
        "regressed": verdicts.regressed,
        "improved": verdicts.improved,
        "no_difference_shown": verdicts.no_difference_shown,
        "inconclusive": verdicts.inconclusive,
        "other": verdicts.other,
    });
    if let Some(ratio) = median(&verdicts.ratios) {
        value["median_ratio"] = ratio.into();
    }
    if let Some(half) = median(&verdicts.halves) {
        value["median_half_interval"] = half.into();
    }
    value
}

fn rate(Share { seen, all }: Share) -> Value {
    json!({"seen": seen, "of": all, "at_least": lower(seen, all), "at_most": upper(seen, all)})
}
