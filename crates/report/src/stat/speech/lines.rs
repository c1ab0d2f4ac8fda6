//! Lines of what is no number.

use super::super::campaign::Campaign;
use super::super::columns::windows_beyond;
use super::super::notes::names;
use super::provenance::provenance;
use super::said::{SHOWN, short, speeches};
use crate::phrase::{Phrase, listed};
use crate::wording::fault;
use probity_model::{Case, CaseId, CaseSpeech, MetricSummary, Outcome, Text, WorkSummary};
use std::collections::BTreeSet;

/// Names in one line before the others are only counted.
const NAMED: usize = 4;

/// The lines: what is wrong with what was said, what went wrong in the programs' own words, and
/// whether they came to one outcome.
pub(crate) fn speech(campaign: Campaign<'_>, details: bool) -> Vec<Phrase> {
    let mut lines = provenance(campaign);
    lines.extend(outcomes(campaign, details));
    lines.extend(unshown(campaign));
    for (case, said) in speeches(campaign) {
        lines.extend(errors(campaign, case, said));
        lines.extend(findings(campaign, case, said));
        lines.extend(partly(campaign, case, said));
        lines.extend(beyond(campaign, case, said));
        if details {
            lines.extend(unknown(campaign, case, said));
        }
    }
    lines
}

/// Cases with one outcome share a line. Where outcomes differ the comparison's own line says so,
/// and there is none for a command alone. Each benchmark has its own, and that it came to the same
/// every time is no news.
fn outcomes(campaign: Campaign<'_>, details: bool) -> Vec<Phrase> {
    let mut groups: Vec<(&Outcome, Vec<&CaseId>)> = Vec::new();
    for (case, said) in speeches(campaign) {
        let Some(outcome) = &said.outcome else { continue };
        if campaign.is_bench() && !details && matches!(outcome, Outcome::Same { .. }) {
            continue;
        }
        match groups.iter_mut().find(|(other, _)| same(other, outcome)) {
            Some((_, cases)) => cases.push(&case.id),
            None => groups.push((outcome, vec![&case.id])),
        }
    }
    groups.into_iter().map(|(outcome, cases)| outcome_line(campaign, outcome, &cases)).collect()
}

fn same(one: &Outcome, other: &Outcome) -> bool {
    match (one, other) {
        (Outcome::Same { checksum, .. }, Outcome::Same { checksum: other, .. }) => {
            checksum == other
        }
        _ => false,
    }
}

fn outcome_line(campaign: Campaign<'_>, outcome: &Outcome, cases: &[&CaseId]) -> Phrase {
    let whose = names(campaign, cases);
    match outcome {
        Outcome::Same { checksum, .. } => Phrase::from("checksum: all runs of ")
            .then(whose)
            .ours(", warm-ups apart, came to ")
            .then(short(checksum)),
        Outcome::Different { runs: [one, other], checksums: [first, second] } => {
            Phrase::from("checksum: runs of ")
                .then(whose)
                .ours(" came to different outcomes: ")
                .then(short(first))
                .ours(" in run ")
                .number(*one)
                .ours(", ")
                .then(short(second))
                .ours(" in run ")
                .number(*other)
        }
        Outcome::Contradictory { run } => Phrase::from("checksum: ")
            .then(whose)
            .ours(" said two different ones in run ")
            .number(*run),
        Outcome::Partial { said, runs } => Phrase::from("checksum: only ")
            .number(*said)
            .ours(" of ")
            .count(*runs, "run", "runs")
            .ours(" of ")
            .then(whose)
            .ours(" said one"),
    }
}

fn errors(campaign: Campaign<'_>, case: &Case, said: &CaseSpeech) -> Option<Phrase> {
    let errors = said.errors.as_ref()?;
    let line = Phrase::from("error said by ").then(campaign.name(&case.id)).ours(": ");
    let line = line.prose(&errors.first);
    Some(match errors.count {
        1 => line,
        count => line.ours(" (the first of ").number(count).ours(")"),
    })
}

