//! What can be measured on this machine, what cannot, and what to do about it.

use crate::json::pretty;
use crate::phrase::Phrase;
use crate::quantity::quantity;
use crate::table::{Align, Column, Style, Table};
use crate::wording;
use probity_model::{
    Absence, Availability, Capabilities, DOCUMENT_SCHEMA, Fact, HostFacts, MetricReport, Producer,
    SessionCost, SourceReport, Unit, Value,
};

/// The report for a terminal: the host's facts, a block per source, and the count. A fact is
/// known, or it cannot be told and the line says why.
pub fn doctor(host: &HostFacts, capabilities: &Capabilities) -> String {
    let mut out = String::from("host\n");
    out += &host_table(host).text(Style::Plain, "  ");
    for source in &capabilities.sources {
        out += &format!("\n{}", block(source));
    }
    if let Some(session) = &capabilities.session {
        out += &format!("\nsession: {}\n", session_cost(session).terminal());
    }
    out + &format!("\n{}\n", total(capabilities).terminal())
}

/// The same as JSON: `{schema, kind: "doctor", probity, host, capabilities}`.
///
/// # Errors
/// When a part has no JSON form; these types always have one.
pub fn doctor_json(
    producer: &Producer,
    host: &HostFacts,
    capabilities: &Capabilities,
) -> Result<String, serde_json::Error> {
    #[derive(serde::Serialize)]
    struct Doctor<'a> {
        schema: u64,
        kind: &'static str,
        probity: &'a Producer,
        host: &'a HostFacts,
        capabilities: &'a Capabilities,
    }
    let (schema, kind) = (DOCUMENT_SCHEMA, "doctor");
    pretty(&Doctor { schema, kind, probity: producer, host, capabilities })
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

fn told<T>(fact: &Fact<T>, shown: impl Fn(&T) -> Phrase) -> Phrase {
    match fact {
        Fact::Known { value } => shown(value),
        Fact::Unavailable(absence) => Phrase::from("cannot tell: ").then(wording::absence(absence)),
    }
}

fn host_table(host: &HostFacts) -> Table {
    let rows = host_rows(host).into_iter();
    let (heads, values) = rows.map(|(head, value)| (Phrase::from(head), value)).unzip();
    Table { columns: vec![left(heads), left(values)] }
}

/// Every fact of the host, with its name.
pub(crate) fn host_rows(host: &HostFacts) -> Vec<(&'static str, Phrase)> {
    let prose = |value: &String| Phrase::new().prose(value);
    let number = |value: &u64| Phrase::new().number(*value);
    let bytes = |value: &u64| Phrase::new().figure(&quantity(Unit::Bytes, Value::Integer(*value)));
    vec![
        ("system", Phrase::new().prose(&host.os).ours(" ").prose(&host.arch)),
        ("kernel", told(&host.kernel, prose)),
        ("CPU model", told(&host.cpu_model, prose)),
        ("CPUs online", told(&host.cpus_online, number)),
        ("CPUs allowed", told(&host.cpus_allowed, number)),
        ("memory", told(&host.memory_bytes, bytes)),
        ("page size", told(&host.page_bytes, bytes)),
        ("clock source", told(&host.clock_source, prose)),
        ("governor", told(&host.governor, prose)),
        (
            "virtual machine",
            told(&host.virtual_machine, |yes| if *yes { "yes" } else { "no" }.into()),
        ),
        ("perf_event_paranoid", told(&host.perf_event_paranoid, |level| signed(*level))),
        ("load, 1 minute", told(&host.load_1m_hundredths, |load| hundredths(*load))),
        ("fingerprint", Phrase::new().prose(&host.fingerprint)),
    ]
}

fn left(cells: Vec<Phrase>) -> Column {
    Column { head: Phrase::new(), unit: "", align: Align::Left, cells }
}

fn signed(number: i64) -> Phrase {
    let sign = Phrase::from(if number < 0 { "-" } else { "" });
    sign.number(number.unsigned_abs())
}

fn hundredths(number: u64) -> Phrase {
    let point = if number % 100 < 10 { ".0" } else { "." };
    Phrase::new().number(number / 100).ours(point).number(number % 100)
}

fn block(source: &SourceReport) -> String {
    let title = Phrase::new().prose(&source.source).ours(": ").prose(&source.summary);
    let reads = Phrase::from("  reads ").prose(&source.reads);
    let columns = [mark, name, outcome];
    let columns = columns.map(|cell| left(source.metrics.iter().map(cell).collect())).to_vec();
    let rows = Table { columns }.text(Style::Plain, "  ");
    format!("{}\n{}\n{rows}", title.terminal(), reads.terminal())
}

fn mark(report: &MetricReport) -> Phrase {
    match report.availability {
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

fn total(capabilities: &Capabilities) -> Phrase {
    let count = |wanted: fn(&Availability) -> bool| {
        capabilities.metrics().filter(|report| wanted(&report.availability)).count() as u64
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
