//! The catalog: every metric with what it is and whether it can be had here.

use super::page::{absent, mark, total};
use super::paragraph::wrapped;
use crate::json::pretty;
use crate::phrase::{Phrase, abridged};
use crate::table::{Align, Column, Style, Table};
use crate::wording;
use probity_model::{
    Aggregation, Availability, Capabilities, Class, DOCUMENT_SCHEMA, Determinism, Metric,
    MetricReport, Pass, Producer, SourceReport,
};
use serde::Serialize;

/// The metrics asked for, one line each; below them, why some cannot be had, and with `details` a
/// paragraph for each with the rest of its descriptor.
pub fn catalog(capabilities: &Capabilities, details: bool) -> String {
    let asked: Vec<&MetricReport> = requested(capabilities).map(|(_, report)| report).collect();
    let column = |head: &'static str, cell: fn(&MetricReport) -> Phrase| Column {
        head: head.into(),
        unit: "",
        align: Align::Left,
        cells: asked.iter().map(|report| cell(report)).collect(),
    };
    let columns = vec![
        column("", |report| mark(&report.availability)),
        column("metric", |report| Phrase::new().id(report.metric.id.as_str())),
        column("unit", |report| report.metric.unit.name().into()),
        column("runs", |report| runs(report.metric.pass).into()),
        column("class", |report| class(report.metric.class).into()),
        column("scope", |report| wording::short_scope(report.scope()).into()),
        column("what", |report| Phrase::new().prose(&report.metric.summary)),
    ];
    let mut out = Table { columns }.text(Style::Plain, "");
    for (reason, metrics) in reasons(&asked) {
        let ids = metrics.iter().map(|report| Phrase::new().id(report.metric.id.as_str()));
        let line = abridged(ids).ours(": ").then(reason);
        out += &format!("\n{}  {}\n", mark(&metrics[0].availability).terminal(), wrapped(&line, 3));
    }
    if details {
        for (source, report) in requested(capabilities) {
            out += &format!("\n{}\n", wrapped(&detailed(source, &report.metric), 3));
        }
    }
    out + &format!("\n{}\n", total(asked.iter().copied()).terminal())
}

/// All that the line of a metric has no room for.
fn detailed(source: &SourceReport, metric: &Metric) -> Phrase {
    let line = Phrase::new().id(metric.id.as_str()).ours(": a ");
    let line = line.prose(&words(metric.kind.name())).ours(" in ").ours(metric.unit.name());
    let line = match (&metric.derivation, metric.aggregation) {
        (Some(derivation), _) => {
            let [over, under] = derivation.inputs();
            line.ours(", ").id(over.as_str()).ours(" over ").id(under.as_str())
        }
        (None, Aggregation::Delta) => line.ours(", its end minus its start (delta)"),
        (None, Aggregation::Boundary) => line.ours(", as it is at the end (boundary)"),
    };
    let line = line.ours(match metric.determinism {
        Determinism::Exact => "; the same for the same work (exact)",
        Determinism::Varies => "; may differ for the same work (varies)",
    });
    let line = line.ours("; role: ").prose(&words(metric.role.name()));
    let line = line.ours("; from ").prose(&source.source).ours(" (").prose(&source.reads);
    match metric.needs.is_empty() {
        true => line.ours("); needs nothing special"),
        false => line.ours("); needs: ").prose(&metric.needs),
    }
}

/// The spelling of JSON as words.
fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// Each different reason with the metrics it holds for, in column order.
fn reasons<'r>(asked: &[&'r MetricReport]) -> Vec<(Phrase, Vec<&'r MetricReport>)> {
    let mut all: Vec<(Phrase, Vec<&MetricReport>)> = Vec::new();
    for report in asked {
        let reason = match &report.availability {
            Availability::Available => continue,
            Availability::Unavailable(absence) => absent(absence),
            Availability::NotApplicable { reason } => {
                Phrase::from("not applicable: ").prose(reason)
            }
        };
        match all.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, metrics)) => metrics.push(report),
            None => all.push((reason, vec![report])),
        }
    }
    all
}

fn requested(capabilities: &Capabilities) -> impl Iterator<Item = (&SourceReport, &MetricReport)> {
    let sources = capabilities.sources.iter();
    let all = sources.flat_map(|source| source.metrics.iter().map(move |report| (source, report)));
    all.filter(|(_, report)| report.requested)
}

fn runs(pass: Pass) -> &'static str {
    match pass {
        Pass::Every => "every",
        Pass::Counted => "counted",
    }
}

fn class(class: Class) -> &'static str {
    match class {
        Class::Quantitative => "quantitative",
        Class::Diagnostic => "diagnostic",
    }
}

/// The same as JSON: `{schema, kind: "metrics", probity, metrics}`, each metric with its whole
/// descriptor, its source, what that reads, and its availability.
///
/// # Errors
/// When a part has no JSON form; these types always have one.
pub fn catalog_json(
    producer: &Producer,
    capabilities: &Capabilities,
) -> Result<String, serde_json::Error> {
    #[derive(Serialize)]
    struct Entry<'a> {
        #[serde(flatten)]
        metric: &'a Metric,
        /// Said where the descriptor leaves it unsaid.
        #[serde(skip_serializing_if = "Option::is_none")]
        determinism: Option<Determinism>,
        source: &'a str,
        reads: &'a str,
        availability: &'a Availability,
    }
    #[derive(Serialize)]
    struct Catalog<'a> {
        schema: u64,
        kind: &'static str,
        probity: &'a Producer,
        metrics: Vec<Entry<'a>>,
    }
    let metrics = requested(capabilities).map(|(source, report)| Entry {
        metric: &report.metric,
        determinism: Some(report.metric.determinism).filter(|it| *it == Determinism::Varies),
        source: &source.source,
        reads: &source.reads,
        availability: &report.availability,
    });
    let metrics = metrics.collect();
    pretty(&Catalog { schema: DOCUMENT_SCHEMA, kind: "metrics", probity: producer, metrics })
}
