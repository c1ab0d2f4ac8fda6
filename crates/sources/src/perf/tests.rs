use super::event::{EVENTS, Event};
use super::{METRICS, SOURCE};
use crate::counting::{self, Admitted, Circumstances, Kind, Standing};
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
    Standing { can_be_zero: false, accounted: &Ok(()), stood_still: false, is_estimating: false };

fn admit(
    event: &Event,
    counts: [Count; 2],
    accounted: &Result<(), Absence>,
    circumstances: &Circumstances,
) -> Result<Admitted, Absence> {
    let can_be_zero = event.can_be_zero;
    counting::admit(counts, &Standing { can_be_zero, accounted, ..PLAIN }, circumstances)
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

#[test]
fn where_counters_were_taken_away_nothing_is_admitted() {
    let whole = [NONE, count(3, 13_530, 13_530)];
    let taken_away = Err(Absence::new(Cause::Denied, "taken away"));
    let admitted = admit(&event("perf.cycles"), whole, &taken_away, &Circumstances::default());
    assert_eq!(admitted.err(), taken_away.err());
}

fn estimate(start: Count, end: Count) -> Result<Admitted, Absence> {
    let standing = Standing { is_estimating: true, ..PLAIN };
    counting::admit([start, end], &standing, &Circumstances::default())
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
    let standing = Standing { can_be_zero: true, stood_still: true, ..PLAIN };
    let admit = |end| counting::admit([NONE, end], &standing, &Circumstances::default());
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
