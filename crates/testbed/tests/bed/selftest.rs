//! The instrument checks itself in a guest.

use crate::guest::{User, has_pmu, record, set_level};
use std::collections::BTreeMap;

/// What needs a CPU that counts.
const HARDWARE: [&str; 3] = ["instructions", "multiplexing", "dead_events"];
/// What the plain user may look at nowhere here: tracefs is for root.
const OF_ROOT: [&str; 1] = ["system_calls"];
/// What holds a time against a bound. Where the guest's time is the host's that is a statement
/// about how busy the host is: it may pass or fail there.
const TIMED: [&str; 1] = ["overhead"];

/// That no check fails, and that those cannot tell which are known to lack something.
fn passes(user: User, blind: &[&str], excused: &[&str]) {
    let (code, record) = record(user, &["selftest", "--json", "-"]);
    let checks = record["checks"].as_array().unwrap();
    let verdict = |check: &serde_json::Value| check["verdict"].as_str().unwrap().to_owned();
    let found: BTreeMap<&str, String> =
        checks.iter().map(|check| (check["id"].as_str().unwrap(), verdict(check))).collect();
    let failed = found.values().any(|verdict| verdict == "fail");
    assert_eq!(code, i32::from(failed), "{found:?}");
    for (id, verdict) in found.iter().filter(|(id, _)| !excused.contains(id)) {
        let expected = if blind.contains(id) { "cannot_tell" } else { "pass" };
        assert_eq!(verdict, expected, "{user:?}, {id}: {checks:?}");
    }
    assert!(blind.iter().all(|id| found.contains_key(id)), "{found:?}");
}

pub(crate) fn passes_here() {
    set_level(2);
    // A bed whose CPU counts takes its time from the instructions.
    let (hardware, excused): (&[&str], &[&str]) =
        if has_pmu().is_ok() { (&[], &[]) } else { (&HARDWARE, &TIMED) };
    passes(User::Root, hardware, excused);
    passes(User::Plain, &[hardware, &OF_ROOT].concat(), excused);
}
