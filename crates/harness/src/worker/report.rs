//! Saying what came of a pass, in the program protocol.

use super::counters::{Own, Total, Totals};
use super::pass::Found;
use crate::bencher::{Measurement, Outcome};
use crate::timing::{Counted, Record, samples};
use probity_marker::{Kind, Message, Number, checksum, counter, send};
use probity_model::{Absence, Cause, MetricRole};
use probity_sources::Selection;
use probity_sys::allocation::{Allocations, is_installed};

/// Whoever listens keeps no more amounts of a run.
const MOST_AMOUNTS: usize = 16;

/// A reason has no more bytes.
const MOST_REASON: usize = 1_000;

/// Says what was measured and what the benchmark said of it.
pub(super) fn outcome(outcome: &Outcome, amounts: &[(String, u64)], found: Option<&Found>) {
    match &outcome.measurement {
        Measurement::Timed(record) => timed(record),
        Measurement::Counted(pass) => {
            let reason = "this run counts: its time would not be that of the benchmark alone";
            untimed(&Absence::new(Cause::NotRequested, reason));
            if let Some(Found { totals, own, allocations }) = found {
                counts(pass, totals, own);
                allocations.iter().for_each(|all| allocated(pass, *all));
            }
        }
        Measurement::Skipped(reason) => skipped(reason),
        Measurement::Once | Measurement::Failed(_) => {}
    }
    for (units, value) in handled(outcome, amounts) {
        send(&Message::Amount { units, value });
    }
    for level in &outcome.levels {
        counter(&level.name, &level.unit, Kind::Gauge, level.value);
    }
    if let Some(value) = &outcome.checksum {
        checksum(value);
    }
}

/// How much an iteration handles, of each unit once: what the command line says wins, then what was
/// said last. A number that is none is left out.
fn handled<'a>(outcome: &'a Outcome, amounts: &'a [(String, u64)]) -> Vec<(&'a str, Number)> {
    let asked = amounts.iter().map(|(units, value)| (&**units, Number::Integer(*value)));
    let known = outcome.throughput.iter();
    let known = known.map(|one| (&*one.units, Number::Integer(one.amount)));
    let rates = outcome.rates.iter().filter(|rate| rate.amount.is_finite());
    let rates = rates.map(|rate| (&*rate.name, Number::Real(rate.amount)));
    let mut all: Vec<(&str, Number)> = asked.collect();
    let fixed = all.len();
    for (units, value) in known.chain(rates) {
        match all.iter().position(|(other, _)| *other == units) {
            Some(place) if place < fixed => {}
            Some(place) => all[place].1 = value,
            None if all.len() < MOST_AMOUNTS => all.push((units, value)),
            None => {}
        }
    }
    all
}

/// Says that it was not to be measured.
pub(super) fn skipped(reason: &str) {
    // A line of the protocol is short, and of a longer one nothing would be heard.
    let end = reason.floor_char_boundary(MOST_REASON);
    send(&Message::Skipped { reason: &reason[..end] });
}

fn timed(record: &Record) {
    if record.clock.disagrees {
        let reason = format!(
            "the clock '{}' made {} ticks a second at first and {} over the whole run: a tick has \
             no length",
            record.clock.name, record.clock.start_hz, record.clock.hz
        );
        return untimed(&Absence::new(Cause::Implausible, reason));
    }
    let said = samples(record);
    let name = record.clock.name;
    send(&Message::Clock { name, hz: said.hz, step: said.step });
    let (sample_mt, iteration_mt) = (said.sample_mt, said.iteration_mt);
    send(&Message::Overhead { sample_mt, iteration_mt });
    for ticks in said.ticks.chunks(Message::MOST_SAMPLES) {
        send(&Message::Samples { iterations: said.iterations, ticks });
    }
}

fn counts(pass: &Counted, totals: &Totals, own: &Own) {
    for (id, total) in totals.iter().filter(|(id, _)| **id != Selection::elapsed()) {
        let metric = format!("iteration.{id}");
        match total {
            Total::Absent(absence) => absent(&metric, absence),
            Total::Counted(value, times_ns) => {
                let own = own.of(id, pass.brackets, pass.iterations);
                send(&Message::Counted {
                    metric: &metric,
                    iterations: pass.iterations,
                    value: number(*value),
                    own: own.map(|parts| parts.map(number)),
                    times_ns: *times_ns,
                });
            }
        }
    }
}

/// The counting allocator, where the executable has it.
fn allocated(pass: &Counted, Allocations { calls, bytes, peak }: Allocations) {
    let of = |role| Selection::of_role(role).next();
    // All threads' are counted, and each of them does so many.
    let iterations = pass.iterations.saturating_mul(pass.threads);
    let counted = [
        (of(MetricRole::Allocations), calls, iterations),
        (of(MetricRole::AllocatedBytes), bytes, iterations),
        // A peak is no sum: it is that of an iteration already.
        (of(MetricRole::AllocatedPeak), peak, 1),
    ];
    // Unless others were beside it.
    let crowd = match pass {
        Counted { threads: 2.., .. } => Some("several threads allocate at once"),
        Counted { keeps: true, most: 2.., .. } => {
            Some("outputs are kept until the end of a batch, and there are several in it")
        }
        _ => None,
    };
    if !is_installed() {
        let absence =
            Absence::new(Cause::ToolMissing, "the allocator of this executable does not count")
                .with_remedy(
                    "#[global_allocator] static ALLOCATOR: probity::CountingAllocator = \
                 probity::CountingAllocator::new();",
                );
        for (metric, ..) in counted {
            metric.iter().for_each(|metric| absent(metric.as_str(), &absence));
        }
        return;
    }
    for (metric, value, iterations) in counted {
        let Some(metric) = metric else { continue };
        if let Some(crowd) =
            crowd.filter(|_| of(MetricRole::AllocatedPeak).as_ref() == Some(&metric))
        {
            let reason = format!("{crowd}: the peak is not that of an iteration");
            let absence = Absence::new(Cause::Implausible, reason);
            absent(
                metric.as_str(),
                &match pass.threads {
                    1 => absence.with_remedy("--count-batch 1"),
                    _ => absence,
                },
            );
            continue;
        }
        let (metric, value) = (metric.as_str(), Number::Integer(value));
        send(&Message::Counted { metric, iterations, value, own: None, times_ns: None });
    }
}

/// A whole number as one.
fn number(value: f64) -> Number {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let is_whole = value >= 0.0 && value.fract() == 0.0 && value < EXACT;
    if is_whole { Number::Integer(value as u64) } else { Number::Real(value) }
}

/// Why there is no time.
fn untimed(absence: &Absence) {
    for id in Selection::of_role(MetricRole::IterationTime) {
        absent(id.as_str(), absence);
    }
}

fn absent(metric: &str, absence: &Absence) {
    let cause = absence.cause.name();
    let Absence { reason, gate, remedy, .. } = absence;
    let (gate, remedy) = (gate.as_deref(), remedy.as_deref());
    send(&Message::Absent { metric, cause, reason, gate, remedy });
}
