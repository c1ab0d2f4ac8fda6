//! What the programs said of themselves: a table of their numbers, and lines of the rest.

use super::campaign::Campaign;
use super::columns::{deviation, windows_beyond};
use super::notes::names;
use crate::phrase::{Phrase, listed};
use crate::quantity::{Figure, Scale, aligned};
use crate::table::{Align, Column, Table};
use crate::wording::fault;
use probity_model::{
    Case, CaseId, CaseSpeech, MetricRole, MetricSummary, Outcome, ProgramMetric, Scope, Statistics,
    Text, Unit, WorkSummary,
};
use std::collections::BTreeSet;

/// Rows of each sort that are shown; a program may have many.
const SHOWN: usize = 40;
/// Names in one line before the others are only counted.
const NAMED: usize = 4;
/// Characters of a checksum that are shown.
const CHECKSUM: usize = 64;

/// What is divided by the work unless all is asked for.
const DIVIDED: [MetricRole; 3] =
    [MetricRole::Wall, MetricRole::OnCpuTotal, MetricRole::Instructions];

/// One row: what it is, its unit, and the summary of each case.
struct Row<'a> {
    name: Phrase,
    /// What stands behind the unit of the scale: the program's own unit, or `/` and what was done.
    beside: Phrase,
    /// Whether it was divided, and may be much less than one.
    is_divided: bool,
    summaries: Vec<Option<&'a MetricSummary>>,
}

/// The work of the programs, times for each unit of it, and what the programs counted; none where
/// none said any. `details` divides all that was measured.
pub(crate) fn said(campaign: Campaign<'_>, details: bool) -> Option<Table> {
    let mut rows = Vec::new();
    for units in distinct(campaign, |said| said.work.iter().map(|work| work.units.as_str())) {
        work_rows(campaign, units, details, &mut rows);
    }
    for metric in metrics(campaign) {
        rows.push(metric_row(campaign, metric));
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

/// The metrics of all programs: those of one name and another unit or kind are others.
fn metrics<'a>(campaign: Campaign<'a>) -> Vec<&'a ProgramMetric> {
    let mut all: Vec<&ProgramMetric> = Vec::new();
    for metric in speeches(campaign).flat_map(|(_, said)| &said.metrics) {
        if all.len() < SHOWN && !all.contains(&metric) {
            all.push(metric);
        }
    }
    all
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
        is_divided: false,
        summaries: cases.iter().map(|case| Some(&work_of(case, units)?.count)).collect(),
    });
    for metric in campaign.metrics() {
        let of = |case: &'a Case| {
            let work = work_of(case, units).filter(|_| campaign.withheld(case, metric).is_none());
            work?.per_unit.get(&metric.id)
        };
        let per_unit: Vec<Option<&MetricSummary>> = cases.iter().map(of).collect();
        let measured = |found: &&MetricSummary| found.statistics().is_some();
        let is_first_energy = || campaign.of_role(MetricRole::Energy) == Some(metric);
        let is_shown = details || DIVIDED.contains(&metric.role) || is_first_energy();
        if is_shown && per_unit.iter().flatten().any(measured) {
            let name = Phrase::new().id(metric.id.as_str());
            // Whatever ran beside the program is in it, and that is said where it is read.
            let name = match metric.scope {
                Scope::System => name.ours(" (whole machine)"),
                _ => name,
            };
            let beside = Phrase::from("/").then(unit());
            rows.push(Row { name, beside, is_divided: true, summaries: per_unit });
        }
    }
}

fn metric_row<'a>(campaign: Campaign<'a>, metric: &'a ProgramMetric) -> Row<'a> {
    let summary = |case: &'a Case| {
        let is_its_own = case.program.as_ref().is_some_and(|said| said.metrics.contains(metric));
        case.summary.get(&metric.id).filter(|_| is_its_own)
    };
    let is_own = Unit::named(&metric.unit) == Unit::Own;
    Row {
        name: Phrase::new().id(metric.id.as_str()),
        beside: if is_own { Phrase::new().name(&Text::from(&*metric.unit)) } else { Phrase::new() },
        is_divided: false,
        summaries: campaign.document.cases.iter().map(summary).collect(),
    }
}

impl Row<'_> {
    fn scale(&self) -> Option<Scale> {
        let found = || self.summaries.iter().flatten().filter_map(|one| one.statistics());
        let largest = found().map(|found| found.median.as_f64()).fold(0.0, f64::max);
        let unit = found().next()?.unit;
        Some(match (self.is_divided, self.beside.is_empty()) {
            (true, _) => Scale::of(unit, largest).finely(),
            // A program's own unit gets no prefix of ours.
            (false, false) => Scale::plain(),
            (false, true) => Scale::of(unit, largest),
        })
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
pub(crate) fn speech(campaign: Campaign<'_>, details: bool) -> Vec<Phrase> {
    let mut lines = outcomes(campaign, details);
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
