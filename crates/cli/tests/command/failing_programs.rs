//! Programs that cannot be started, or that fail.

use crate::bed::{assert_refused, assert_valid, document, json, measure, mode, probity, script};
use crate::document::{check, runs};
use probity_testbed::Scratch;
use std::fs;

#[test]
fn what_cannot_be_started_is_named_with_the_reason() {
    let scratch = Scratch::new();
    fs::write(scratch.join("plain"), "echo hi").unwrap();
    fs::create_dir(scratch.join("folder")).unwrap();
    for (program, why) in [
        ("no-such-program-here", "PATH"),
        ("./nothing", "no such file"),
        ("./plain", "not executable"),
        ("./folder", "is a directory"),
    ] {
        let words = ["stat", "--out", "kept", "--", program];
        assert_refused(&probity(&scratch).run(words), 7, &[program, why]);
        let words = ["stat", "--out", "kept", "touch ran", program];
        assert_refused(&probity(&scratch).run(words), 7, &[program, why]);
    }
    assert_eq!(scratch.names(), ["folder", "plain"], "nothing ran, nothing is left");
}

#[test]
fn a_file_the_kernel_does_not_execute_is_named_with_the_next_step() {
    let scratch = Scratch::new();
    for content in ["", "echo hi\n"] {
        fs::write(scratch.join("odd"), content).unwrap();
        mode(&scratch.join("odd"), 0o755);
        let finished = probity(&scratch).run(["stat", "--out", "kept", "--", "./odd"]);
        assert_refused(&finished, 7, &["./odd", "Exec format error", "#!/bin/sh"]);
        assert_eq!(scratch.names(), ["odd"], "nothing was measured, nothing is left");
    }
    script(&scratch.join("lost"), "exit 0");
    let text = fs::read_to_string(scratch.join("lost")).unwrap();
    fs::write(scratch.join("lost"), text.replace("/bin/sh", "/no/such/shell")).unwrap();
    let finished = probity(&scratch).run(["stat", "--", "./lost"]);
    assert_refused(&finished, 7, &["./lost", "interpreter"]);
    assert!(!finished.stderr.contains("not there"), "{finished:?}");
}

