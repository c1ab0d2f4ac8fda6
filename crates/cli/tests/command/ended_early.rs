//! Campaigns that something ended: what was measured is shown and kept all the same.

use crate::bed::{assert_refused, json, probity, script, validate};
use probity_sys::{process, signal};
use probity_testbed::{Finished, Scratch, eventually, finish};
use serde_json::Value;
use std::fs;

/// The document of the evidence that was kept last.
fn last(scratch: &Scratch) -> Value {
    let report = probity(scratch).run(["report", "--json", "last"]);
    assert_eq!(report.code, Some(5), "{report:?}");
    json(&report)
}

fn list(scratch: &Scratch) -> Value {
    json(&probity(scratch).run(["list", "--json"]))["entries"].clone()
}

#[test]
fn a_failing_hook_costs_nothing_that_was_measured() {
    let hook = "test $PROBITY_ITERATION -lt 3 || { echo why >&2; exit 4; }";
    for (option, runs) in [("--prepare", 2), ("--conclude", 3)] {
        let scratch = Scratch::new();
        let words = ["stat", "-r", "9", "--csv", "csv", "--html", "html", option, hook, "true"];
        let finished = probity(&scratch).run(words);
        let reason = format!("{option} failed after {runs} of 9 timed runs");
        assert_eq!(finished.code, Some(1), "{finished:?}");
        assert!(finished.stdout.contains(&format!("INCOMPLETE: {reason}")), "{finished:?}");
        let (kept, told) = finished.stderr.split_once('\n').unwrap();
        assert!(kept.starts_with("kept as ") && kept.contains("probity report last"), "{kept}");
        assert!(told.starts_with(&format!("probity: failed to run {option} ")), "{told}");
        assert!(told.ends_with("standard error:\n    why\n"), "{told}");
        let csv = fs::read_to_string(scratch.join("csv")).unwrap();
        // Behind an apostrophe, as all that a spreadsheet might compute.
        assert!(csv.lines().nth(1).unwrap().ends_with(&format!(",\"'{reason}\"")), "{csv}");
        assert!(fs::read_to_string(scratch.join("html")).unwrap().contains(&reason));
        assert_eq!(last(&scratch)["cases"][0]["summary"]["time.wall"]["n"], runs);
        assert_eq!(list(&scratch)[0]["incomplete_because"], *reason);
    }
}

#[test]
fn what_was_measured_before_a_program_vanished_is_evidence() {
    let scratch = Scratch::new();
    script(&scratch.join("vt"), "exit 0");
    let hook = "test $PROBITY_ITERATION -lt 3 || rm vt";
    let words = ["stat", "-r", "9", "--out", "kept", "-C", hook, "--", "./vt"];
    let finished = probity(&scratch).run(words);
    assert_eq!(finished.code, Some(7), "{finished:?}");
    let why = "failed to execute it: its file is not there any more";
    let reason = format!("'./vt' could not be run after 3 of 9 timed runs: {why}");
    assert!(finished.stdout.contains(&format!("INCOMPLETE: {reason}")), "{finished:?}");
    let told = format!("evidence: kept\nprobity: failed to run './vt': {why}\n");
    assert_eq!(finished.stderr, told);
    assert_eq!(scratch.names(), ["kept"]);
    let validated = validate(&scratch, "kept");
    assert!(validated.stdout.contains("otherwise valid"), "{validated:?}");
}

#[test]
fn without_a_judged_run_there_is_nothing_to_show() {
    let scratch = Scratch::new();
    script(&scratch.join("vt"), "exit 0");
    let hook = "test $PROBITY_ITERATION -lt 1 || rm vt";
    let finished = probity(&scratch).run(["stat", "-r", "2", "-p", hook, "./vt"]);
    assert_refused(&finished, 7, &["failed to run './vt'", "not there any more"]);
    assert_eq!(list(&scratch), Value::Array(Vec::new()));
}

/// Interrupts a campaign of these commands once it has judged some runs.
fn interrupted(scratch: &Scratch, by: i32, words: &[&str]) -> Finished {
    let words = ["stat", "-r", "1000"].iter().chain(words);
    let child = probity(scratch).command(words).spawn().unwrap();
    let lines = || fs::read_to_string(scratch.join("log")).map_or(0, |log| log.lines().count());
    eventually("some judged runs", || lines() >= 8);
    process::kill(child.id(), by).unwrap();
    let finished = finish(child);
    assert_eq!(finished.code, Some(130), "{finished:?}");
    finished
}

const PROGRAM: &str = "sh -c 'echo x >> log; sleep 0.01'";

#[test]
fn an_interruption_says_who_and_after_how_many_of_the_runs_that_are_shown() {
    for (by, who) in [
        (signal::INTERRUPT, "interrupted by the user"),
        (signal::TERMINATE, "interrupted (SIGTERM)"),
        (signal::HANG_UP, "interrupted (SIGHUP)"),
    ] {
        for (commands, planned) in [(&[PROGRAM][..], 1000), (&[PROGRAM, PROGRAM], 2000)] {
            let scratch = Scratch::new();
            let finished = interrupted(&scratch, by, commands);
            let cases = last(&scratch)["cases"].as_array().unwrap().clone();
            let shown = |case: &Value| case["summary"]["time.wall"]["n"].as_u64().unwrap();
            let runs: u64 = cases.iter().map(shown).sum();
            let reason = format!("{who} after {runs} of {planned} timed runs");
            assert!(finished.stdout.contains(&format!("INCOMPLETE: {reason}")), "{finished:?}");
            assert!(finished.stderr.starts_with("kept as "), "{finished:?}");
            assert_eq!(list(&scratch)[0]["timed_runs"], runs);
        }
    }
    let scratch = Scratch::new();
    let finished = interrupted(&scratch, signal::TERMINATE, &["--quiet", PROGRAM]);
    assert!(!finished.stderr.contains("kept as"), "{finished:?}");
}

#[test]
fn every_form_says_that_a_result_is_incomplete_or_somebody_does() {
    let scratch = Scratch::new();
    let words = ["--csv", "csv", "--export-json", "json", PROGRAM, PROGRAM];
    let finished = interrupted(&scratch, signal::INTERRUPT, &words);
    let note = "note: nothing in hyperfine's JSON says that this result is incomplete: interrupted";
    assert_eq!(finished.stderr.matches(note).count(), 1, "{finished:?}");
    let again = probity(&scratch).run(["report", "last", "--hyperfine"]);
    assert_eq!(again.code, Some(5), "{again:?}");
    assert!(again.stderr.starts_with(note) && again.stderr.lines().count() == 1, "{again:?}");
    assert_eq!(json(&again)["results"].as_array().unwrap().len(), 2);
    let csv = fs::read_to_string(scratch.join("csv")).unwrap();
    let mut lines = csv.lines();
    assert!(lines.next().unwrap().ends_with(",reason,incomplete"), "{csv}");
    assert_eq!(lines.clone().count(), 2);
    assert!(lines.all(|line| line.contains(",\"interrupted by the user after ")), "{csv}");
    let whole = ["stat", "-r", "2", "--csv", "-", "--export-json", "json", "true"];
    let whole = probity(&scratch).run(whole);
    assert_eq!((whole.code, &*whole.stderr), (Some(0), ""), "{whole:?}");
    assert!(whole.stdout.lines().nth(1).unwrap().ends_with(",no"), "{whole:?}");
}
