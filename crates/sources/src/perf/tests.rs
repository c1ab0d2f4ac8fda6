use super::event::{EVENTS, Event};
use super::{METRICS, SOURCE};
use crate::counting::{Circumstances, admit};
use probity_model::{Absence, Cause, Pass, Scope};
use probity_sys::counter::Count;

#[test]
fn metrics_and_events_are_in_one_order() {
    for (metric, event) in METRICS.iter().zip(&EVENTS) {
        assert_eq!(metric.id, event.id);
    }
    let hardware: Vec<bool> = EVENTS.iter().map(Event::is_hardware).collect();
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

fn event(id: &str) -> &'static Event {
    EVENTS.iter().find(|event| event.id == id).unwrap_or(&EVENTS[0])
}

fn gate(id: &str, start: Count, end: Count) -> Result<u64, Absence> {
    admit(event(id).can_be_zero, [start, end], &Ok(()), &Circumstances::default())
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
    let absence = admit(false, [NONE, count(5, 10, 6)], &Ok(()), &watched).unwrap_err();
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
    let admitted = admit(false, whole, &taken_away, &Circumstances::default());
    assert_eq!(admitted.err(), taken_away.err());
}
