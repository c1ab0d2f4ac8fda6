//! What the programs said of themselves: a table of their numbers, and lines of the rest.

use super::campaign::Campaign;
use super::columns::{deviation, windows_beyond};
use super::notes::names;
use crate::phrase::{Phrase, listed};
use crate::quantity::{Figure, Scale, aligned};
use crate::table::{Align, Column, Table};
use crate::wording::fault;
use probity_model::{
    Case, CaseId, CaseSpeech, MetricId, MetricRole, MetricSummary, Outcome, Scope, Statistics,
    Text, Unit, WorkSummary,
};

/// Rows of each sort that are shown; a program may have many.
const SHOWN: usize = 40;
/// Characters of a checksum that are shown.
const CHECKSUM: usize = 64;

/// One row: what it is, its unit, and the summary of each case.
struct Row<'a> {
    name: Phrase,
    /// What stands behind the unit of the scale: the program's own unit, or `/` and what was done.
    beside: Phrase,
    summaries: Vec<Option<&'a MetricSummary>>,
}

/// The work of the programs, times for each unit of it, and what the programs counted; none where
/// none said any. `details` divides all that was measured.
pub(crate) fn said(campaign: Campaign<'_>, details: bool) -> Option<Table> {
    let mut rows = Vec::new();
    for units in distinct(campaign, |said| said.work.iter().map(|work| work.units.as_str())) {
        work_rows(campaign, units, details, &mut rows);
    }
    for id in distinct(campaign, |said| said.metrics.iter().map(|metric| metric.id.as_str())) {
        rows.push(metric_row(campaign, id));
    }
    (!rows.is_empty()).then(|| table(campaign, &rows))
}

/// The names that any program said, in the order of their first appearance.
fn distinct<'a, I: Iterator<Item = &'a str>>(
    campaign: Campaign<'a>,
    of: impl Fn(&'a CaseSpeech) -> I,
) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for name in speeches(campaign).flat_map(|(_, said)| of(said)) {
        if names.len() < SHOWN && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn speeches<'a>(campaign: Campaign<'a>) -> impl Iterator<Item = (&'a Case, &'a CaseSpeech)> {
    campaign.document.cases.iter().filter_map(|case| Some((case, case.program.as_ref()?)))
}

fn work_of<'a>(case: &'a Case, units: &str) -> Option<&'a WorkSummary> {
    case.program.as_ref()?.work.iter().find(|work| work.units == units)
}

fn work_rows<'a>(campaign: Campaign<'a>, units: &'a str, details: bool, rows: &mut Vec<Row<'a>>) {
    let cases = &campaign.document.cases;
    let unit = || Phrase::new().name(&Text::from(units));
    rows.push(Row {
        name: Phrase::from("work"),
        beside: unit(),
        summaries: cases.iter().map(|case| Some(&work_of(case, units)?.count)).collect(),
    });
    for metric in campaign.metrics() {
        let per_unit: Vec<Option<&MetricSummary>> =
            cases.iter().map(|case| work_of(case, units)?.per_unit.get(&metric.id)).collect();
        let measured = |found: &&MetricSummary| found.statistics().is_some();
        let is_first_energy = || campaign.of_role(MetricRole::Energy) == Some(metric);
        let is_shown = details
            || metric.role == MetricRole::Wall
            || is_first_energy()
            || (metric.role == MetricRole::Instructions && campaign.is_counting());
        if is_shown && per_unit.iter().flatten().any(measured) {
            let name = Phrase::new().id(metric.id.as_str());
            // Whatever ran beside the program is in it, and that is said where it is read.
            let name = match metric.scope {
                Scope::System => name.ours(" (whole machine)"),
                _ => name,
            };
            rows.push(Row { name, beside: Phrase::from("/").then(unit()), summaries: per_unit });
        }
    }
}

fn metric_row<'a>(campaign: Campaign<'a>, id: &'a str) -> Row<'a> {
    let described = speeches(campaign).flat_map(|(_, said)| &said.metrics);
    let own = described
        .filter(|metric| metric.id.as_str() == id)
        .find(|metric| Unit::named(&metric.unit) == Unit::Own);
    let summary = |case: &'a Case| case.summary.get(&MetricId(id.to_owned().into()));
    Row {
        name: Phrase::new().id(id),
        beside: own.map_or_else(Phrase::new, |own| Phrase::new().name(&Text::from(&*own.unit))),
        summaries: campaign.document.cases.iter().map(summary).collect(),
    }
}

