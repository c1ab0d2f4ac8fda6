//! The doctor's report.

use super::calibration::calibrated;
use super::cautions::{Caution, cautions};
use super::costs;
use super::facts::{Row, sections};
use super::paragraph::{labelled, widest, wrapped};
use crate::json::pretty;
use crate::phrase::Phrase;
use crate::quantity::quantity;
use crate::wording;
use probity_model::{
    AbilityReport, Absence, Availability, Capabilities, Costs, DOCUMENT_SCHEMA, DoctorFacts,
    EnergyCalibration, HostFacts, MetricReport, Producer, SessionCost, SourceReport, Unit, Value,
};

/// A machine as the doctor sees it.
#[derive(Clone, Copy, Debug)]
pub struct Examination<'a> {
    /// The facts that evidence keeps.
    pub host: &'a HostFacts,
    /// The doctor's own.
    pub doctor: &'a DoctorFacts,
    /// What can be measured.
    pub capabilities: &'a Capabilities,
    /// What looking costs, where it was measured.
    pub costs: Option<&'a Costs>,
    /// Whether the energy counters repeat themselves, where that was asked for.
    pub calibration: Option<&'a EnergyCalibration>,
}

/// The report for a terminal: what to watch, the facts, a block per source, and the count. A fact
/// is known, or it cannot be told and the line says why.
pub fn doctor(seen: Examination<'_>) -> String {
    let mut out = watched(&cautions(seen.host, seen.doctor));
    let sections = sections(seen.host, Some(seen.doctor)).into_iter();
    let sections: Vec<_> = sections.map(|section| (section.title, merged(section.rows))).collect();
    let width = widest(sections.iter().flat_map(|(_, rows)| rows));
    for (title, rows) in sections {
        out += &format!("\n{title}\n{}", labelled(&rows, width));
    }
    out += &format!("\n{}", able(&seen.capabilities.abilities));
    for source in &seen.capabilities.sources {
        out += &format!("\n{}", block(source));
    }
    if let Some(session) = &seen.capabilities.session {
        let line = Phrase::from("session: ").then(session_cost(session));
        out += &format!("\n{}\n", wrapped(&line, 0));
    }
    if let Some(costs) = seen.costs {
        out += &format!("\n{}", costs::table(costs));
    }
    if let Some(calibration) = seen.calibration {
        out += &format!("\n{}", calibrated(calibration));
    }
    out + &format!("\n{}\n", total(seen.capabilities.metrics()).terminal())
}

fn watched(cautions: &[Caution]) -> String {
    if cautions.is_empty() {
        return "nothing to watch: no fact below speaks against the numbers\n".to_owned();
    }
    let row = |caution: &Caution| {
        let text = Phrase::new().prose(&caution.meaning);
        let text = caution.remedy.map_or(text.clone(), |remedy| text.ours("; try: ").ours(remedy));
        (caution.fact.into(), text)
    };
    let rows: Vec<(Phrase, Phrase)> = cautions.iter().map(row).collect();
    format!("to watch\n{}", labelled(&rows, widest(&rows)))
}

/// Neighbouring rows that say the same become one.
fn merged(rows: Vec<Row>) -> Vec<(Phrase, Phrase)> {
    let mut out: Vec<(Phrase, Phrase)> = Vec::new();
    let mut absent = false;
    for (name, text) in rows {
        let is_absent = text.terminal().as_str().starts_with("cannot tell");
        match out.last_mut() {
            Some((names, last)) if absent && *last == text => {
                *names = names.clone().ours(", ").ours(name);
            }
            _ => out.push((name.into(), text)),
        }
        absent = is_absent;
    }
    out
}

