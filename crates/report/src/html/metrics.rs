//! Every metric with its scope, or the reason for its absence.

use super::markup::{Html, element};
use super::tables::table;
use crate::doctor::{ability, absent};
use crate::phrase::Phrase;
use crate::stat::{Campaign, details_of, names, scopes_of};
use crate::table::{Align, Column, Table};
use probity_model::{
    Availability, Capabilities, CaseId, Metric, MetricReport, MetricSummary, SourceReport,
};

/// A row per metric that any source knows.
pub(super) fn metrics(campaign: Campaign<'_>) -> Html {
    let capabilities = &campaign.document.capabilities;
    let all: Vec<&Metric> = capabilities.metrics().map(|report| &report.metric).collect();
    let mut shown = match campaign.is_bench() {
        true => scopes_of(&all),
        false => details_of(campaign, &all),
    };
    let source = |source: &SourceReport| {
        source.metrics.iter().map(|_| Phrase::new().id(&source.source)).collect::<Vec<_>>()
    };
    let named = capabilities.sources.iter().flat_map(source).collect();
    shown.columns.push(left("source", named));
    let reasons = capabilities.metrics().map(|report| reason(campaign, report));
    shown.columns.push(left("what is missing, and why", reasons.collect()));
    let reads = |source: &SourceReport| {
        let line = Phrase::new().id(&source.source).ours(" reads ").prose(&source.reads);
        element("li").line(line.html())
    };
    let reads: Html = capabilities.sources.iter().map(reads).collect();
    let head = element("h2").line("Metrics");
    let inner = head.then(table(&shown, "All metrics")).then(abilities(capabilities));
    element("section").id("metrics").line(inner.then(element("ul").id("sources").line(reads)))
}

/// What Probity is able to do on the machine, and why not the rest.
fn abilities(capabilities: &Capabilities) -> Html {
    let all = capabilities.abilities.iter();
    let names = all.clone().map(|report| Phrase::new().id(report.ability.name())).collect();
    let shown =
        Table { columns: vec![left("ability", names), left("here", all.map(ability).collect())] };
    table(&shown, "Abilities")
}

fn left(head: &'static str, cells: Vec<Phrase>) -> Column {
    Column { head: head.into(), unit: "", align: Align::Left, cells }
}

fn reason(campaign: Campaign<'_>, report: &MetricReport) -> Phrase {
    if !report.requested {
        return "not requested".into();
    }
    match &report.availability {
        Availability::Unavailable(absence) => return absent(absence),
        Availability::NotApplicable { reason } => {
            return Phrase::from("not applicable: ").prose(reason);
        }
        Availability::Available => {}
    }
    let mut groups: Vec<(Phrase, Vec<&CaseId>)> = Vec::new();
    for case in &campaign.document.cases {
        let found = case.summary.get(&report.metric.id);
        let reason = match campaign.withheld(case, &report.metric) {
            Some(why) => Phrase::from("not told apart ").ours(why),
            None => found.map_or("not requested".into(), missing),
        };
        if reason.is_empty() {
            continue;
        }
        match groups.iter_mut().find(|(other, _)| *other == reason) {
            Some((_, cases)) => cases.push(&case.id),
            None => groups.push((reason, vec![&case.id])),
        }
    }
    let all = campaign.document.cases.len();
    let line = |(reason, cases): (Phrase, Vec<&CaseId>)| match cases.len() == all {
        true => reason,
        false => names(campaign, &cases).ours(": ").then(reason),
    };
    let lines = groups.into_iter().map(line);
    lines.reduce(|line, next| line.ours("; ").then(next)).unwrap_or_default()
}

/// What a case lacks of a metric; nothing where it lacks nothing.
fn missing(summary: &MetricSummary) -> Phrase {
    match summary {
        MetricSummary::Unavailable(absence) => absent(absence),
        MetricSummary::NotApplicable { reason } => Phrase::from("not applicable: ").prose(reason),
        MetricSummary::Measured(found) => {
            let part = |count: u64, words: &'static str| {
                let line = Phrase::new().number(count).ours(" of ");
                line.count(found.n + found.absent, "run", "runs").ours(words)
            };
            match (found.absent, found.estimated) {
                (0, 0) => Phrase::new(),
                (0, estimated) => part(estimated, " estimated"),
                (absent, 0) => part(absent, " without it"),
                (absent, estimated) => {
                    part(absent, " without it").ours(", ").then(part(estimated, " estimated"))
                }
            }
        }
    }
}
