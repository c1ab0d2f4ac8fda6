use super::circumstances::Circumstances;
use super::event::{EVENTS, Event};
use super::gate::{SLACK_NS, admit};
use super::{METRICS, SOURCE};
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

fn gate(id: &str, start: Count, end: Count, charged: Option<u64>) -> Result<u64, Absence> {
    admit(event(id), [start, end], charged, &Circumstances::default())
}

fn cause(gated: Result<u64, Absence>) -> Option<Cause> {
    gated.err().map(|absence| absence.cause)
}

const NONE: Count = Count { value: 0, enabled_ns: 0, running_ns: 0 };

#[test]
fn what_was_on_all_the_time_is_exact() {
    assert_eq!(gate("perf.cycles", NONE, count(7, 900, 900), None), Ok(7));
    // Edges are subtracted: what was before does not matter.
    let before = count(1_000, 5_000, 400);
    assert_eq!(gate("perf.cycles", before, count(1_007, 5_900, 1_300), None), Ok(1_007));
    let none = count(1_000, 5_900, 1_300);
    assert_eq!(gate("perf.context_switches", before, none, None), Ok(1_000), "zero is a count");
    assert_eq!(cause(gate("perf.cycles", before, none, None)), Some(Cause::Implausible), "dead");
}

#[test]
fn what_was_on_for_a_part_has_no_value() {
    for (running, cause_, says) in [
        (0, Cause::NeverScheduled, "never on the hardware"),
        (1, Cause::Busy, "less than 1 % of"),
        (560_000, Cause::Busy, "56 % of"),
        (999_999, Cause::Busy, "99 % of"),
    ] {
        let absence = gate("perf.cycles", NONE, count(5, 1_000_000, running), None).unwrap_err();
        assert_eq!(absence.cause, cause_, "{absence}");
        assert!(absence.reason.contains(says), "{absence}");
        assert!(absence.remedy.is_some());
    }
    let watched = Circumstances { nmi_watchdog: true, ..Circumstances::default() };
    let absence = admit(event("perf.cycles"), [NONE, count(5, 10, 6)], None, &watched).unwrap_err();
    assert!(absence.reason.contains("NMI watchdog"), "{absence}");
}

#[test]
fn times_that_make_no_sense_have_no_value() {
    let before = count(5, 500, 500);
    for end in [count(6, 499, 500), count(6, 600, 499), count(6, 600, 700)] {
        assert_eq!(cause(gate("perf.cycles", before, end, None)), Some(Cause::Implausible));
    }
    assert_eq!(cause(gate("perf.cycles", before, before, None)), Some(Cause::Lost), "never on");
}

#[test]
fn a_counter_that_was_on_for_less_than_is_charged_was_taken_away() {
    let of = |enabled, charged| {
        cause(gate("perf.page_faults", NONE, count(3, enabled, enabled), Some(charged)))
    };
    // What was seen of a program and of its set-uid copy, on Linux 6.18.
    assert_eq!(of(121_149_768, 121_808_000), None);
    assert_eq!(of(13_530, 121_911_000), Some(Cause::Denied));
    assert_eq!(of(122_175_581, 244_270_000), Some(Cause::Denied), "one of two programs");
    assert_eq!(of(464_650, 709_000), None, "of a short program the way to its exec is much");
    assert_eq!(of(13_530, 709_000), Some(Cause::Denied), "a short program");
    assert_eq!(of(100, 100 + SLACK_NS), Some(Cause::Denied));
    assert_eq!(of(20 * SLACK_NS, 21 * SLACK_NS), None);
    assert_eq!(of(500_000_000, 100_000), None, "a descendant that nobody waited for");
}