#[test]
fn a_failing_command_is_a_row_and_the_others_go_on() {
    let scratch = Scratch::new();
    let failing = "sh -c 'echo one >&2; echo the reason >&2; exit 3'";
    let words = ["stat", "-r", "3", "--out", "kept", "--json", "doc", "true", failing, "true"];
    let finished = probity(&scratch).run(words);
    assert_eq!(finished.code, Some(7), "{finished:?}");
    let row = finished.stdout.lines().find(|line| line.ends_with(failing)).unwrap();
    assert!(row.contains("failed"), "{row}");
    for part in ["exit code 3", "the reason"] {
        assert!(finished.stdout.contains(part), "{part}: {}", finished.stdout);
    }
    let document = serde_json::from_slice(&fs::read(scratch.join("doc")).unwrap()).unwrap();
    check(&document);
    let failed = &document["cases"][1];
    assert_eq!(runs(failed).len(), 1, "its measuring stops at once");
    assert_eq!(failed["failure"]["exit"].to_string(), r#"{"code":3}"#);
    assert!(failed["failure"]["stderr_tail"].as_str().unwrap().ends_with("the reason\n"));
    assert_eq!(failed["failure"]["ignored"], false);
    for other in [0, 2] {
        assert_eq!(document["cases"][other]["summary"]["time.wall"]["n"], 3);
    }
    assert_eq!(document["comparisons"][0]["verdict"], "incomparable");
    assert_ne!(document["comparisons"][1]["verdict"], "incomparable");
    assert_valid(&scratch, "kept");
}

#[test]
fn ignored_failures_are_measured_like_others() {
    let scratch = Scratch::new();
    let arguments = ["-i", "-r", "3", "true", "sh -c 'exit 3'"];
    let document = document(&scratch, &arguments);
    check(&document);
    let failed = &document["cases"][1];
    assert_eq!(failed["summary"]["time.wall"]["n"], 3);
    assert_eq!(failed["failure"]["ignored"], true);
    assert_ne!(document["comparisons"][0]["verdict"], "incomparable");
    let text = probity(&scratch).run(["stat", "-i", "-r", "2", "sh -c 'exit 3'"]);
    assert_eq!(text.code, Some(0), "{text:?}");
    assert!(text.stdout.contains("exit code 3"), "it is said all the same: {}", text.stdout);
}

#[test]
fn death_by_a_signal_is_a_failure_with_the_signal() {
    let scratch = Scratch::new();
    for (signal, name) in [("9", "SIGKILL"), ("11", "SIGSEGV"), ("15", "SIGTERM")] {
        let command = format!("sh -c 'kill -{signal} $$'");
        let finished = probity(&scratch).run(["stat", "-r", "2", "true", &command]);
        assert_eq!(finished.code, Some(7), "{finished:?}");
        let told = format!("signal {signal} ({name})");
        assert!(finished.stdout.contains(&told), "{told}: {}", finished.stdout);
        let (document, _) = measure(&scratch, &["-r", "2", "true", &command]);
        check(&document);
        let exit = document["cases"][1]["failure"]["exit"].to_string();
        assert_eq!(exit, format!(r#"{{"signal":{signal}}}"#));
    }
}

#[test]
fn a_program_may_fail_only_later() {
    let scratch = Scratch::new();
    let body = "echo x >> count; test $(wc -l < count) -lt 3";
    script(&scratch.join("tires"), body);
    let words = ["stat", "--json", "-", "-w", "0", "-r", "5", "--out", "kept", "true", "./tires"];
    let finished = probity(&scratch).run(words);
    assert_eq!(finished.code, Some(7), "{finished:?}");
    let document = json(&finished);
    check(&document);
    let tired = &document["cases"][1];
    assert_eq!(runs(tired).len(), 3);
    let third = &runs(tired)[2];
    assert_eq!(tired["failure"]["run"], third["index"], "the run that failed is named");
    assert_eq!(third["exit"].to_string(), r#"{"code":1}"#);
    assert_eq!(document["cases"][0]["summary"]["time.wall"]["n"], 5, "the other goes on");
    assert_eq!(document["comparisons"][0]["verdict"], "incomparable");
    assert_valid(&scratch, "kept");
}

#[test]
fn a_program_that_fails_alone_ends_the_campaign() {
    let scratch = Scratch::new();
    let words = ["stat", "-r", "5", "--out", "kept", "--", "sh", "-c", "echo x >> ran; exit 4"];
    let finished = probity(&scratch).run(words);
    assert_eq!(finished.code, Some(7), "{finished:?}");
    assert!(finished.stdout.contains("exit code 4"), "{finished:?}");
    assert_eq!(fs::read_to_string(scratch.join("ran")).unwrap(), "x\n", "no second run");
}

#[test]
fn without_a_table_a_failure_is_told_on_standard_error() {
    let scratch = Scratch::new();
    for option in [&["--quiet"][..], &["--json", "-"], &["--quiet", "--json", "-"]] {
        let words = ["stat", "-r", "2"].into_iter().chain(option.iter().copied());
        let finished = probity(&scratch).run(words.chain(["true", "sh -c 'exit 3'"]));
        assert_eq!(finished.code, Some(7), "{finished:?}");
        let told = "probity: 'sh -c 'exit 3'' failed: exit code 3 in run 1\n";
        assert_eq!(finished.stderr, told, "{option:?}");
    }
    let ignored = probity(&scratch).run(["stat", "-i", "-r", "2", "--quiet", "false"]);
    assert_eq!((ignored.code, ignored.stderr.as_str()), (Some(0), ""), "{ignored:?}");
}

#[test]
fn a_missing_shell_is_not_taken_for_a_missing_command() {
    let scratch = Scratch::new();
    let finished = probity(&scratch).run(["stat", "-S", "no-such-shell", "true"]);
    assert_refused(&finished, 7, &["start 'no-such-shell' of 'true'", "PATH"]);
}

#[test]
fn runs_before_a_file_that_cannot_be_executed_are_kept() {
    let scratch = Scratch::new();
    fs::write(scratch.join("odd"), "").unwrap();
    mode(&scratch.join("odd"), 0o755);
    let words = ["stat", "-r", "3", "--out", "kept", "true", "./odd"];
    assert_refused(&probity(&scratch).run(words), 7, &["./odd", "kept in", "kept.incomplete-"]);
    let names = scratch.names();
    assert!(names.len() == 2 && names[0].starts_with("kept.incomplete-"), "{names:?}");
    let runs = fs::read_to_string(scratch.join(&names[0]).join("runs.jsonl")).unwrap();
    assert_eq!(runs.lines().count(), 1, "the warm-up run of true");
}

#[test]
fn stderr_of_a_failure_cannot_paint_the_terminal() {
    let scratch = Scratch::new();
    let hostile = r"printf 'red \033[31m \r\t\377 \n' >&2; exit 1";
    let words = ["stat", "-r", "1", "--out", "kept", "--", "sh", "-c", hostile];
    let finished = probity(&scratch).run(words);
    assert_eq!(finished.code, Some(7), "{finished:?}");
    assert!(!finished.stdout.contains(['\x1b', '\r']), "{finished:?}");
    assert_valid(&scratch, "kept");
}
