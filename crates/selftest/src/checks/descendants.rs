//! Whether threads and children are counted.

use super::definition::{Definition, selected};
use crate::{Bench, Notes, Place, Ruling, Station, Work};
use probity_model::{Absence, Cause, MetricId, MetricRole, Unit, Value};
use probity_sources::Selection;
use std::iter;

pub(super) const DEFINITION: Definition = Definition {
    id: "descendants",
    shows: "work of a worker thread and of a child is counted",
    body,
};

/// What counts one by one.
const CALLS_METRIC: &str = "syscalls.getpid";
/// What is looked at besides. Of times and events that share the machine with others a part is
/// enough: what is not counted at all shows none of it.
const ROLES: [MetricRole; 3] =
    [MetricRole::Instructions, MetricRole::CountedCpuTime, MetricRole::OnCpuTotal];
/// Calls and steps of a program that works.
const CALLS: u64 = 200;
const STEPS: u64 = 10_000_000;
/// Of so many programs the smallest number is taken: others on the machine only add.
const RUNS: usize = 3;
/// Of what the first thread's work came to, this part at least, as a divisor.
const PART: u64 = 4;

fn body(bench: &dyn Bench, notes: &mut Notes) -> Result<String, Ruling> {
    let mut compared = Vec::new();
    let mut absence = None;
    let metrics = ROLES.into_iter().flat_map(Selection::of_role).map(|id| (id, false));
    for (metric, is_exact) in iter::once((MetricId::new(CALLS_METRIC), true)).chain(metrics) {
        let mut station = bench.station(&selected(metric.as_str())?)?;
        match places(&mut *station, metric.as_str(), if is_exact { 1 } else { RUNS }, notes) {
            Ok(counts) => {
                judged(metric.as_str(), is_exact, counts, notes)?;
                compared.push(metric.to_string());
            }
            Err(Ruling::CannotTell(why)) => drop(absence.get_or_insert(why)),
            Err(fail) => return Err(fail),
        }
    }
    match (compared.as_slice(), absence) {
        ([], absence) => Err(Ruling::CannotTell(
            absence.unwrap_or_else(|| Absence::new(Cause::Lost, "nothing was observed")),
        )),
        (metrics, _) => Ok(format!("seen by {}", metrics.join(", "))),
    }
}

/// What the work of each place came to, beyond a program that does the same without work.
fn places(
    station: &mut dyn Station,
    metric: &str,
    runs: usize,
    notes: &mut Notes,
) -> Result<[u64; 3], Ruling> {
    let mut fewest = |place: Place, work: Work| {
        let mut fewest = u64::MAX;
        for _ in 0..runs {
            let observations = station.observe(Work { place, ..work })?;
            let what = match work == Work::NONE {
                true => format!("no work, {}", place.name()),
                false => format!("work, {}", place.name()),
            };
            fewest = notes.exact(&what, metric, &observations)?.min(fewest);
        }
        Ok::<u64, Ruling>(fewest)
    };
    let mut counts = [0; 3];
    for (count, place) in counts.iter_mut().zip(Place::ALL) {
        let busy = Work { calls: CALLS, steps: STEPS, place };
        *count = fewest(place, busy)?.saturating_sub(fewest(place, Work::NONE)?);
    }
    Ok(counts)
}

fn judged(metric: &str, is_exact: bool, counts: [u64; 3], notes: &mut Notes) -> Result<(), Ruling> {
    let [main, others @ ..] = counts;
    let least = if is_exact { CALLS } else { main / PART };
    match is_exact {
        true => notes.require(format!("{metric} of each place"), CALLS, Unit::Count),
        false => notes.require(
            format!("{metric} of a thread or child, as part of the main thread's, at least"),
            Value::Real(1.0 / PART as f64),
            Unit::Ratio,
        ),
    }
    let is_right = |count: u64| if is_exact { count == least } else { count > 0 && count >= least };
    if !is_right(main) {
        return Err(Ruling::Fail(format!("{metric} of the main thread's work is {main}")));
    }
    for (place, count) in Place::ALL.into_iter().skip(1).zip(others) {
        if !is_right(count) {
            return Err(Ruling::Fail(format!(
                "{metric} of the same work is {main} in the main thread, and {count} in a {}",
                place.name()
            )));
        }
    }
    Ok(())
}
