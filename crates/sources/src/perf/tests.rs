use super::circumstances::Circumstances;
use super::event::{EVENTS, Event, Kind};
use super::gate::{Admitted, Standing};
use super::shortfall::Shortfall;
use super::{METRICS, SOURCE};
use probity_model::{Absence, Cause, Pass, Scope};
use probity_sys::counter::Count;

#[test]
fn metrics_and_events_are_in_one_order() {
    for (metric, event) in METRICS.iter().zip(&EVENTS) {
        assert_eq!(metric.id, event.id);
    }
    let is_hardware = |listed| Event::listed(listed, &[]).kind == Kind::Core;
    let hardware: Vec<bool> = EVENTS.iter().map(is_hardware).collect();
    assert!(hardware.is_sorted_by(|one, other| one >= other), "the group is opened first");
}

#[test]
fn every_metric_is_of_counted_runs_and_of_the_tree() {
    for metric in SOURCE.metrics {
        assert_eq!((metric.pass, metric.child.scope), (Pass::Counted, Scope::ProcessTree));
        assert!(!metric.needs.is_empty() && !metric.child.reads.is_empty(), "{}", metric.id);
    }
}

fn count(value: u64, enabled_ns: u64, running_ns: u64) -> Count {
    Count { value, enabled_ns, running_ns }
}

fn event(id: &str) -> Event {
    Event::listed(EVENTS.iter().find(|event| event.id == id).unwrap_or(&EVENTS[0]), &[])
}

const PLAIN: Standing<'_> =
    Standing { accounted: &Ok(()), stood_still: false, is_estimating: false };

fn admit(
    event: &Event,
    counts: [Count; 2],
    accounted: &Result<(), Absence>,
    circumstances: &Circumstances,
) -> Result<Admitted, Absence> {
    super::gate::admit(event, counts, &Standing { accounted, ..PLAIN }, circumstances)
}

fn gate(id: &str, start: Count, end: Count) -> Result<u64, Absence> {
    let admitted = admit(&event(id), [start, end], &Ok(()), &Circumstances::default())?;
    assert_eq!(admitted.times, None, "exact");
    Ok(admitted.total)
}

fn cause(gated: Result<u64, Absence>) -> Option<Cause> {
    gated.err().map(|absence| absence.cause)
}

const NONE: Count = Count { value: 0, enabled_ns: 0, running_ns: 0 };

#[test]
fn what_was_on_all_the_time_is_exact() {
    assert_eq!(gate("perf.cycles", NONE, count(7, 900, 900)), Ok(7));
    // Edges are subtracted: what was before does not matter.
    let before = count(1_000, 5_000, 400);
    assert_eq!(gate("perf.cycles", before, count(1_007, 5_900, 1_300)), Ok(1_007));
    let none = count(1_000, 5_900, 1_300);
    assert_eq!(gate("perf.context_switches", before, none), Ok(1_000), "zero is a count");
    assert_eq!(cause(gate("perf.cycles", before, none)), Some(Cause::Implausible), "dead");
}

#[test]
fn what_was_on_for_a_part_has_no_value() {
    for (running, cause_, says) in [
        (0, Cause::NeverScheduled, "never on the hardware"),
        (1, Cause::Busy, "less than 1 % of"),
        (560_000, Cause::Busy, "56 % of"),
        (999_999, Cause::Busy, "99 % of"),
    ] {
        let absence = gate("perf.cycles", NONE, count(5, 1_000_000, running)).unwrap_err();
        assert_eq!(absence.cause, cause_, "{absence}");
        assert!(absence.reason.contains(says), "{absence}");
        assert!(absence.remedy.is_some());
    }
    let watched = Circumstances { nmi_watchdog: true, ..Circumstances::default() };
    let absence =
        admit(&event("perf.cycles"), [NONE, count(5, 10, 6)], &Ok(()), &watched).unwrap_err();
    assert!(absence.reason.contains("NMI watchdog"), "{absence}");
}

