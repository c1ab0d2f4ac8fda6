//! System calls that a container runtime refuses: what needs them degrades or says so.

use crate::bed::{PROBITY, json, probity};
use probity_testbed::{Finished, Scratch, Tool, skip_unless};
use std::process::Command;

/// Numbers of calls that are the same on every architecture (the common table since Linux 5.1).
const PIDFD_OPEN: &str = "434";
const CLONE3: &str = "435";
const OPENAT2: &str = "437";
/// What seccomp filters answer with.
const EPERM: &str = "1";
const ENOSYS: &str = "38";

/// Probity under a filter that refuses one call; none where there is no compiler or no seccomp.
fn under(scratch: &Scratch, call: &str, errno: &str, words: &[&str]) -> Option<Finished> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/command/refuse.c");
    let program = scratch.join("refuse");
    let built = Command::new("cc").args(["-O1", "-o"]).arg(&program).arg(source).output();
    let reason = match &built {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(error) => Err(format!("cc: {error}")),
    };
    if !skip_unless("cc", reason) {
        return None;
    }
    let finished =
        Tool::new(&program, scratch.path()).run([&[call, errno, PROBITY], words].concat());
    let installed = match finished.code {
        Some(code @ 101..=103) => Err(format!("the filter cannot be installed: exit {code}")),
        _ => Ok(()),
    };
    skip_unless("seccomp", installed).then_some(finished)
}

#[test]
fn without_clone3_programs_are_created_all_the_same() {
    for errno in [EPERM, ENOSYS] {
        let scratch = Scratch::new();
        let words = ["stat", "-r", "3", "--json", "-", "--", "true"];
        let Some(finished) = under(&scratch, CLONE3, errno, &words) else { return };
        assert_eq!(finished.code, Some(0), "{finished:?}");
        let document = json(&finished);
        let peak = &document["cases"][0]["summary"]["mem.peak_rss"]["median"];
        assert!(peak.as_u64().is_some_and(|peak| peak < 8 << 20), "{peak}");
    }
}

#[test]
fn without_openat2_evidence_is_read_component_by_component() {
    let scratch = Scratch::new();
    let made = probity(&scratch).run(["stat", "-r", "2", "--out", "kept", "--", "true"]);
    assert_eq!(made.code, Some(0), "{made:?}");
    for errno in [EPERM, ENOSYS] {
        let Some(finished) = under(&scratch, OPENAT2, errno, &["validate", "kept"]) else { return };
        assert_eq!(finished.code, Some(0), "{finished:?}");
    }
}

#[test]
fn without_process_descriptors_it_says_what_is_missing() {
    let scratch = Scratch::new();
    let words = ["stat", "-r", "2", "--", "true"];
    let Some(finished) = under(&scratch, PIDFD_OPEN, ENOSYS, &words) else { return };
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stderr.contains("pidfd_open"), "{finished:?}");
}

#[test]
fn the_doctor_sees_the_filter() {
    let scratch = Scratch::new();
    let Some(finished) = under(&scratch, OPENAT2, ENOSYS, &["doctor", "--json"]) else { return };
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let doctor = json(&finished);
    assert_eq!(doctor["host"]["conditions"]["seccomp"]["value"], "filter");
    let cautions = doctor["cautions"].as_array().unwrap();
    assert!(cautions.iter().any(|caution| caution["fact"] == "seccomp"), "{cautions:?}");
}
