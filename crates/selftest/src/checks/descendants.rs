//! Whether threads and children are counted.

use super::definition::{Definition, selected};
use crate::{Bench, Notes, Place, Ruling, Station, Work};
use probity_model::{Absence, Cause, MetricId, MetricRole, Unit, Value};
use probity_sources::Selection;

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
/// Calls of a program that makes some.
const CALLS: u64 = 200;
/// Steps of a program that works: much longer than what starting a child differs by on a crowded
/// machine, where 2.5 ms were seen.
const STEPS: u64 = 40_000_000;
/// Of so many programs the smallest number is taken: others on the machine only add.
const RUNS: usize = 3;
/// Of what the first thread's work came to, this part at least, as a divisor.
const PART: u64 = 4;

fn body(bench: &dyn Bench, notes: &mut Notes) -> Result<String, Ruling> {
    let calls = [MetricId::new(CALLS_METRIC)];
    let made = Work::calls(CALLS);
    let exact = counted(bench, &calls, made, 1, notes)?.into_iter().map(|found| (found, true));
    let others: Vec<MetricId> = ROLES.into_iter().flat_map(Selection::of_role).collect();
    let work = Work::steps(STEPS);
    let others = counted(bench, &others, work, RUNS, notes)?.into_iter().map(|it| (it, false));
    let mut compared = Vec::new();
    let mut absence = None;
    for ((metric, counts), is_exact) in exact.chain(others) {
        match counts {
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

/// A metric, and what the work of each place came to by it.
type Found = (MetricId, Result<[u64; 3], Ruling>);

/// What `work` in each place comes to, beyond a program that does the same without work.
fn counted(
    bench: &dyn Bench,
    metrics: &[MetricId],
    work: Work,
    runs: usize,
    notes: &mut Notes,
) -> Result<Vec<Found>, Ruling> {
    let selectors: Vec<&str> = metrics.iter().map(MetricId::as_str).collect();
    let mut station = bench.station(&selected(&selectors.join(","))?)?;
    let mut found: Vec<Found> = metrics.iter().map(|id| (id.clone(), Ok([0; 3]))).collect();
    for (at, place) in Place::ALL.into_iter().enumerate() {
        let without = fewest(&mut *station, metrics, Work { place, ..Work::NONE }, runs, notes)?;
        let with = fewest(&mut *station, metrics, Work { place, ..work }, runs, notes)?;
        for (((_, counts), with), without) in found.iter_mut().zip(with).zip(without) {
            match (with, without, counts.as_mut()) {
                (Ok(with), Ok(without), Ok(counts)) => counts[at] = with.saturating_sub(without),
                (Err(why), ..) | (_, Err(why), _) => *counts = Err(why),
                (Ok(_), Ok(_), Err(_)) => {}
            }
        }
    }
    Ok(found)
}

/// The smallest value of each metric over some programs that do `work`.
fn fewest(
    station: &mut dyn Station,
    metrics: &[MetricId],
    work: Work,
    runs: usize,
    notes: &mut Notes,
) -> Result<Vec<Result<u64, Ruling>>, Ruling> {
    let what = match work.calls + work.steps {
        0 => format!("no work, {}", work.place.name()),
        _ => format!("work, {}", work.place.name()),
    };
    let mut all = vec![Ok(u64::MAX); metrics.len()];
    for _ in 0..runs {
        let observations = station.observe(work)?;
        for (least, metric) in all.iter_mut().zip(metrics) {
            let value = notes.exact(&what, metric.as_str(), &observations);
            *least = match (least.clone(), value) {
                (Ok(least), Ok(value)) => Ok(least.min(value)),
                (Err(why), _) | (_, Err(why)) => Err(why),
            };
        }
    }
    Ok(all)
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