#[test]
fn times_that_make_no_sense_have_no_value() {
    let before = count(5, 500, 500);
    for end in [count(6, 499, 500), count(6, 600, 499), count(6, 600, 700)] {
        assert_eq!(cause(gate("perf.cycles", before, end)), Some(Cause::Implausible));
    }
    assert_eq!(cause(gate("perf.cycles", before, before)), Some(Cause::Lost), "never on");
}

/// What was judged of counted and charged time, switches to wait, counted and charged faults.
fn judged(seen: [u64; 5], with_kernel: bool) -> Result<(), Absence> {
    let [counted_ns, charged_ns, voluntary_switches, counted_faults, charged_faults] = seen;
    Shortfall {
        counted_ns,
        charged_ns,
        voluntary_switches,
        counted_faults,
        charged_faults,
        with_kernel,
    }
    .judged()
}

/// All as seen on Linux 6.18 in a busy virtual machine.
#[test]
fn ordinary_programs_keep_their_counters() {
    for (seen, with_kernel, what) in [
        ([3_729_763, 6_755_000, 302, 52, 53], true, "300 sleeps"),
        ([900_000, 6_800_000, 302, 52, 53], true, "the same, with 13 % of its time counted"),
        ([198_000, 682_000, 2, 25, 26], true, "a static program that only ends"),
        ([500_000, 1_900_000, 1, 25, 26], true, "the same, when its end was disturbed"),
        ([80_000, 92_000, 2, 1, 2], true, "an assembler program that only ends"),
        ([7_000_000, 9_000_000, 2, 1_649, 1_652], true, "a compiler"),
        ([450_000, 550_000, 2, 64, 164], true, "a hundred pages populated"),
        ([3_900_000, 6_700_000, 302, 60, 900], true, "a sleeper with its memory locked"),
        ([800_000, 950_000, 2, 80, 1_000], false, "in user mode, where reads map most pages"),
        ([500_000_000, 100_000, 2, 5_000, 60], true, "a descendant that nobody waited for"),
    ] {
        assert_eq!(judged(seen, with_kernel), Ok(()), "{what}");
    }
}

#[test]
fn counters_that_were_taken_away_give_no_counts() {
    for (seen, what) in [
        ([67_370, 141_720, 2, 0, 3], "an assembler program"),
        ([119_968, 730_658, 3, 0, 51], "true"),
        ([97_194, 5_795_629, 303, 0, 56], "sleeps"),
        ([109_031, 31_118_238, 18, 0, 54], "a spin"),
    ] {
        for with_kernel in [true, false] {
            let absence = judged(seen, with_kernel).unwrap_err();
            assert_eq!(absence.cause, Cause::Denied, "{what}: {absence}");
            assert!(absence.reason.contains("counted none of the"), "{what}: {absence}");
            assert!(absence.gate.is_some() && absence.remedy.is_some(), "{what}");
        }
    }
    let whole = [NONE, count(3, 13_530, 13_530)];
    let taken_away = judged([67_370, 141_720, 2, 0, 3], true);
    let admitted = admit(&event("perf.cycles"), whole, &taken_away, &Circumstances::default());
    assert_eq!(admitted.err(), taken_away.err());
}

