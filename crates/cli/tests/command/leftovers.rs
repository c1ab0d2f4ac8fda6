//! Programs that leave processes behind.

use crate::bed::{PROBITY, document, json, probity};
use crate::document::{check, runs};
use probity_testbed::{Scratch, eventually, has_program, marked, skip_unless};
use std::path::Path;

/// Something only this test's processes have in their environment.
fn mark(scratch: &Scratch) -> String {
    format!("left-{}", scratch.path().file_name().unwrap().to_string_lossy())
}

/// Measures `program`, which leaves a process that would live for long, and checks that it is
/// reported and gone.
fn leaves(program: &str, escaped: bool) {
    let scratch = Scratch::new();
    let mark = mark(&scratch);
    let tool = probity(&scratch).with("MARK", &mark);
    let words = ["stat", "--json", "-", "-w", "0", "-r", "2", "--", "sh", "-c", program];
    let finished = tool.run(words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_eq!(marked(&mark), [0_u32; 0], "it is ended when the campaign is");
    let document = json(&finished);
    check(&document);
    for run in runs(&document["cases"][0]) {
        let left = run["leftovers"].as_array().unwrap_or_else(|| panic!("none in {run}"));
        assert!(left.iter().any(|process| process["escaped"] == escaped), "{run}");
        assert!(left.iter().all(|process| process["pid"].is_u64()), "{run}");
    }
    let text = tool.run(["stat", "-w", "0", "-r", "2", "--", "sh", "-c", program]).stdout;
    assert!(text.contains("left running"), "it is said: {text}");
    assert!(text.contains("were ended"), "{text}");
}

#[test]
fn a_background_process_is_reported_and_ended() {
    leaves("sleep 1000 & exit 0", false);
}

#[test]
fn one_that_joined_our_own_group_is_reported_and_ended() {
    if !skip_unless("python3", has_program("python3")) {
        return;
    }
    let joins = "import os; group = os.getpgid(os.getppid()); os.fork() or \
                 (os.setpgid(0, group), os.execvp(\"sleep\", [\"sleep\", \"1000\"]))";
    leaves(&format!("exec python3 -c '{joins}'"), true);
}

#[test]
fn one_that_ignores_being_asked_is_killed() {
    leaves("(trap '' TERM; while :; do sleep 1000; done) & sleep 0.1", false);
}

#[test]
fn a_daemon_that_left_the_group_is_reported_and_ended() {
    if !skip_unless("setsid", has_program("setsid")) {
        return;
    }
    leaves("setsid sh -c 'sleep 1000 & sleep 1000' & sleep 0.1", true);
}

#[test]
fn a_grandchild_that_keeps_the_pipes_open_holds_nothing_up() {
    let scratch = Scratch::new();
    let program = "(while :; do echo x; echo y >&2; sleep 0.01; done) & exit 0";
    let words = ["stat", "--json", "-", "-w", "0", "-r", "2", "--output", "pipe", "--"];
    let finished = probity(&scratch).run(words.into_iter().chain(["sh", "-c", program]));
    assert_eq!(finished.code, Some(0), "{finished:?}");
    check(&json(&finished));
}

#[test]
fn nothing_is_reported_of_a_program_that_waits_for_its_children() {
    let scratch = Scratch::new();
    let words = ["stat", "--json", "-", "-r", "3", "--", "sh", "-c", "sleep 0.01 & wait"];
    let document = json(&probity(&scratch).run(words));
    assert!(runs(&document["cases"][0]).iter().all(|run| run.get("leftovers").is_none()));
}

#[test]
fn children_that_probity_was_started_with_are_left_alone() {
    let scratch = Scratch::new();
    let mark = mark(&scratch);
    // The shell starts a process of its own and then becomes Probity, whose child that is now.
    let line =
        format!("sleep 1000 >/dev/null 2>&1 & echo $! > pid; exec {PROBITY} stat -r 2 -- true");
    let finished =
        probity_testbed::Tool::new("sh", scratch.path()).with("MARK", &mark).run(["-c", &line]);
    let pid: u32 = std::fs::read_to_string(scratch.join("pid")).unwrap().trim().parse().unwrap();
    let alive = Path::new("/proc").join(pid.to_string()).exists() && marked(&mark).contains(&pid);
    let _ = probity_sys::process::kill(pid, probity_sys::signal::KILL);
    eventually("the helper ends", || !marked(&mark).contains(&pid));
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(alive, "a process that is none of the program's was ended: {finished:?}");
    assert!(!finished.stdout.contains("left running"), "{finished:?}");
}

#[test]
fn a_daemon_whose_parents_die_while_we_look_is_found_in_its_own_run() {
    let scratch = Scratch::new();
    let mark = scratch.path().file_name().unwrap().to_string_lossy().into_owned();
    if !skip_unless("setsid", has_program("setsid")) {
        return;
    }
    let daemon = "(setsid sh -c '(sleep 0.001; sleep 60) & sleep 0.0005' &)";
    let found = document(&scratch, &["-w", "0", "-r", "20", "--", "sh", "-c", daemon]);
    for run in found["cases"][0]["runs"].as_array().unwrap() {
        assert!(run["leftovers"].as_array().is_some_and(|left| !left.is_empty()), "{run}");
    }
    eventually("all are ended", || marked(&mark).is_empty());
}
