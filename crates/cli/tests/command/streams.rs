//! Standard input, output and error of measured programs.

use crate::bed::{PROBITY, assert_refused, document, measure, probity};
use crate::document::{check, runs};
use probity_testbed::{Scratch, Tool, finish, has_program, skip_unless};
use std::fs;
use std::process::{Command, Stdio};

#[test]
fn standard_input_is_empty_by_default() {
    let scratch = Scratch::new();
    // A pipe that nobody writes to and nobody closes: only the null device ends at once.
    let mut child = probity(&scratch)
        .command(["stat", "--json", "-", "-r", "1", "--output", "seen", "--", "cat"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let held = child.stdin.take();
    let finished = finish(child);
    drop(held);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_eq!(fs::read(scratch.join("seen")).unwrap(), b"");
}

#[test]
fn standard_input_may_be_a_file_read_from_its_start_in_each_run() {
    let scratch = Scratch::new();
    fs::write(scratch.join("in"), "some input\n").unwrap();
    let arguments = ["-r", "3", "--input", "in", "--", "sh", "-c", "cat >> all"];
    document(&scratch, &arguments);
    let all = fs::read_to_string(scratch.join("all")).unwrap();
    assert_eq!(all, "some input\n".repeat(5), "warm-up, three timed runs, a counted one");
    let missing = probity(&scratch).run(["stat", "-r", "1", "--input", "nothing", "--", "cat"]);
    assert_eq!(missing.code, Some(1), "{missing:?}");
    assert!(
        missing.stderr.contains("open nothing as its standard input: No such file"),
        "{missing:?}"
    );
}

#[test]
fn standard_input_that_one_run_would_empty_is_refused() {
    let scratch = Scratch::new();
    let made = Command::new("mkfifo").arg(scratch.join("pipe")).status().unwrap();
    assert!(made.success());
    let finished = probity(&scratch).run(["stat", "--input", "pipe", "--", "touch", "ran"]);
    assert_refused(&finished, 1, &["pipe as its standard input", "name a file"]);
    assert_eq!(scratch.names(), ["pipe"]);
}

#[test]
fn standard_output_may_be_a_file_anew_in_each_run() {
    let scratch = Scratch::new();
    document(&scratch, &["-r", "3", "--output", "one", "--", "echo", "a"]);
    assert_eq!(fs::read_to_string(scratch.join("one")).unwrap(), "a\n");
    let arguments = ["-r", "2", "--output", "left", "--output", "right", "echo l", "echo r"];
    document(&scratch, &arguments);
    assert_eq!(fs::read_to_string(scratch.join("left")).unwrap(), "l\n");
    assert_eq!(fs::read_to_string(scratch.join("right")).unwrap(), "r\n");
    let arguments = ["stat", "--output", "a", "--output", "b", "true", "true", "true"];
    let finished = probity(&scratch).run(arguments);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.stderr.contains("--output is given 2 times"), "{finished:?}");
}

#[test]
fn inherited_streams_are_ours() {
    let scratch = Scratch::new();
    let program = ["sh", "-c", "echo to-out; echo to-err >&2"];
    let words = ["stat", "-w", "0", "-r", "2", "--output", "inherit", "--"];
    let finished = probity(&scratch).run(words.into_iter().chain(program));
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_eq!(
        finished.stdout.lines().filter(|line| *line == "to-out").count(),
        3,
        "two timed and a counted run"
    );
    assert_eq!(finished.stderr.lines().filter(|line| *line == "to-err").count(), 3);
}

#[test]
fn a_flood_of_output_is_drained_and_bounded() {
    let scratch = Scratch::new();
    let flood = "head -c 100000000 /dev/zero >&2; head -c 100000000 /dev/zero; exit 3";
    let words =
        ["-w", "0", "-r", "1", "--out", "kept", "--output", "pipe", "--", "sh", "-c", flood];
    let (document, finished) = measure(&scratch, &words);
    assert_eq!(finished.code, Some(7), "{:?}", finished.stderr);
    check(&document);
    let run = &runs(&document["cases"][0])[0];
    let tail = run["stderr_tail"].as_str().unwrap();
    assert!(!tail.is_empty() && tail.len() <= 4096, "{} bytes kept", tail.len());
    let bytes = fs::metadata(scratch.join("kept").join("runs.jsonl")).unwrap().len();
    assert!(bytes < 100_000, "{bytes}");
}

#[test]
fn standard_error_of_a_program_that_succeeds_is_not_kept() {
    let scratch = Scratch::new();
    let document = document(&scratch, &["-r", "1", "--", "sh", "-c", "echo noise >&2"]);
    assert!(runs(&document["cases"][0]).iter().all(|run| run.get("stderr_tail").is_none()));
}

#[test]
fn a_run_that_reading_its_standard_error_slowed_has_no_time() {
    let scratch = Scratch::new();
    // Quiet in the warm-up, loud in every judged run.
    let later = "sh -c 'test ! -e m || seq 300 >&2; touch m'";
    let found = document(&scratch, &["-r", "6", later, "true"]);
    for run in found["cases"][0]["runs"].as_array().unwrap() {
        let wall = &run["observations"]["time.wall"];
        match run["role"].as_str().unwrap() {
            "warmup" => assert_eq!(wall["status"], "measured", "{run}"),
            _ => assert_eq!(
                (&wall["status"], &wall["cause"]),
                (&"unavailable".into(), &"lost".into())
            ),
        }
    }
    assert_eq!(found["comparisons"][0]["verdict"], "incomparable");
    // Loud from the start: the pipe is replaced before the first judged run.
    let loud = document(&scratch, &["-r", "6", "--", "sh", "-c", "seq 300 >&2"]);
    assert_eq!(loud["settings"]["cases"][0]["streams"]["error"], "discarded");
    assert_eq!(loud["cases"][0]["summary"]["time.wall"]["n"], 6);
}

/// Session, group and terminal of a process: fields 6, 5 and 7 of its `/proc/PID/stat`.
fn places(stat: &str) -> [i64; 3] {
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    [3, 2, 4].map(|field| fields[field].parse().unwrap())
}

#[test]
fn a_program_stays_in_our_session_in_a_group_of_its_own_and_without_a_terminal() {
    let scratch = Scratch::new();
    let words = ["stat", "-w", "0", "-r", "1", "--metrics", "time.wall", "--output", "stat"];
    let words = [&words[..], &["--", "cat", "/proc/self/stat"]].concat();
    let [own, ..] = places(&fs::read_to_string("/proc/self/stat").unwrap());
    let seen = |name: &str| places(&fs::read_to_string(scratch.join(name)).unwrap());
    let finished = probity(&scratch).run(words.clone());
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let [session, group, terminal] = seen("stat");
    assert_eq!((session, terminal), (own, 0));
    assert_ne!(group, own);
    if !skip_unless("python3", has_program("python3")) {
        return;
    }
    // Where we have a terminal the program has none: it could be stopped for touching it.
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/command/terminal.py");
    let finished =
        Tool::new("python3", scratch.path()).run([&[script, "80", PROBITY], &words[..]].concat());
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let [session, group, terminal] = seen("stat");
    assert_ne!(session, own);
    assert_eq!(terminal, 0);
    assert_ne!(group, session);
}
