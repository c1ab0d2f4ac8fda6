//! What the timed runs of a case say, metric by metric.

use super::Derivation;
use probity_model::{
    Absence, Cause, MetricId, MetricRole, MetricSummary, Observed, Pass, Quality, Reading, Run,
    Spread, Statistics, Unit, Value,
};
use probity_stats::{Halves, Ordered, TooFew};
use std::collections::BTreeMap;

/// The false-alarm rate of the interval of a single median, which is described, not judged.
const ALPHA: f64 = 0.05;

/// The summaries of all requested metrics: over the timed runs that count, or over the counted ones
/// of what only these observe.
pub(super) fn summaries(
    input: &Derivation<'_>,
    timed: &[&Run],
    counted: &[&Run],
) -> BTreeMap<MetricId, MetricSummary> {
    let of = |id: &MetricId| {
        let report = input.capabilities.metric(id.as_str());
        match report.map(|report| report.metric.pass) {
            Some(Pass::Counted) => summary(input, id, "counted", counted),
            Some(Pass::Every) | None => summary(input, id, "timed", timed),
        }
    };
    input.settings.metrics.iter().map(|id| (id.clone(), of(id))).collect()
}

fn summary<'a>(
    input: &Derivation<'_>,
    metric: &MetricId,
    role: &str,
    runs: &[&'a Run],
) -> MetricSummary {
    let mut place = 0;
    let near = |run: &&'a Run| run.observations.get_near(metric, &mut place)?.measured();
    let measured: Vec<Reading<'_>> = runs.iter().filter_map(near).collect();
    // A run whose turn it was not tells nothing of the metric.
    let of = |run: &&'a Run| run.observations.get(metric);
    let is_asked = |run: &&&'a Run| !of(run).is_some_and(is_another_turn);
    let first = || runs.iter().find(is_asked).or(runs.first()).map(of);
    let absent = (runs.len() - measured.len()) as u64;
    if let Some(bound) = mostly_bounded(input, metric, runs) {
        return MetricSummary::Unavailable(bound);
    }
    // All runs are looked through only where none has it.
    let first = if measured.is_empty() { first() } else { None };
    summarize(&measured, absent, first, || no_run(input, role))
}

/// The reason of the first run whose time is only bounded, where that is half of the runs or more:
/// those that have a point are then the slower ones, and no middle of all of them.
fn mostly_bounded(input: &Derivation<'_>, metric: &MetricId, runs: &[&Run]) -> Option<Absence> {
    let role = input.capabilities.metric(metric.as_str())?.metric.role;
    if role != MetricRole::IterationTime {
        return None;
    }
    let bound = |run: &&Run| match run.observations.get(metric)? {
        Observed::Unavailable(absence) => Some(absence.clone()),
        _ => None,
    };
    let bounds: Vec<Absence> =
        runs.iter().filter_map(bound).filter(|why| why.cause == Cause::WindowTooShort).collect();
    (bounds.len() * 2 >= runs.len()).then(|| bounds.into_iter().next()).flatten()
}

fn is_another_turn(observed: Observed<'_>) -> bool {
    matches!(observed, Observed::Unavailable(Absence { cause: Cause::NotRequested, .. }))
}

/// The summary of what was measured, beside so many runs that lack it. Where none has it, the
/// reason is that of the first run that was asked for it; `first` is none where no run counts, and
/// holds none where the run does not have the metric.
pub(super) fn summarize(
    measured: &[Reading<'_>],
    lacking: u64,
    first: Option<Option<Observed<'_>>>,
    no_run: impl FnOnce() -> Absence,
) -> MetricSummary {
    statistics(measured, lacking).map_or_else(|| absent(first, no_run), MetricSummary::Measured)
}

fn absent(first: Option<Option<Observed<'_>>>, no_run: impl FnOnce() -> Absence) -> MetricSummary {
    let (cause, reason) = match first {
        Some(Some(Observed::Unavailable(absence))) => {
            return MetricSummary::Unavailable(absence.clone());
        }
        Some(Some(Observed::NotApplicable { reason })) => {
            return MetricSummary::NotApplicable { reason: reason.to_owned() };
        }
        Some(Some(Observed::Measured(_))) => {
            (Cause::Implausible, "the values have no common statistics")
        }
        Some(None) => (Cause::NotRequested, "no run was asked for it"),
        None => return MetricSummary::Unavailable(no_run()),
    };
    MetricSummary::Unavailable(Absence::new(cause, reason))
}

/// Why a case without a run of this role that counts has no numbers.
pub(super) fn no_run(input: &Derivation<'_>, role: &str) -> Absence {
    match input.incomplete {
        None => Absence::new(Cause::TooFew, format!("no {role} run of it succeeded")),
        Some(_) => {
            let reason = format!("the campaign ended before a {role} run of it succeeded");
            Absence::new(Cause::Interrupted, reason)
        }
    }
}

/// The statistics of what was measured; none of nothing. Integers are kept exact; one real among
/// them makes reals of all.
fn statistics(measured: &[Reading<'_>], absent: u64) -> Option<Statistics> {
    let unit = measured.first()?.unit;
    let is_estimated = |one: &&Reading<'_>| one.quality != Quality::Exact;
    let estimated = measured.iter().filter(is_estimated).count() as u64;
    let counts = Counts { estimated, absent };
    let integers: Option<Vec<u64>> = measured.iter().map(|one| one.value.as_integer()).collect();
    match integers {
        Some(integers) => {
            let samples = Ordered::integers(integers);
            let middle = |halves: Halves| value_of(halves, unit);
            let middles = [samples.median().map(middle)?, samples.mad().map(middle)?];
            laid_out(&samples, middles, counts, unit, Value::Integer)
        }
        None => {
            let samples = Ordered::reals(measured.iter().map(|one| one.value.as_f64()))?;
            let middles = [samples.median().map(Value::Real)?, samples.mad().map(Value::Real)?];
            laid_out(&samples, middles, counts, unit, Value::Real)
        }
    }
}

/// Runs that are less than an exact sample.
#[derive(Clone, Copy)]
struct Counts {
    estimated: u64,
    absent: u64,
}

fn laid_out<T: Copy>(
    samples: &Ordered<T>,
    [median, mad]: [Value; 2],
    Counts { estimated, absent }: Counts,
    unit: Unit,
    value: fn(T) -> Value,
) -> Option<Statistics> {
    Some(Statistics {
        n: samples.n(),
        // Every run is a process of its own.
        processes: samples.n(),
        estimated,
        absent,
        median,
        mad,
        min: samples.min().map(value)?,
        max: samples.max().map(value)?,
        quartiles: spread(samples.quartiles(), value),
        interval: spread(samples.interval(ALPHA), value),
        unit,
    })
}

fn spread<T>(bounds: Result<[T; 2], TooFew>, value: fn(T) -> Value) -> Spread {
    match bounds {
        Ok(bounds) => Spread::Bounds(bounds.map(value)),
        Err(too_few) => Spread::absent(Absence::new(Cause::TooFew, too_few.to_string())),
    }
}

/// A middle of integers: an integer where the unit knows nothing else, and otherwise as exact as a
/// float can be.
fn value_of(halves: Halves, unit: Unit) -> Value {
    match halves.integer() {
        Some(integer) => Value::Integer(integer),
        None if unit.is_integral() => Value::Integer(halves.round_half_even()),
        None => Value::Real(halves.as_f64()),
    }
}
