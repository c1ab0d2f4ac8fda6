//! Benchmarks that do what has broken some harness. Each has its row, which says the truth, and the
//! others are measured as if it were not there.

use crate::bed::{Bed, LEAST, assert_told, is_timed, rows};
use probity_testbed::{Finished, Tool, eventually, finish, has_program, marked, skip_unless};
use serde_json::Value;
use std::collections::BTreeMap;

/// What the row of a benchmark has to say.
enum Says {
    /// It was timed.
    Timed,
    /// It skipped, for this reason.
    Skipped(&'static str),
    /// It ended by itself with this code, and this was the end of what it said.
    Code(i32, &'static str),
    /// A signal ended it, and this was the end of what it said.
    Signal(i32, &'static str),
}
use Says::{Code, Signal, Skipped, Timed};

const EXPECTED: &[(&str, Says)] = &[
    ("behaves", Timed),
    ("ends::aborts", Signal(6, "")),
    ("ends::exits_with_3", Code(3, "")),
    ("ends::fails", Code(1, "planted failure")),
    ("ends::fails_before", Code(1, "planted\\nin two lines")),
    ("ends::is_killed", Signal(9, "")),
    ("ends::never_measures", Code(1, "never called `iter`")),
    ("ends::panics", Code(101, "planted")),
    ("ends::panics_late", Code(101, "planted late")),
    ("ends::skips", Skipped("nothing to measure here")),
    ("ends::skips_from_within", Skipped("nothing here either")),
    ("ends::takes_10_gigabytes", Signal(6, "memory allocation of 10737418240 bytes failed")),
    ("floods::floods_and_fails", Code(1, "the end of a flood")),
    ("floods::floods_errors", Timed),
    ("floods::floods_output", Timed),
    ("leaves::leaves_a_daemon", Timed),
    ("leaves::leaves_threads", Timed),
    ("trifles::addition", Timed),
    ("trifles::controls::text=\\u{0}", Timed),
    ("trifles::controls::text=\\u{1b}[31mred", Timed),
    ("trifles::controls::text=line\\nline", Timed),
    ("trifles::größe\\s·\\s漢字", Timed),
    ("trifles::nothing", Timed),
    ("trifles::sleeps", Timed),
];

/// All of them, with less memory than one of them takes.
fn hostile(bed: &Bed, options: &[&str]) -> Finished {
    let limited = Tool::new("/bin/sh", &bed.path("")).with("RUST_BACKTRACE", "0");
    // Of address space, in KiB.
    let script = "ulimit -v 4194304 && exec ./hostile \"$@\"";
    let words = ["-c", script, "sh", "--include-ignored"];
    finish(limited.command(words.iter().chain(&LEAST).chain(options)).spawn().unwrap())
}

/// Those with a test of their own.
const APART: [&str; 4] = ["--skip", "exits_with_0", "--skip", "a_name_of_three_hundred"];

#[test]
fn each_has_its_row_and_no_other_suffers() {
    let Some(bed) = Bed::new() else { return };
    if !skip_unless("setsid", has_program("setsid")) {
        return;
    }
    let finished = hostile(&bed, &[&APART[..], &["--output-format", "json"]].concat());
    assert_told(&finished, 7, &[]);
    assert!(finished.stderr.len() < 10_000, "no flood comes through: {}", finished.stderr.len());
    let rows = rows(&finished);
    for (id, says) in EXPECTED {
        assert_says(&rows, id, says);
    }
    assert_eq!(rows.len(), EXPECTED.len(), "{:?}", rows.keys());
    assert!(!finished.stdout.contains('\u{1b}'));
    // Neither stays after the conductor.
    let mark = bed.path("").to_string_lossy().into_owned();
    eventually("what a benchmark left has ended", || marked(&mark).is_empty());

    let kept = bed.kept();
    assert_eq!(kept.len(), 1);
    let evidence = probity::validate(&kept[0]).unwrap();
    assert!(evidence.completeness().is_complete(), "{:?}", evidence.completeness());
}

fn assert_says(rows: &BTreeMap<String, Value>, id: &str, says: &Says) {
    let row = rows.get(id).unwrap_or_else(|| panic!("no row of {id} in {:?}", rows.keys()));
    let failed = |exit: Value, end: &str| {
        let tail = row["stderr_tail"].as_str().unwrap_or_default();
        row["status"] == "failed"
            && row["exit"] == exit
            && row["failed_runs"] == 1
            && row.get("median_ns").is_none()
            && tail.contains(end)
    };
    let is_true = match says {
        Timed => is_timed(row),
        Skipped(reason) => {
            row["status"] == "not_applicable" && row["reason"] == format!("skipped: {reason}")
        }
        Code(code, end) => failed(serde_json::json!({"code": code}), end),
        Signal(signal, end) => failed(serde_json::json!({"signal": signal}), end),
    };
    assert!(is_true, "{id}: {row}");
}

#[test]
fn people_are_told_the_same_in_a_table() {
    let Some(bed) = Bed::new() else { return };
    let names = ["ends::", "behaves", "floods_and_fails", "controls"];
    let finished = hostile(&bed, &[&APART[..], &names].concat());
    assert_told(&finished, 7, &[]);
    let text = &finished.stdout;
    let row = |name: &str, says: &str| {
        let is_row = |line: &&str| line.contains(&format!("{name} ")) && line.contains(says);
        assert!(text.lines().any(|line| is_row(&line)), "no '{says}' of {name}: {text}");
    };
    row("behaves", "ns");
    row("panics", "panicked at ");
    row("panics_late", "panicked at ");
    row("exits_with_3", "exit code 3");
    row("aborts", "SIGABRT");
    row("is_killed", "SIGKILL");
    row("skips", "nothing to measure here");
    row("text=\\u{1b}[31mred", "ns");
    for said in ["planted late", "memory allocation of 10737418240 bytes failed", "end of a flood"]
    {
        assert!(text.contains(said), "no '{said}' in {text}");
    }
    assert!(text.lines().all(|line| line.len() < 2_000), "no flood comes through");
    assert!(!text.contains('\u{1b}') && !text.contains('\0'), "{text}");
}

#[test]
fn an_end_without_a_result_is_a_failure() {
    let Some(bed) = Bed::new() else { return };
    let finished = hostile(&bed, &["exits_with_0", "behaves", "--output-format", "json"]);
    let rows = rows(&finished);
    assert!(is_timed(&rows["behaves"]), "{rows:?}");
    assert_ne!(rows["ends::exits_with_0"]["status"], "measured", "{rows:?}");
    assert_eq!(finished.code, Some(7), "{finished:?}");
}

#[test]
fn a_name_of_300_characters_is_measured() {
    let Some(bed) = Bed::new() else { return };
    let finished = hostile(&bed, &["a_name_of_three_hundred", "--output-format", "json"]);
    assert_told(&finished, 0, &[]);
    let rows = rows(&finished);
    let (id, row) = rows.first_key_value().unwrap();
    assert_eq!(id.len(), 300 + "trifles::".len(), "{id}");
    assert!(is_timed(row), "{row}");
}

#[test]
fn where_all_skip_nothing_has_failed() {
    let Some(bed) = Bed::new() else { return };
    assert_told(&hostile(&bed, &["skips"]), 0, &[]);
    assert_told(&hostile(&bed, &["skips", "exits_with_3"]), 7, &[]);
}

/// It is asked for when all is measured.
#[test]
fn provenance_that_misbehaves_costs_no_number() {
    let Some(bed) = Bed::new() else { return };
    for (what, said) in [
        ("panic", "panicked: no provenance"),
        ("empty", "a provenance that is left out: `name` is empty"),
        ("long", "a provenance that is left out: `value` is longer than 255 bytes"),
    ] {
        let tool = bed.tool("hostile").with("HOSTILE_PROVENANCE", what);
        let finished = tool.run(LEAST.iter().chain(&["behaves"]));
        assert_told(&finished, 0, &[]);
        let line = format!("error said by behaves: {said}");
        assert!(finished.stdout.contains(&line), "{what}: no '{line}': {finished:?}");
        assert!(!finished.stdout.contains("provenance: "), "{what}: {finished:?}");
    }
}
