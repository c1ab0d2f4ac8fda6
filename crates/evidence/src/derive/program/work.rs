//! The work of one unit over the runs, and what was measured for each.

use super::super::Derivation;
use super::super::summaries::{no_run, summarize};
use super::names::names;
use probity_model::{
    Kind, Metric, MetricId, MetricRole, MetricSummary, Pass, Quality, Reading, Run, Scope, Unit,
    Value, WorkSummary,
};

/// Most units that measured values are divided by: each brings a summary of every metric.
const MOST_DIVISORS: usize = 4;

/// The summaries of all units, and how many are left out.
pub(super) fn work(
    input: &Derivation<'_>,
    timed: &[&Run],
    counted: &[&Run],
) -> (Vec<WorkSummary>, u64) {
    let all = timed.iter().filter_map(|run| run.program.as_ref()).flat_map(|said| &said.work);
    let (kept, beyond) = names(all.map(|work| work.units.as_str()));
    let metrics: Vec<&Metric> = divisible(input).collect();
    let summary = |(place, units): (usize, &str)| {
        let metrics = if place < MOST_DIVISORS { metrics.as_slice() } else { &[] };
        let of = |metric: &&Metric| {
            let runs = if metric.pass == Pass::Counted { counted } else { timed };
            (metric.id.clone(), per_unit(input, metric, units, runs))
        };
        WorkSummary {
            units: units.to_owned(),
            count: count(input, units, timed),
            per_unit: metrics.iter().map(of).collect(),
        }
    };
    (kept.into_iter().enumerate().map(summary).collect(), beyond)
}

/// The requested metrics that grow with the work: amounts of the program's own, and energy, which
/// is of the whole machine and known in no other way. Per unit it is an upper bound that holds what
/// everything else took; its scope says so wherever it is shown.
fn divisible<'a>(input: &Derivation<'a>) -> impl Iterator<Item = &'a Metric> {
    let of = |id: &MetricId| input.capabilities.metric(id.as_str()).map(|report| &report.metric);
    let grows = |metric: &&Metric| {
        matches!(metric.kind, Kind::Counter | Kind::Duration)
            && (!matches!(metric.scope, Scope::System | Scope::ControlGroup)
                || metric.role == MetricRole::Energy)
            && metric.unit != Unit::Ratio
    };
    input.settings.metrics.iter().filter_map(of).filter(grows)
}

fn done(run: &Run, units: &str) -> Option<u64> {
    let work = &run.program.as_ref()?.work;
    work.iter().find(|work| work.units == units).map(|work| work.count)
}

fn count(input: &Derivation<'_>, units: &str, runs: &[&Run]) -> MetricSummary {
    let reading = |run: &&Run| {
        Some(Reading {
            value: Value::Integer(done(run, units)?),
            unit: Unit::Count,
            quality: Quality::Exact,
            scope: Scope::ProcessTree,
            source: "",
        })
    };
    let readings: Vec<Reading<'_>> = runs.iter().filter_map(reading).collect();
    let absent = (runs.len() - readings.len()) as u64;
    summarize(&readings, absent, None, || no_run(input, "timed"))
}

fn per_unit(input: &Derivation<'_>, metric: &Metric, units: &str, runs: &[&Run]) -> MetricSummary {
    let id = &metric.id;
    let counts = |run: &&Run| done(run, units).is_some_and(|count| count > 0);
    if !runs.is_empty() && !runs.iter().any(counts) {
        let units = super::super::excerpt::shortened(units);
        return MetricSummary::NotApplicable { reason: format!("no run did any of its {units}") };
    }
    let quotient = |run: &&Run| {
        let count = done(run, units).filter(|count| *count > 0)?;
        let reading = run.observations.get(id)?.measured()?;
        let value = Value::real(reading.value.as_f64() / count as f64)?;
        Some(Reading { value, source: "", ..reading })
    };
    let readings: Vec<Reading<'_>> = runs.iter().filter_map(quotient).collect();
    let absent = (runs.len() - readings.len()) as u64;
    let first = runs.iter().find(|run| counts(run)).map(|run| run.observations.get(id));
    let role = if metric.pass == Pass::Counted { "counted" } else { "timed" };
    summarize(&readings, absent, first, || no_run(input, role))
}
