//! The evidence that was kept, a row for each.

use crate::json::pretty;
use crate::phrase::{Colour, Phrase, listed};
use crate::quantity::{Figure, quantity, ratio};
use crate::stat::Campaign;
use crate::table::{Align, Column, Style, Table};
use crate::wording;
use probity_evidence::{BENCH, Finding, ValidEvidence};
use probity_model::{
    CaseId, Comparison, DOCUMENT_SCHEMA, MetricId, MetricSummary, Producer, RunRole, Text, Unit,
    Value, Verdict,
};
use serde::Serialize;
use std::collections::HashSet;
use std::path::PathBuf;

/// Columns for the commands of a campaign, and for the reason of one that cannot be used.
const COMMANDS: usize = 60;

/// What there is, and the part of it that is shown, newest first.
#[derive(Clone, Debug)]
pub struct KeptList {
    /// The directory it is kept in.
    pub place: PathBuf,
    /// How many entries there are in all.
    pub kept: u64,
    /// The shown ones.
    pub entries: Vec<KeptRow>,
}

/// One entry.
#[derive(Clone, Debug, Serialize)]
pub struct KeptRow {
    name: String,
    /// Bytes of its files; left out where they are not all ours, or cannot be asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    #[serde(flatten)]
    content: Content,
    #[serde(skip)]
    outcome: Phrase,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
enum Content {
    Valid {
        id: String,
        kind: String,
        created: String,
        complete: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        incomplete_because: Option<String>,
        /// All of them: to warm up, timed, null and counted ones.
        runs: u64,
        timed_runs: u64,
        cases: Vec<Case>,
        comparisons: Vec<Judged>,
    },
    Invalid {
        findings: Vec<Found>,
    },
}

#[derive(Clone, Debug, Serialize)]
struct Case {
    id: CaseId,
    name: Text,
    command: Text,
    /// What the case says of the judged metrics.
    summary: Vec<Summary>,
}

#[derive(Clone, Debug, Serialize)]
struct Summary {
    metric: MetricId,
    #[serde(flatten)]
    observed: MetricSummary,
}

#[derive(Clone, Debug, Serialize)]
struct Judged {
    metric: MetricId,
    candidate: CaseId,
    reference: CaseId,
    verdict: Verdict,
    /// The median ratio; left out where no block had both.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
struct Found {
    rule: String,
    path: String,
    detail: String,
}

impl KeptRow {
    /// An entry that is valid.
    pub fn valid(name: &str, bytes: Option<u64>, evidence: &ValidEvidence) -> Self {
        let (document, manifest) = (evidence.document(), evidence.manifest());
        let judged = &document.settings.policy.metrics;
        let summary = |case: &probity_model::Case| {
            let of = |metric: &MetricId| {
                let observed = case.summary.get(metric)?.clone();
                Some(Summary { metric: metric.clone(), observed })
            };
            judged.iter().filter_map(of).collect()
        };
        let case = |case: &probity_model::Case| Case {
            id: case.id.clone(),
            name: case.name.clone(),
            command: case.command.clone(),
            summary: summary(case),
        };
        let content = Content::Valid {
            id: manifest.id.clone(),
            kind: manifest.kind.clone(),
            created: manifest.created.clone(),
            complete: evidence.completeness().is_complete(),
            incomplete_because: evidence.completeness().reason().map(str::to_owned),
            runs: evidence.runs().len() as u64,
            timed_runs: evidence.runs().iter().filter(|run| run.role == RunRole::Timed).count()
                as u64,
            cases: document.cases.iter().map(case).collect(),
            comparisons: document.comparisons.iter().map(judgement).collect(),
        };
        Self { name: name.to_owned(), bytes, content, outcome: outcome(evidence) }
    }

    /// An entry that cannot be used, and why.
    pub fn invalid(name: &str, bytes: Option<u64>, findings: &[Finding]) -> Self {
        let found = |finding: &Finding| Found {
            rule: finding.rule.id().to_owned(),
            path: finding.path.clone(),
            detail: finding.detail.clone(),
        };
        let content = Content::Invalid { findings: findings.iter().map(found).collect() };
        let outcome = Phrase::from("INVALID").coloured(Some(Colour::Red));
        Self { name: name.to_owned(), bytes, content, outcome }
    }

    /// The names of the commands, or what is wrong; one line.
    fn commands(&self) -> Phrase {
        let line = match &self.content {
            Content::Valid { cases, kind, .. } => {
                // A benchmark and its baseline have one name.
                let mut names: Vec<&Text> = cases.iter().map(|case| &case.name).collect();
                if kind == BENCH {
                    let mut seen = HashSet::new();
                    names.retain(|name| seen.insert(*name));
                }
                names.into_iter().fold(Phrase::new(), |line, name| {
                    let line = if line.is_empty() { line } else { line.ours(" | ") };
                    line.name(name)
                })
            }
            Content::Invalid { findings } => findings.first().map_or(Phrase::new(), |first| {
                let line = Phrase::new().prose(&first.rule).ours(" ").prose(&first.path);
                let line = line.ours(": ").prose(&first.detail);
                match findings.len() as u64 - 1 {
                    0 => line,
                    more => line.ours(", and ").count(more, "finding more", "findings more"),
                }
            }),
        };
        Phrase::new().prose(line.terminal().cut(COMMANDS).as_str())
    }

