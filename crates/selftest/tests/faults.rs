//! For every check the fault it exists for is planted, behind the calls of the kernel, and the
//! check is seen to fail; on machines that tell the truth none does.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may; helpers of tests are tests")]

mod emulation;

use emulation::{Emulated, Lie};
use probity_model::{Check, CheckVerdict};
use probity_selftest::{CHECKS, Place, check};

fn checks(lie: Lie) -> Vec<Check> {
    let bench = Emulated::new(lie);
    CHECKS.iter().map(|definition| check(definition, &bench)).collect()
}

fn those(checks: &[Check], verdict: CheckVerdict) -> Vec<&str> {
    let found = checks.iter().filter(|check| check.verdict == verdict);
    found.map(|check| check.id.as_str()).collect()
}

#[test]
fn an_honest_machine_passes_every_check() {
    let checks = checks(Lie::Nothing);
    assert_eq!(those(&checks, CheckVerdict::Pass).len(), CHECKS.len(), "{checks:#?}");
    for check in &checks {
        assert!(!check.seen.is_empty(), "{}", check.id);
    }
}

/// Each lie, and the checks that see it, in the order they are made.
const LIES: &[(Lie, &[&str])] = &[
    (Lie::LosesCalls, &["system_calls", "descendants"]),
    (Lie::CountsMore, &["system_calls", "descendants"]),
    (Lie::Saturates, &["instructions", "multiplexing"]),
    (Lie::CountsHalf, &["instructions", "multiplexing"]),
    (Lie::Forgets(Place::Worker), &["descendants"]),
    (Lie::Forgets(Place::Child), &["descendants"]),
    (Lie::TurnsInSilence, &["multiplexing"]),
    (Lie::FirstIsDouble, &["event_order"]),
    (Lie::DeadInPrograms, &["dead_events"]),
    (Lie::DeadInTrials, &["dead_events"]),
    (Lie::StepsBack, &["clocks"]),
    (Lie::HastyCpuClock, &["clocks"]),
    (Lie::StillCpuClock, &["clocks"]),
    (Lie::ChangesPace, &["clocks"]),
    (Lie::ChargesMore, &["clocks"]),
    (Lie::Slow, &["overhead"]),
];

#[test]
fn each_lie_is_seen_by_the_check_that_is_there_for_it() {
    for (lie, seen_by) in LIES {
        let checks = checks(*lie);
        assert_eq!(those(&checks, CheckVerdict::Fail), *seen_by, "{lie:?}: {checks:#?}");
        let failed = checks.iter().filter(|check| check.verdict == CheckVerdict::Fail);
        failed.for_each(|check| assert!(!check.seen.is_empty(), "{lie:?}: {}", check.id));
    }
}

#[test]
fn every_check_has_a_lie_that_it_sees() {
    let seen: Vec<&str> = LIES.iter().flat_map(|(_, checks)| checks.iter().copied()).collect();
    for definition in CHECKS {
        assert!(seen.contains(&definition.id), "{}", definition.id);
    }
}

#[test]
fn where_no_cpu_counts_the_hardware_checks_cannot_tell_and_say_why() {
    let checks = checks(Lie::NoPmu);
    assert_eq!(those(&checks, CheckVerdict::Fail), [""; 0], "{checks:#?}");
    let blind = those(&checks, CheckVerdict::CannotTell);
    assert_eq!(blind, ["instructions", "multiplexing", "dead_events"]);
    for check in checks.iter().filter(|check| check.verdict == CheckVerdict::CannotTell) {
        assert!(check.reason.contains("no core PMU"), "{}: {}", check.id, check.reason);
    }
}

#[test]
fn a_dead_event_that_is_given_as_absent_is_no_fault() {
    let checks = checks(Lie::DeadCycles);
    assert_eq!(those(&checks, CheckVerdict::Fail), [""; 0], "{checks:#?}");
    let dead = checks.iter().find(|check| check.id == "dead_events").unwrap();
    assert_eq!(dead.verdict, CheckVerdict::Pass);
    assert!(dead.reason.contains("perf.cycles"), "{}", dead.reason);
}