impl Row<'_> {
    fn scale(&self) -> Option<Scale> {
        let found = || self.summaries.iter().flatten().filter_map(|one| one.statistics());
        let largest = found().map(|found| found.median.as_f64()).fold(0.0, f64::max);
        found().next().map(|first| Scale::of(first.unit, largest))
    }

    fn unit(&self) -> Phrase {
        let scale = self.scale().map_or("", Scale::name);
        match (scale.is_empty(), self.beside.is_empty()) {
            (true, _) => self.beside.clone(),
            (false, true) => Phrase::from(scale),
            (false, false) => Phrase::from(scale).then(self.beside.clone()),
        }
    }

    fn figures(&self, place: usize) -> Vec<Figure> {
        let summary = self.summaries.get(place).copied().flatten();
        let measured = |found: &Statistics, scale: Scale| {
            let median = scale.figure(found.median);
            let median = if found.estimated > 0 { median.estimated() } else { median };
            vec![median, deviation(scale, found)]
        };
        match (summary, self.scale()) {
            (Some(MetricSummary::Measured(found)), Some(scale)) => measured(found, scale),
            (Some(MetricSummary::NotApplicable { .. }), _) => vec![Figure::not_applicable()],
            _ => vec![Figure::absent()],
        }
    }
}

fn table(campaign: Campaign<'_>, rows: &[Row<'_>]) -> Table {
    let left = |head: &'static str, cells: Vec<Phrase>| Column {
        head: head.into(),
        unit: "",
        align: Align::Left,
        cells,
    };
    let cases = &campaign.document.cases;
    let mut columns = vec![
        left("said by the program", rows.iter().map(|row| row.name.clone()).collect()),
        left("unit", rows.iter().map(Row::unit).collect()),
    ];
    for (place, case) in cases.iter().enumerate() {
        let figures: Vec<Vec<Figure>> = rows.iter().map(|row| row.figures(place)).collect();
        let cells = aligned(&figures, " ±");
        let head = match cases.len() {
            1 => "median ±MAD".into(),
            _ => Phrase::new().id(&case.id.0).ours(" median ±MAD"),
        };
        let cells = cells.iter().map(|cell| Phrase::new().figure(cell)).collect();
        columns.push(Column { head, unit: "", align: Align::Right, cells });
    }
    Table { columns }
}

/// The lines: what is wrong with what was said, what went wrong in the programs' own words, and
/// whether they came to one outcome.
pub(super) fn speech(campaign: Campaign<'_>, details: bool) -> Vec<Phrase> {
    let mut lines = outcomes(campaign);
    for (case, said) in speeches(campaign) {
        lines.extend(errors(campaign, case, said));
        lines.extend(findings(campaign, case, said));
        lines.extend(beyond(campaign, case, said));
        if details {
            lines.extend(unknown(campaign, case, said));
        }
    }
    lines
}

/// Cases with one outcome share a line. Where outcomes differ the comparison's own line says so,
/// and there is none for a command alone.
fn outcomes(campaign: Campaign<'_>) -> Vec<Phrase> {
    let mut groups: Vec<(&Outcome, Vec<&CaseId>)> = Vec::new();
    for (case, said) in speeches(campaign) {
        let Some(outcome) = &said.outcome else { continue };
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
            .ours(" came to ")
            .then(checksum_name(checksum)),
        Outcome::Different { runs: [one, other], checksums: [first, second] } => {
            Phrase::from("checksum: runs of ")
                .then(whose)
                .ours(" came to different outcomes: ")
                .then(checksum_name(first))
                .ours(" in run ")
                .number(*one)
                .ours(", ")
                .then(checksum_name(second))
                .ours(" in run ")
                .number(*other)
        }
        Outcome::Partial { said, runs } => Phrase::from("checksum: only ")
            .number(*said)
            .ours(" of ")
            .count(*runs, "run", "runs")
            .ours(" of ")
            .then(whose)
            .ours(" said one"),
    }
}

fn checksum_name(checksum: &str) -> Phrase {
    match checksum.char_indices().nth(CHECKSUM) {
        Some((end, _)) => Phrase::new().name(&Text::from(&checksum[..end])).ours("…"),
        None => Phrase::new().name(&Text::from(checksum)),
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