    fn created(&self) -> Phrase {
        match &self.content {
            // `2026-01-31T12:00:00Z`, as validation has seen.
            Content::Valid { created, .. } => {
                Phrase::new().prose(&created.replace('T', " ").replace('Z', ""))
            }
            Content::Invalid { .. } => Phrase::new().figure(&Figure::absent()),
        }
    }

    fn timed_runs(&self) -> Phrase {
        match &self.content {
            Content::Valid { timed_runs, .. } => Phrase::new().number(*timed_runs),
            Content::Invalid { .. } => Phrase::new().figure(&Figure::absent()),
        }
    }

    fn size(&self) -> Phrase {
        let size = |bytes: u64| quantity(Unit::Bytes, Value::Integer(bytes));
        Phrase::new().figure(&self.bytes.map_or(Figure::absent(), size))
    }
}

fn judgement(found: &Comparison) -> Judged {
    Judged {
        metric: found.metric.clone(),
        candidate: found.candidate.clone(),
        reference: found.reference.clone(),
        verdict: found.verdict,
        ratio: found.ratio.as_ref().map(|ratio| ratio.median),
    }
}

/// The verdict, how many of each, or the median, of benchmarks how many there are; and whether it
/// is all.
fn outcome(evidence: &ValidEvidence) -> Phrase {
    let line = match evidence.document().comparisons.as_slice() {
        [] => median(Campaign::from(evidence)),
        [one] => {
            let line = wording::verdict(one.verdict);
            let figure = one.ratio.as_ref().map(|found| ratio(found.median, one.limit.practical));
            figure.map_or(line.clone(), |figure| line.ours(" ").figure(&figure))
        }
        all => counted(all),
    };
    match evidence.completeness().is_complete() {
        true => line,
        false => line.ours(", INCOMPLETE").coloured(Some(Colour::Yellow)),
    }
}

/// How many benchmarks were measured, and how many were not.
fn benchmarks(campaign: Campaign<'_>) -> Phrase {
    let cases = &campaign.document.cases;
    let failed = cases.iter().filter(|case| case.failure.is_some()).count() as u64;
    let line = Phrase::new().count(cases.len() as u64, "benchmark", "benchmarks");
    match failed {
        0 => line,
        failed => line.ours(", ").number(failed).ours(" failed").coloured(Some(Colour::Red)),
    }
}

fn median(campaign: Campaign<'_>) -> Phrase {
    if campaign.is_bench() {
        return benchmarks(campaign);
    }
    let Some(case) = campaign.document.cases.first() else { return Phrase::new() };
    if case.failure.as_ref().is_some_and(|failure| !failure.ignored) {
        return Phrase::from("failed").coloured(Some(Colour::Red));
    }
    let leading = campaign.leading();
    let found = leading.first().and_then(|metric| case.summary.get(&metric.id)?.statistics());
    match found {
        Some(found) => Phrase::new().figure(&quantity(found.unit, found.median)),
        None => Phrase::new().figure(&Figure::absent()),
    }
}

fn counted(all: &[Comparison]) -> Phrase {
    let mut verdicts: Vec<Verdict> = Vec::new();
    for found in all {
        if !verdicts.contains(&found.verdict) {
            verdicts.push(found.verdict);
        }
    }
    listed(verdicts.into_iter().map(|verdict| {
        let count = all.iter().filter(|found| found.verdict == verdict).count() as u64;
        Phrase::new().number(count).ours(" ").ours(verdict.name())
    }))
}

/// The list for a terminal.
pub fn text(list: &KeptList, style: Style) -> String {
    let place = || Phrase::new().prose(&list.place.to_string_lossy());
    if list.kept == 0 {
        let line =
            Phrase::from("nothing is kept yet: probity stat without --out keeps evidence in ");
        return format!("{}\n", line.then(place()).terminal());
    }
    let column = |head: &'static str, align, cell: &dyn Fn(&KeptRow) -> Phrase| Column {
        head: head.into(),
        unit: "",
        align,
        cells: list.entries.iter().map(cell).collect(),
    };
    let columns = vec![
        column("name", Align::Left, &|row| Phrase::new().id(&row.name)),
        column("kept (UTC)", Align::Left, &KeptRow::created),
        column("timed runs", Align::Right, &KeptRow::timed_runs),
        column("size", Align::Right, &KeptRow::size),
        column("result", Align::Left, &|row| row.outcome.clone()),
        column("commands", Align::Left, &KeptRow::commands),
    ];
    let mut out = Table { columns }.text(style, "");
    let shown = list.entries.len() as u64;
    if shown < list.kept {
        let line = Phrase::new().number(shown).ours(" of ").number(list.kept);
        let line = line.ours(" in ").then(place()).ours("; --all shows all of them");
        out += &format!("\n{}\n", line.terminal());
    }
    out
}

/// The list as JSON: `{schema, kind: "list", probity, place, kept, entries}`.
///
/// # Errors
/// When a part has no JSON form; these types always have one.
pub fn json(producer: &Producer, list: &KeptList) -> Result<String, serde_json::Error> {
    #[derive(Serialize)]
    struct Form<'a> {
        schema: u64,
        kind: &'static str,
        probity: &'a Producer,
        place: Text,
        kept: u64,
        entries: &'a [KeptRow],
    }
    let place = Text::new(list.place.as_os_str().as_encoded_bytes());
    let (schema, kind) = (DOCUMENT_SCHEMA, "list");
    let (kept, entries) = (list.kept, list.entries.as_slice());
    pretty(&Form { schema, kind, probity: producer, place, kept, entries })
}
