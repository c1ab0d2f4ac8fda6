//! Programs that hooks make, make again, change or remove.

use crate::bed::{assert_refused, assert_valid, probity, script, validate};
use probity_testbed::{Finished, Scratch};
use serde_json::Value;
use std::fs;

/// Makes `./build` with this line.
fn make(line: &str) -> String {
    format!("printf '#!/bin/sh\\n{line}\\n' > new && chmod +x new && mv new build")
}

fn run(scratch: &Scratch, words: &[&str]) -> Finished {
    let before = ["stat", "-r", "3", "--out", "kept"];
    probity(scratch).run(before.iter().chain(words).chain(&["./build out"]))
}

/// The evidence is valid, and says in one line why it is incomplete; gives that line.
fn reason(scratch: &Scratch, finished: &Finished) -> String {
    assert_eq!(finished.code, Some(5), "{finished:?}");
    let validated = validate(scratch, "kept");
    assert!(validated.stdout.contains("otherwise valid"), "{validated:?}");
    let manifest = fs::read(scratch.join("kept/manifest.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    manifest["completeness"]["reason"].as_str().unwrap().to_owned()
}

#[test]
fn what_a_setup_builds_is_measured_and_identified() {
    for stale in [false, true] {
        let scratch = Scratch::new();
        if stale {
            script(&scratch.join("build"), "exit 1 # an old one, and longer than what replaces it");
        }
        let finished = run(&scratch, &["--setup", &make("exit 0")]);
        assert_eq!(finished.code, Some(0), "{finished:?}");
        assert_valid(&scratch, "kept");
        let cohort = fs::read(scratch.join("kept/cohort.json")).unwrap();
        let cohort: Value = serde_json::from_slice(&cohort).unwrap();
        let bytes = fs::metadata(scratch.join("build")).unwrap().len();
        assert_eq!(cohort["binaries"][0]["bytes"], bytes, "{cohort}");
    }
}

#[test]
fn what_no_setup_has_made_is_refused_right_after_it() {
    let scratch = Scratch::new();
    let hooks = ["-s", "echo setup >> log", "-p", "echo prepare >> log", "-c", "echo end >> log"];
    let words = ["stat", "--out", "kept"].iter().chain(&hooks).chain(&["true", "no-such-program"]);
    assert_refused(&probity(&scratch).run(words), 7, &["no-such-program", "PATH"]);
    assert_eq!(fs::read_to_string(scratch.join("log")).unwrap(), "setup\nend\n");
    assert_eq!(scratch.names(), ["log"], "nothing is left");
}

#[test]
fn what_a_prepare_builds_is_measured() {
    let scratch = Scratch::new();
    let finished = run(&scratch, &["--prepare", &make("exit 0")]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_valid(&scratch, "kept");
    let scratch = Scratch::new();
    let finished = run(&scratch, &["-p", "echo prepare >> log"]);
    assert_refused(&finished, 7, &["./build", "no such file"]);
    assert_eq!(scratch.names(), ["log"]);
    assert_eq!(fs::read_to_string(scratch.join("log")).unwrap(), "prepare\n");
}

#[test]
fn a_rebuilt_program_is_the_same_if_its_bytes_are() {
    let scratch = Scratch::new();
    let finished = run(&scratch, &["-s", &make("exit 0"), "-p", &make("exit 0")]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_valid(&scratch, "kept");
    // Once other bytes, and then the first ones again.
    let other = format!("{}; test $PROBITY_ITERATION -ne 2 || echo : >> build", make("exit 0"));
    let scratch = Scratch::new();
    let finished = run(&scratch, &["-s", &make("exit 0"), "-p", &other]);
    let reason = reason(&scratch, &finished);
    assert!(reason.starts_with("./build changed while it was measured"), "{reason}");
    assert!(reason.contains("--prepare") && finished.stdout.contains(&reason), "{finished:?}");
}

#[test]
fn a_program_that_changes_without_a_prepare_is_not_blamed_on_one() {
    let scratch = Scratch::new();
    script(&scratch.join("build"), "exit 0");
    let finished = run(&scratch, &["-C", "echo : >> build"]);
    assert_eq!(reason(&scratch, &finished), "./build changed while it was measured");
}

#[test]
fn a_cleanup_may_remove_what_was_measured() {
    let scratch = Scratch::new();
    let finished = run(&scratch, &["-s", &make("exit 0"), "-c", "rm build"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(!finished.stdout.contains("INCOMPLETE"), "{finished:?}");
    assert_valid(&scratch, "kept");
    assert_eq!(scratch.names(), ["kept"]);
}
