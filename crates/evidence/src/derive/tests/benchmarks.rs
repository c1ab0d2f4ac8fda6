//! Benchmarks: bounds in the place of times, and references of one's own.

use super::*;

fn bounded() -> Observation {
    Observation::unavailable(Cause::WindowTooShort, "at most 0.50 ns")
}

/// A benchmark of which each timed run took `times`, in order; `None` is a bound.
fn benchmark(times: &[Option<u64>]) -> Case {
    let mut bench = bench(&["f"], times.len() as u64, Unit::Nanoseconds);
    bench.capabilities.sources[0].metrics[0].metric.role = MetricRole::IterationTime;
    bench.run(usize::MAX, |slot| {
        let time = (slot.role == RunRole::Timed).then(|| times[slot.block as usize]).flatten();
        (Exit::Code(0), time.map_or_else(bounded, |time| measured(time, Unit::Nanoseconds)))
    });
    bench.document().cases.remove(0)
}

#[test]
fn half_of_the_processes_do_not_speak_for_all() {
    let time = |times: &[Option<u64>]| benchmark(times).summary.remove(&id()).unwrap();
    let most = time(&[Some(5), Some(6), Some(7), None, Some(8)]);
    assert_eq!(most.statistics().map(|found| (found.n, found.absent)), Some((4, 1)));
    for times in [&[Some(5), None][..], &[Some(5), None, None, Some(6)], &[None, None, Some(9)]] {
        let MetricSummary::Unavailable(absence) = time(times) else { panic!("{times:?}") };
        assert_eq!(absence.cause, Cause::WindowTooShort, "{times:?}");
    }
}

/// Two benchmarks, each against its own like in another build: the second is slower there.
fn compared() -> Bench {
    let mut bench = bench(&["f", "f", "g", "g"], 12, Unit::Nanoseconds);
    bench.settings.reference = None;
    bench.settings.cases[1].against = Some(CaseId::at(0));
    bench.settings.cases[3].against = Some(CaseId::at(2));
    bench.run(usize::MAX, |slot| {
        let time = match slot.case.0.as_str() {
            "c1" | "c2" => 10_000,
            "c3" => 50_000,
            _ => 60_000,
        };
        (Exit::Code(0), measured(time + slot.block, Unit::Nanoseconds))
    });
    bench
}

#[test]
fn each_is_judged_against_its_own_reference() {
    let found = compared().document().comparisons;
    let pairs: Vec<_> =
        found.iter().map(|one| (&*one.reference.0, &*one.candidate.0, one.verdict)).collect();
    assert_eq!(pairs, [("c1", "c2", Verdict::NoDifferenceShown), ("c3", "c4", Verdict::Regressed)]);
    assert!(found.iter().all(|one| one.family == 2 && one.null.is_some()));
}