fn findings(campaign: Campaign<'_>, case: &Case, said: &CaseSpeech) -> Vec<Phrase> {
    let line = |found: &probity_model::CaseSpeechFinding| {
        Phrase::from("said by ")
            .then(campaign.name(&case.id))
            .ours(": ")
            .ours(fault(found.fault))
            .ours(", ")
            .count(found.count, "time", "times")
            .ours(" in ")
            .count(found.runs, "run", "runs")
            .ours("; in run ")
            .number(found.run)
            .ours(": ")
            .prose(&found.first)
    };
    said.findings.iter().map(line).collect()
}

/// Rows whose numbers are of some runs only, and of how many.
fn partly(campaign: Campaign<'_>, case: &Case, said: &CaseSpeech) -> Option<Phrase> {
    let units = |work: &WorkSummary| Phrase::from("work in ").name(&Text::from(&*work.units));
    let work = said.work.iter().map(|work| (units(work), Some(&work.count)));
    let metrics = said
        .metrics
        .iter()
        .map(|metric| (Phrase::new().id(metric.id.as_str()), case.summary.get(&metric.id)));
    let windows = case.windows.iter().flat_map(|window| {
        let name = Phrase::from("window ").name(&Text::from(&*window.name));
        window.summary.values().map(move |found| (name.clone(), Some(found)))
    });
    let lacking = |(name, summary): (Phrase, Option<&MetricSummary>)| {
        let found = summary?.statistics().filter(|found| found.absent > 0)?;
        let runs = found.n + found.absent;
        Some(name.ours(" (").number(found.n).ours(" of ").count(runs, "run", "runs").ours(")"))
    };
    let all: Vec<Phrase> = windows.chain(work).chain(metrics).filter_map(lacking).collect();
    let more = all.len().saturating_sub(NAMED) as u64;
    let more = (more > 0).then(|| Phrase::new().number(more).ours(" more"));
    (!all.is_empty()).then(|| {
        Phrase::from("partly said by ")
            .then(campaign.name(&case.id))
            .ours(": ")
            .then(listed(all.into_iter().take(NAMED).chain(more)))
    })
}

/// What is in no row of the table for want of room.
fn unshown(campaign: Campaign<'_>) -> Option<Phrase> {
    let of = |count: usize| count.saturating_sub(SHOWN) as u64;
    let names = |of: &dyn Fn(&CaseSpeech) -> Vec<String>| {
        let all: BTreeSet<String> = speeches(campaign).flat_map(|(_, said)| of(said)).collect();
        all.len()
    };
    let units = names(&|said| said.work.iter().map(|work| work.units.clone()).collect());
    let metrics =
        names(&|said| said.metrics.iter().map(|one| one.id.as_str().to_owned()).collect());
    let more = of(units) + of(metrics);
    (more > 0).then(|| {
        Phrase::from("said by the programs: ")
            .count(more, "number", "numbers")
            .ours(" more are in the JSON")
    })
}

fn beyond(campaign: Campaign<'_>, case: &Case, said: &CaseSpeech) -> Option<Phrase> {
    let rows = windows_beyond(case) as u64;
    let line = Phrase::from("said by ").then(campaign.name(&case.id)).ours(": ");
    match (rows, said.names_beyond) {
        (0, 0) => None,
        (rows, 0) => Some(line.number(rows).ours(" more windows are in the JSON")),
        (0, names) => Some(line.number(names).ours(" more names are not summed up")),
        (rows, names) => Some(
            line.number(rows)
                .ours(" more windows are in the JSON, and ")
                .number(names)
                .ours(" more names are not summed up"),
        ),
    }
}

fn unknown(campaign: Campaign<'_>, case: &Case, said: &CaseSpeech) -> Option<Phrase> {
    if said.unknown.is_empty() {
        return None;
    }
    let kind = |found: &probity_model::UnknownKind| {
        Phrase::new().name(&Text::from(&*found.kind)).ours(" (").number(found.count).ours(")")
    };
    let line = Phrase::from("said by ").then(campaign.name(&case.id));
    let line = line.ours(", in messages that this version does not know: ");
    Some(line.then(listed(said.unknown.iter().map(kind))))
}