#[test]
fn a_part_that_was_taken_away_needs_both_witnesses_or_many_faults() {
    let part = judged([31_500_000, 62_300_000, 40, 170, 225], true).unwrap_err();
    assert_eq!(part.cause, Cause::Denied, "{part}");
    assert!(part.reason.contains("counted 31.5 of 62.3 ms of CPU time"), "{part}");
    assert!(part.reason.contains("and 170 of 225 page faults"), "{part}");
    assert!(judged([1_500_000, 62_300_000, 40, 57, 117], false).is_err(), "in user mode too");
    // A fault or two may always be missing, and time where threads are switched.
    assert_eq!(judged([31_500_000, 62_300_000, 40, 170, 171], true), Ok(()));
    assert_eq!(judged([31_500_000, 62_300_000, 300, 170, 225], true), Ok(()));

    let either = judged([82_000_000, 91_700_000, 35, 115, 3_172], true).unwrap_err();
    assert_eq!((either.cause, either.gate.as_ref()), (Cause::Lost, None), "{either}");
    for possibility in ["counted 115 of 3172 page faults", "set-uid", "MAP_POPULATE"] {
        assert!(either.reason.contains(possibility), "{either}");
    }
    assert_eq!(judged([82_000_000, 91_700_000, 35, 115, 3_172], false), Ok(()), "not seen");
}

fn estimate(start: Count, end: Count) -> Result<Admitted, Absence> {
    let standing = Standing { is_estimating: true, ..PLAIN };
    super::gate::admit(&event("perf.cycles"), [start, end], &standing, &Circumstances::default())
}

#[test]
fn an_estimate_is_scaled_by_the_whole_ratio_of_the_windows_own_times() {
    let before = count(100, 7_000_000, 5_000_000);
    let admitted = estimate(before, count(1_100, 10_000_000, 7_000_000)).unwrap();
    // 1000 in 2 of 3 ms.
    assert_eq!(admitted, Admitted { total: 1_600, times: Some([3_000_000, 2_000_000]) });
    let third = estimate(NONE, count(1_000, 3_000_001, 1_000_000)).unwrap();
    assert_eq!(third.total, 3_000, "1000 × 3.000001, to a whole event");
    let large = estimate(NONE, count(u64::MAX / 2, 3_000_000, 2_000_000)).unwrap();
    assert_eq!(large.total, u64::MAX / 4 * 3 + 2, "without overflow or loss");
    let whole = estimate(NONE, count(7, 900, 900)).unwrap();
    assert_eq!(whole, Admitted { total: 7, times: None }, "what ran all the time is exact");
    for (end, cause) in [
        (count(5, 1_000_000, 0), Cause::NeverScheduled),
        (count(5, 3_000_000, 999_999), Cause::WindowTooShort),
        (count(u64::MAX, 3_000_000, 1_000_000), Cause::Implausible),
    ] {
        assert_eq!(estimate(NONE, end).unwrap_err().cause, cause, "{end:?}");
    }
    let dead = estimate(NONE, count(0, 3_000_000, 2_000_000));
    assert_eq!(dead.unwrap_err().cause, Cause::Implausible, "nothing scaled is no zero");
    let back = estimate(count(9, 0, 0), count(8, 3_000_000, 2_000_000));
    assert_eq!(back.unwrap_err().cause, Cause::Implausible);
}

#[test]
fn what_stood_still_over_known_work_is_dead_where_it_counts_nothing() {
    let standing = Standing { stood_still: true, ..PLAIN };
    let admit = |end| {
        let event = event("perf.branch_misses");
        super::gate::admit(&event, [NONE, end], &standing, &Circumstances::default())
    };
    let dead = admit(count(0, 9, 9)).unwrap_err();
    assert_eq!(dead.cause, Cause::Implausible);
    assert!(dead.reason.contains("present but dead"), "{dead}");
    assert_eq!(admit(count(1, 9, 9)).unwrap().total, 1, "it lives");
    assert_eq!(gate("perf.branch_misses", NONE, count(0, 9, 9)), Ok(0), "known work moved it");
}

#[test]
fn who_holds_counters_is_named() {
    let known = Circumstances {
        nmi_watchdog: true,
        holders: vec!["perf (process 77)".to_owned()],
        ..Circumstances::default()
    };
    let absence = known.crowded(Cause::Busy, "it was off");
    let expected = "it was off: the NMI watchdog takes a counter; perf (process 77) may, too";
    assert_eq!(absence.reason, expected);
}
