//! Failures that are ignored, and output that is shown.

use crate::bed::{assert_refused, document, json, measure, probity};
use crate::document::{check, runs};
use probity_testbed::Scratch;

/// Fails with exit code 1 in its first two runs, and with 2 after.
const FAILING: &str = "sh -c 'echo >> count; test $(wc -l < count) -gt 2 && exit 2; exit 1'";

#[test]
fn only_the_named_codes_are_ignored() {
    let scratch = Scratch::new();
    let ignoring = document(&scratch, &["-i=2,1", "-w", "0", "-r", "4", FAILING]);
    check(&ignoring);
    assert_eq!(ignoring["settings"]["ignore_failure"].to_string(), "[1,2]");
    assert_eq!(ignoring["cases"][0]["summary"]["time.wall"]["n"], 4);
    assert_eq!(ignoring["cases"][0]["failure"]["ignored"], true);
    let scratch = Scratch::new();
    let options = ["--ignore-failure=1", "-w", "0", "-r", "4", "--out", "kept", FAILING];
    let (document, finished) = measure(&scratch, &options);
    assert_eq!(finished.code, Some(7), "{finished:?}");
    check(&document);
    assert_eq!(runs(&document["cases"][0]).len(), 3, "the first other code stops it");
    let failure = &document["cases"][0]["failure"];
    assert_eq!(failure["exit"].to_string(), r#"{"code":2}"#);
    assert_eq!((failure["run"].as_u64(), &failure["ignored"]), (Some(2), &false.into()));
    assert_eq!(probity(&scratch).run(["validate", "kept"]).code, Some(0));
}

#[test]
fn a_signal_is_no_exit_code() {
    let scratch = Scratch::new();
    let killed = ["--", "sh", "-c", "kill -9 $$"];
    for (ignored, code) in [("-i", 0), ("-i=all-non-zero", 0), ("-i=9,137", 7)] {
        let words = ["stat", "-r", "2", ignored].into_iter().chain(killed);
        assert_eq!(probity(&scratch).run(words).code, Some(code), "{ignored}");
    }
    for bad in ["-i=0", "-i=", "-i=256", "-i=x", "-i=1,"] {
        let finished = probity(&scratch).run(["stat", bad, "true"]);
        assert_eq!((finished.code, finished.stdout.as_str()), (Some(2), ""), "{finished:?}");
        assert!(finished.stderr.contains("from 1 to 255"), "{finished:?}");
    }
}

#[test]
fn in_the_variable_one_and_zero_are_yes_and_no() {
    for (value, code) in
        [("1", 0), ("true", 0), ("4,3", 0), ("4", 7), ("0", 7), ("no", 7), ("", 7), ("maybe", 2)]
    {
        let scratch = Scratch::new();
        let tool = probity(&scratch).with("PROBITY_IGNORE_FAILURE", value);
        let finished = tool.run(["stat", "-r", "1", "sh -c 'exit 3'"]);
        assert_eq!(finished.code, Some(code), "{value}: {finished:?}");
    }
}

#[test]
fn a_flag_for_no_shell_beats_the_variable() {
    let scratch = Scratch::new();
    let tool = probity(&scratch).with("PROBITY_SHELL", "default");
    let finished = tool.run(["stat", "--json", "-", "-N", "-r", "1", "true"]);
    let argv = &json(&finished)["settings"]["cases"][0]["argv"];
    assert_eq!(argv.to_string(), r#"["true"]"#, "{finished:?}");
    assert_refused(&tool.run(["stat", "-N", "true | true"]), 2, &["--shell default"]);
}

#[test]
fn output_is_shown_of_programs_and_hooks() {
    let scratch = Scratch::new();
    let hooks = ["-p", "echo hook; echo hook-error >&2", "--cleanup", "echo end"];
    let program = ["-w", "0", "-r", "2", "--", "sh", "-c", "echo program; echo error >&2"];
    let words = ["stat", "--show-output"].into_iter().chain(hooks).chain(program);
    let shown = probity(&scratch).run(words);
    // Two timed runs, and the counted one.
    let out = format!("{}end\n", "hook\nprogram\n".repeat(3));
    assert!(shown.stdout.starts_with(&out), "{shown:?}");
    assert!(shown.stderr.starts_with(&"hook-error\nerror\n".repeat(3)), "{shown:?}");
    let hidden = probity(&scratch).run(["stat"].into_iter().chain(hooks).chain(program));
    assert!(!hidden.stdout.contains("end\n") && !hidden.stderr.contains("hook"), "{hidden:?}");
    let refused = ["stat", "--show-output", "--output", "pipe", "true"];
    assert_refused(&probity(&scratch).run(refused), 2, &["--output inherit"]);
    let mixed = ["stat", "--show-output", "--json", "-", "true"];
    assert_refused(&probity(&scratch).run(mixed), 2, &["--show-output", "--json"]);
}
