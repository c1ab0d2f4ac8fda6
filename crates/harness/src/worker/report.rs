//! Saying what came of a pass, in the program protocol.

use super::counters::{Own, Total, Totals};
use super::pass::Found;
use crate::bencher::{Measurement, Outcome, Rate};
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
    let (all, unsaid) = handled(outcome, amounts);
    for (units, value) in all {
        send(&Message::Amount { units, value });
    }
    if !unsaid.is_empty() {
        probity_marker::error(&format!(
            "an iteration's {} cannot be said: it is no finite number, or there are more than \
             {MOST_AMOUNTS} units",
            unsaid.join(", ")
        ));
    }
    for level in &outcome.levels {
        counter(&level.name, &level.unit, Kind::Gauge, level.value);
    }
    if let Some(value) = &outcome.checksum {
        checksum(value);
    }
}

/// How much an iteration handles, of each unit once: what the command line says wins, then what was
/// said last. And the units of which nothing can be said: no number, or more than are heard.
fn handled<'a>(
    outcome: &'a Outcome,
    amounts: &'a [(String, u64)],
) -> (Vec<(&'a str, Number)>, Vec<&'a str>) {
    let asked = amounts.iter().map(|(units, value)| (&**units, Number::Integer(*value)));
    let known = outcome.throughput.iter();
    let known = known.map(|one| (&*one.units, Number::Integer(one.amount)));
    let (rates, wrong): (Vec<&Rate>, Vec<&Rate>) =
        outcome.rates.iter().partition(|rate| rate.amount.is_finite());
    let rates = rates.into_iter().map(|rate| (&*rate.name, Number::Real(rate.amount)));
    let mut all: Vec<(&str, Number)> = asked.collect();
    let mut unsaid: Vec<&str> = wrong.into_iter().map(|rate| &*rate.name).collect();
    let fixed = all.len();
    for (units, value) in known.chain(rates) {
        match all.iter().position(|(other, _)| *other == units) {
            Some(place) if place < fixed => {}
            Some(place) => all[place].1 = value,
            None if all.len() < MOST_AMOUNTS => all.push((units, value)),
            None => unsaid.push(units),
        }
    }
    (all, unsaid)
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
    // All threads' are counted, and each of them does so many.
    let iterations = pass.iterations.saturating_mul(pass.threads);
    let absence = (!is_installed()).then(|| {
        Absence::new(Cause::ToolMissing, "the allocator of this executable does not count")
            .with_remedy(
                "#[global_allocator] static ALLOCATOR: probity::CountingAllocator = \
                 probity::CountingAllocator::new();",
            )
    });
    let counted = [
        (MetricRole::Allocations, calls, iterations, absence.clone()),
        (MetricRole::AllocatedBytes, bytes, iterations, absence.clone()),
        // A peak is no sum: it is that of an iteration already, unless others were beside it.
        (MetricRole::AllocatedPeak, peak, 1, absence.or_else(|| crowded(pass))),
    ];
    for (role, value, iterations, absence) in counted {
        let Some(metric) = Selection::of_role(role).next() else { continue };
        let (metric, value) = (metric.as_str(), Number::Integer(value));
        match absence {
            Some(absence) => self::absent(metric, &absence),
            None => drop(send(&Message::Counted {
                metric,
                iterations,
                value,
                own: None,
                times_ns: None,
            })),
        }
    }
}

/// Why the peak of a window is not that of an iteration, where it is not.
fn crowded(pass: &Counted) -> Option<Absence> {
    let of = |reason: &str| Absence::new(Cause::Implausible, reason);
    match pass {
        Counted { threads: 2.., .. } => {
            Some(of("several threads allocate at once: the peak is not that of an iteration"))
        }
        Counted { keeps: true, most: 2.., .. } => {
            let reason = "what iterations of a batch make is kept until its end: the peak is not \
                          that of an iteration";
            Some(of(reason).with_remedy("--count-batch 1"))
        }
        _ => None,
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

#[cfg(test)]
mod tests {
    use super::{Counted, crowded, handled};
    use crate::bencher::{Measurement, Outcome, Rate, Throughput};
    use probity_marker::Number;

    #[test]
    fn a_peak_is_that_of_an_iteration_or_absent() {
        let alone = Counted {
            iterations: 64,
            brackets: 1,
            batch: 64,
            most: 64,
            keeps: false,
            threads: 1,
            iteration_ns: 1.0,
            warm_up_iterations: 0,
        };
        assert_eq!(crowded(&alone), None);
        assert_eq!(crowded(&Counted { keeps: true, most: 1, ..alone }), None);
        let kept = crowded(&Counted { keeps: true, ..alone }).unwrap();
        assert_eq!(kept.remedy.as_deref(), Some("--count-batch 1"));
        assert!(crowded(&Counted { threads: 2, ..alone }).is_some());
    }

    #[test]
    fn each_unit_is_said_once_and_no_more_than_are_heard() {
        let rate = |name: &str, amount| Rate { name: name.to_owned(), amount };
        let outcome = Outcome {
            measurement: Measurement::Once,
            throughput: vec![
                Throughput { units: "bytes".into(), amount: 1 },
                Throughput { units: "items".into(), amount: 2 },
            ],
            checksum: None,
            levels: Vec::new(),
            rates: (0..20).map(|n| rate(&n.to_string(), 1.0)).chain([rate("items", 3.0)]).collect(),
        };
        let asked = [("bytes".to_owned(), 9)];
        let (all, unsaid) = handled(&outcome, &asked);
        assert_eq!((all.len(), unsaid.len()), (16, 6));
        assert!(matches!(all[0], ("bytes", Number::Integer(9))));
        assert!(matches!(all[1], ("items", Number::Real(3.0))));
    }
}
