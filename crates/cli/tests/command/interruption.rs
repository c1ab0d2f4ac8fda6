//! Ctrl-C, and a supervisor that asks us to stop.

use crate::bed::{probity, validate};
use probity_sys::{process, signal};
use probity_testbed::{Finished, Scratch, Tool, eventually, finish, marked};
use std::fs;
use std::process::Child;

/// Starts `probity stat` with evidence `kept` on a shell program, marked by its directory.
pub(crate) fn start(scratch: &Scratch, options: &[&str], program: &str) -> (Child, String) {
    let mark = format!("stop-{}", scratch.path().file_name().unwrap().to_string_lossy());
    let words = ["stat", "--out", "kept"].into_iter().chain(options.iter().copied());
    let words = words.chain(["--", "sh", "-c", program]);
    let tool: Tool = probity(scratch).with("MARK", &mark);
    (tool.command(words).spawn().unwrap(), mark)
}

/// How many lines the programs have written to `log` so far.
pub(crate) fn lines(scratch: &Scratch) -> usize {
    fs::read_to_string(scratch.join("log")).map_or(0, |text| text.lines().count())
}

pub(crate) fn send(child: &Child, signal: i32) {
    process::kill(child.id(), signal).unwrap();
}

pub(crate) fn assert_gone(mark: &str) {
    eventually("no process of the campaign is left", || marked(mark).is_empty());
}

/// The evidence `kept` is there, says that it is incomplete, and holds everything else.
pub(crate) fn assert_incomplete(scratch: &Scratch, finished: &Finished) {
    assert_eq!(finished.code, Some(130), "{finished:?}");
    assert!(finished.stdout.contains("INCOMPLETE"), "{finished:?}");
    assert!(finished.stderr.contains("evidence: kept"), "{finished:?}");
    let validated = validate(scratch, "kept");
    assert_eq!(validated.code, Some(5), "{validated:?}");
    assert!(validated.stdout.contains("INCOMPLETE"), "{validated:?}");
    assert!(validated.stdout.contains("otherwise valid"), "{validated:?}");
    let report = probity(scratch).run(["report", "kept"]);
    assert_eq!(report.code, Some(5), "{report:?}");
    assert!(report.stdout.contains("INCOMPLETE"), "{report:?}");
    let markdown = probity(scratch).run(["report", "kept", "--markdown"]);
    assert!(markdown.stdout.to_uppercase().contains("INCOMPLETE"), "{markdown:?}");
    assert_eq!(scratch.names(), ["kept", "log"], "no staging is left");
}

#[test]
fn a_campaign_under_way_is_kept_as_incomplete() {
    for signal in [signal::INTERRUPT, signal::TERMINATE] {
        let scratch = Scratch::new();
        let (child, mark) = start(&scratch, &["-r", "10000"], "echo x >> log; sleep 0.01");
        eventually("some judged runs", || lines(&scratch) >= 5);
        send(&child, signal);
        let finished = finish(child);
        assert_gone(&mark);
        assert_incomplete(&scratch, &finished);
        let runs = fs::read_to_string(scratch.join("kept").join("runs.jsonl")).unwrap();
        assert!(runs.lines().count() >= 4, "all that was measured is kept: {}", runs.len());
    }
}

#[test]
fn the_interrupted_run_is_no_measurement() {
    let scratch = Scratch::new();
    let program = "echo x >> log; test $(wc -l < log) -lt 4 || sleep 1000";
    let (child, mark) = start(&scratch, &["-w", "0", "-r", "9"], program);
    eventually("the run that stays", || lines(&scratch) == 4);
    send(&child, signal::INTERRUPT);
    let finished = finish(child);
    assert_gone(&mark);
    assert_incomplete(&scratch, &finished);
    let runs = fs::read_to_string(scratch.join("kept").join("runs.jsonl")).unwrap();
    assert_eq!(runs.lines().count(), 3);
}

#[test]
fn before_the_first_judged_run_nothing_is_left() {
    let scratch = Scratch::new();
    let (child, mark) = start(&scratch, &["-r", "9"], "echo x >> log; sleep 1000");
    eventually("the warm-up run", || lines(&scratch) == 1);
    send(&child, signal::INTERRUPT);
    let finished = finish(child);
    assert_gone(&mark);
    assert_eq!((finished.code, finished.stdout.as_str()), (Some(130), ""), "{finished:?}");
    assert!(finished.stderr.contains("interrupted before the first judged run"), "{finished:?}");
    assert_eq!(scratch.names(), ["log"]);
}

#[test]
fn a_program_that_ignores_it_is_killed_in_the_end() {
    let scratch = Scratch::new();
    let program = "trap '' INT; echo x >> log; while :; do sleep 0.1; done";
    let (child, mark) = start(&scratch, &["-r", "9"], program);
    eventually("the warm-up run", || lines(&scratch) == 1);
    send(&child, signal::INTERRUPT);
    let finished = finish(child);
    assert_eq!(finished.code, Some(130), "{finished:?}");
    assert_gone(&mark);
}

#[test]
fn a_second_interruption_kills() {
    let scratch = Scratch::new();
    let program = "trap '' INT; echo x >> log; \
                   test $(wc -l < log) -lt 3 || while :; do sleep 0.1; done";
    let (child, mark) = start(&scratch, &["-w", "0", "-r", "9"], program);
    eventually("the run that stays", || lines(&scratch) == 3);
    send(&child, signal::INTERRUPT);
    std::thread::sleep(std::time::Duration::from_millis(100));
    send(&child, signal::INTERRUPT);
    let finished = finish(child);
    assert_gone(&mark);
    assert_incomplete(&scratch, &finished);
}

#[test]
fn many_interruptions_at_once_are_obeyed_like_two() {
    let scratch = Scratch::new();
    let (child, mark) = start(&scratch, &["-r", "10000"], "echo x >> log; sleep 0.01");
    eventually("some judged runs", || lines(&scratch) >= 4);
    (0..5).for_each(|_| send(&child, signal::INTERRUPT));
    let finished = finish(child);
    assert_gone(&mark);
    assert_incomplete(&scratch, &finished);
}

#[test]
fn going_on_without_a_stop_is_no_loss_and_a_stop_over_the_end_is() {
    for (stop, lost) in [(false, 0), (true, 1)] {
        let scratch = Scratch::new();
        let words = ["stat", "-w", "0", "-r", "3", "--json", "json", "--", "sleep", "0.4"];
        let child = probity(&scratch).command(words).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(600));
        if stop {
            send(&child, signal::STOP);
            std::thread::sleep(std::time::Duration::from_millis(800));
        }
        // 18 is SIGCONT on every architecture that Rust knows but MIPS and its kin.
        send(&child, 18);
        let finished = finish(child);
        assert_eq!(finished.code, Some(0), "{finished:?}");
        let text = fs::read_to_string(scratch.join("json")).unwrap();
        assert_eq!(text.matches("Probity itself was stopped").count(), lost, "{stop}");
    }
}