/// The same as JSON: `{schema, kind: "doctor", probity, host, doctor, cautions, capabilities}`,
/// with `costs` where they were measured and `energy_calibration` where that was asked for.
///
/// # Errors
/// When a part has no JSON form; these types always have one.
pub fn doctor_json(
    producer: &Producer,
    seen: Examination<'_>,
) -> Result<String, serde_json::Error> {
    #[derive(serde::Serialize)]
    struct Doctor<'a> {
        schema: u64,
        kind: &'static str,
        probity: &'a Producer,
        host: &'a HostFacts,
        doctor: &'a DoctorFacts,
        cautions: Vec<Caution>,
        capabilities: &'a Capabilities,
        #[serde(skip_serializing_if = "Option::is_none")]
        costs: Option<&'a Costs>,
        #[serde(skip_serializing_if = "Option::is_none")]
        energy_calibration: Option<&'a EnergyCalibration>,
    }
    let Examination { host, doctor, capabilities, costs, calibration } = seen;
    let cautions = cautions(host, doctor);
    let (schema, kind) = (DOCUMENT_SCHEMA, "doctor");
    pretty(&Doctor {
        schema,
        kind,
        probity: producer,
        host,
        doctor,
        cautions,
        capabilities,
        costs,
        energy_calibration: calibration,
    })
}

/// What looking costs.
pub(crate) fn session_cost(session: &SessionCost) -> Phrase {
    let cost = quantity(Unit::Nanoseconds, Value::Integer(session.edges_ns));
    let line = Phrase::from("opening and closing a window takes ").figure(&cost);
    let line = line.ours(" (median of ").number(session.brackets).ours(" empty ones), ");
    line.ours(placed(session.inside_window))
}

fn placed(inside: bool) -> &'static str {
    if inside { "partly inside the measured window" } else { "outside the measured window" }
}

/// What all of it amounts to.
fn able(abilities: &[AbilityReport]) -> String {
    let row = |report: &AbilityReport| {
        let name = mark(&report.availability).ours("  ").ours(report.ability.name());
        (name, ability(report))
    };
    let rows: Vec<(Phrase, Phrase)> = abilities.iter().map(row).collect();
    format!("abilities\n{}", labelled(&rows, widest(&rows)))
}

/// Whether Probity can do it here.
pub(crate) fn ability(report: &AbilityReport) -> Phrase {
    match &report.availability {
        Availability::Available => match &report.source {
            Some(source) => Phrase::from("available, by ").id(source),
            None => "available".into(),
        },
        Availability::Unavailable(absence) => absent(absence),
        Availability::NotApplicable { reason } => Phrase::from("not applicable: ").prose(reason),
    }
}

fn block(source: &SourceReport) -> String {
    let title = Phrase::new().prose(&source.source).ours(": ").prose(&source.summary);
    let reads = Phrase::from("reads ").prose(&source.reads);
    let row = |report: &MetricReport| {
        (mark(&report.availability).ours("  ").then(name(report)), outcome(report))
    };
    let rows: Vec<(Phrase, Phrase)> = source.metrics.iter().map(row).collect();
    format!("{}\n  {}\n{}", wrapped(&title, 0), wrapped(&reads, 2), labelled(&rows, widest(&rows)))
}

pub(super) fn mark(availability: &Availability) -> Phrase {
    match availability {
        Availability::Available => "✓",
        Availability::Unavailable(_) => "✗",
        Availability::NotApplicable { .. } => "–",
    }
    .into()
}

fn name(report: &MetricReport) -> Phrase {
    Phrase::new().id(report.metric.id.as_str())
}

fn outcome(report: &MetricReport) -> Phrase {
    match &report.availability {
        Availability::Available => {
            Phrase::from("available; scope: ").ours(wording::short_scope(report.scope()))
        }
        Availability::Unavailable(absence) => absent(absence),
        Availability::NotApplicable { reason } => Phrase::from("not applicable: ").prose(reason),
    }
}

pub(crate) fn absent(absence: &Absence) -> Phrase {
    Phrase::from(wording::cause(absence.cause)).ours(": ").then(wording::absence(absence))
}

/// How many metrics there are, and how many of them can be had.
pub(super) fn total<'r>(reports: impl Iterator<Item = &'r MetricReport>) -> Phrase {
    let reports: Vec<&MetricReport> = reports.collect();
    let count = |wanted: fn(&Availability) -> bool| {
        reports.iter().filter(|report| wanted(&report.availability)).count() as u64
    };
    let all = count(|_| true);
    let available = count(|found| *found == Availability::Available);
    let absent = count(|found| found.absence().is_some());
    let line = Phrase::new().count(all, "metric", "metrics").ours(": ");
    let line = line.number(available).ours(" available, ").number(absent).ours(" absent");
    match all - available - absent {
        0 => line,
        inapplicable => line.ours(", ").number(inapplicable).ours(" not applicable"),
    }
}
