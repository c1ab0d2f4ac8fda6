use super::circumstances::Circumstances;
use super::event::{EVENTS, Event};
use super::gate::{admit, is_short};
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

fn gate(id: &str, start: Count, end: Count) -> Result<u64, Absence> {
    admit(event(id), [start, end], false, &Circumstances::default())
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
        admit(event("perf.cycles"), [NONE, count(5, 10, 6)], false, &watched).unwrap_err();
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
fn what_was_charged_and_not_counted_was_taken_away() {
    // Counted, charged, and switches, as seen on Linux 6.18 and on a slow emulated CPU.
    for (counted, charged, switches, is) in [
        (522_256, 583_608, 2, false),
        (194_949, 612_467, 2, true),
        (731_707, 800_690, 2, false),
        (121_183_031, 121_821_651, 80, false),
        (353_205, 122_211_455, 80, true),
        // Two programs in turn, the second of which is set-uid.
        (122_736_319, 244_270_000, 170, true),
        // Nothing but sleeps, forks and vforks.
        (28_952_651, 46_572_998, 2_000, false),
        (87_550_174, 149_708_983, 2_000, false),
        (66_619_988, 118_841_528, 2_000, false),
        (1_357_744, 1_777_840, 2, false),
        (422_016, 2_180_040, 2, true),
        (46_506_352, 69_866_384, 200, false),
        // A descendant that nobody waited for is counted and not charged.
        (500_000_000, 100_000, 2, false),
        (0, 0, 0, false),
    ] {
        assert_eq!(is_short(counted, charged, switches), is, "{counted} of {charged}");
    }
    let whole = [NONE, count(3, 13_530, 13_530)];
    let absence = admit(event("perf.cycles"), whole, true, &Circumstances::default()).unwrap_err();
    assert_eq!(absence.cause, Cause::Denied);
    assert!(absence.gate.is_some() && absence.remedy.is_some());
}
