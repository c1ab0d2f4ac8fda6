//! The instrument checks itself in a guest.

use crate::guest::{User, document, has_pmu, set_level};
use std::collections::BTreeMap;

/// What needs a CPU that counts.
const HARDWARE: [&str; 3] = ["instructions", "multiplexing", "dead_events"];
/// What the plain user may look at nowhere here: tracefs is for root.
const OF_ROOT: [&str; 1] = ["system_calls"];

/// That no check fails, and that those cannot tell which are known to lack something.
fn passes(user: User, blind: &[&str]) {
    let record = document(user, &["selftest", "--json", "-"]);
    let checks = record["checks"].as_array().unwrap();
    let verdict = |check: &serde_json::Value| check["verdict"].as_str().unwrap().to_owned();
    let found: BTreeMap<&str, String> =
        checks.iter().map(|check| (check["id"].as_str().unwrap(), verdict(check))).collect();
    for (id, verdict) in &found {
        let expected = if blind.contains(id) { "cannot_tell" } else { "pass" };
        assert_eq!(verdict, expected, "{user:?}, {id}: {checks:?}");
    }
    assert!(blind.iter().all(|id| found.contains_key(id)), "{found:?}");
}

pub(crate) fn passes_here() {
    set_level(2);
    let hardware: &[&str] = if has_pmu().is_ok() { &[] } else { &HARDWARE };
    passes(User::Root, hardware);
    passes(User::Plain, &[hardware, &OF_ROOT].concat());
}
