//! Counters of the CPU and the kernel: in runs of their own, and nowhere else.

use crate::bed::{assert_refused, assert_valid, document, json, measure, probity, script};
use crate::document::{check, role, runs, timed};
use crate::interruption::{assert_gone, assert_incomplete, lines, send, start};
use probity_sys::signal;
use probity_testbed::{Scratch, eventually, finish, skip_unless};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

const SOFTWARE: [&str; 4] =
    ["perf.task_clock", "perf.page_faults", "perf.context_switches", "perf.cpu_migrations"];

/// What the catalog says of each counter here.
fn availability(scratch: &Scratch) -> BTreeMap<String, Value> {
    let catalog = json(&probity(scratch).run(["metrics", "--json", "perf.*"]));
    let metrics = catalog["metrics"].as_array().unwrap().iter();
    let of = |metric: &Value| {
        (metric["id"].as_str().unwrap().to_owned(), metric["availability"].clone())
    };
    let all: BTreeMap<String, Value> = metrics.map(of).collect();
    assert!(SOFTWARE.iter().all(|id| all.contains_key(*id)) && all.len() > SOFTWARE.len());
    all
}

/// Whether `id` can be counted here; if not, `need` is what the test is skipped for.
fn can_count(scratch: &Scratch, need: &str, id: &str) -> bool {
    let found = &availability(scratch)[id];
    let met = if found["status"] == "available" { Ok(()) } else { Err(found.to_string()) };
    skip_unless(need, met)
}

/// The rows of a metric in the tables.
fn rows<'a>(text: &'a str, metric: &str) -> Vec<&'a str> {
    let is_row = |line: &&str| line.split(' ').next() == Some(metric);
    text.lines().filter(is_row).collect()
}

#[test]
fn every_software_number_is_a_row_and_missing_hardware_is_one_line() {
    let scratch = Scratch::new();
    if !can_count(&scratch, "counters", "perf.page_faults") {
        return;
    }
    let words = ["stat", "--counters", "-r", "3", "--out", "kept", "--", "true"];
    let finished = probity(&scratch).run(words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_valid(&scratch, "kept");
    let document = json(&probity(&scratch).run(["report", "kept", "--json"]));
    check(&document);
    for id in SOFTWARE {
        let [row] = rows(&finished.stdout, id)[..] else { panic!("{id}: {finished:?}") };
        assert!(row.contains('±') && !row.contains('—'), "{row}");
        assert_eq!(document["cases"][0]["summary"][id]["n"], 3, "{id}");
    }
    for id in ["perf.task_clock", "perf.page_faults"] {
        assert!(document["cases"][0]["summary"][id]["min"].as_u64() > Some(0), "{id}");
    }
    let (mut reasons, mut absent) = (BTreeSet::new(), Vec::new());
    for (id, found) in availability(&scratch) {
        if SOFTWARE.contains(&&*id) || found["status"] == "available" {
            continue;
        }
        reasons.insert(found["reason"].as_str().unwrap().to_owned());
        assert_eq!(document["cases"][0]["summary"][&id]["reason"], found["reason"], "{id}");
        assert!(rows(&finished.stdout, &id).is_empty(), "its line is enough: {finished:?}");
        absent.push(id);
    }
    let lines: Vec<&str> =
        finished.stdout.lines().filter(|line| line.starts_with("not measured here: ")).collect();
    let told = lines.iter().filter(|line| line.contains("perf."));
    assert_eq!(told.count(), reasons.len(), "{finished:?}");
    for id in absent {
        let words = |line: &str| line.replace(',', "").split(' ').any(|word| word == id);
        assert_eq!(lines.iter().filter(|line| words(line)).count(), 1, "{id}: {finished:?}");
    }
    assert!(reasons.iter().all(|reason| finished.stdout.contains(reason)), "{finished:?}");
}

#[test]
fn what_was_asked_for_by_name_keeps_its_row_and_its_key() {
    let scratch = Scratch::new();
    let words = ["stat", "--metrics", "perf.instructions", "-r", "3", "--out", "kept"];
    let finished = probity(&scratch).run(words.into_iter().chain(["--json", "doc", "true"]));
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_valid(&scratch, "kept");
    let document: Value = serde_json::from_slice(&fs::read(scratch.join("doc")).unwrap()).unwrap();
    check(&document);
    let asked = &document["settings"]["metrics"];
    assert_eq!(asked.to_string(), r#"["time.wall","perf.instructions"]"#);
    let [row] = rows(&finished.stdout, "perf.instructions")[..] else { panic!("{finished:?}") };
    let found = &document["cases"][0]["summary"]["perf.instructions"];
    let counted = runs(&document["cases"][0]).iter().filter(|run| role(run) == "counted");
    assert_eq!(counted.clone().count(), 3);
    for run in counted {
        assert_eq!(run["observations"]["perf.instructions"]["status"], found["status"], "{run}");
    }
    if found["status"] == "measured" {
        assert!(!row.contains('—'), "{row}");
        return;
    }
    assert!(row.contains('—'), "{row}");
    let told = format!("perf.instructions — {}", found["reason"].as_str().unwrap());
    assert_eq!(finished.stdout.matches(&told).count(), 1, "{told}: {finished:?}");
}

#[test]
fn a_misspelt_counter_is_refused_with_the_nearest_name() {
    let scratch = Scratch::new();
    let words = ["stat", "--metrics", "perf.instrutions", "--out", "kept", "touch ran"];
    let parts = ["--metrics", "`perf.instrutions`", "`perf.instructions`"];
    assert_refused(&probity(&scratch).run(words), 2, &parts);
    assert!(scratch.names().is_empty(), "nothing ran");
}

#[test]
fn each_block_ends_with_a_counted_run_of_each_command() {
    let scratch = Scratch::new();
    let words = ["--counters", "-w", "1", "-r", "3", "--out", "kept", "true", "sleep 0.001"];
    let document = document(&scratch, &words);
    check(&document);
    assert_valid(&scratch, "kept");
    assert_eq!(document["settings"]["plan"]["counted"], "each_block");
    let text = fs::read_to_string(scratch.join("kept/runs.jsonl")).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2 + 3 * 5);
    for block in lines[2..].chunks(5) {
        let what = |run: &Value| format!("{} {}", role(run), run["case"].as_str().unwrap());
        let mut found: Vec<String> = block.iter().map(what).collect();
        assert_eq!(found[3..], ["counted c1", "counted c2"], "last, and in their order");
        found[..3].sort();
        assert_eq!(found[..3], ["null c1", "timed c1", "timed c2"]);
        assert!(block.iter().all(|run| run["block"] == block[0]["block"]));
    }
    let counters: BTreeSet<String> = availability(&scratch).into_keys().collect();
    for run in &lines {
        let keys = run["observations"].as_object().unwrap().keys();
        let found: BTreeSet<String> = keys.filter(|id| id.starts_with("perf.")).cloned().collect();
        match role(run) {
            "counted" => assert_eq!(found, counters, "measured or absent, all are there: {run}"),
            _ => assert_eq!(found, BTreeSet::new(), "{run}"),
        }
    }
    let judged = document["comparisons"].as_array().unwrap();
    assert!(judged.iter().all(|comparison| comparison["metric"] == "time.wall"), "{judged:?}");
}

#[test]
fn two_commands_are_counted_only_where_it_was_asked_for() {
    let scratch = Scratch::new();
    for (options, counted) in [
        (&["true", "true"][..], "none"),
        (&["--metrics", "perf.task_clock", "true", "true"], "each_block"),
        (&["--metrics", "time.*", "true"], "none"),
        (&["--metrics", "all", "true"], "each_block"),
        (&["true"], "at_end"),
    ] {
        let document = document(&scratch, &[&["-r", "2"], options].concat());
        check(&document);
        assert_eq!(document["settings"]["plan"]["counted"], counted, "{options:?}");
    }
    for (value, counted) in [("1", "each_block"), ("0", "at_end")] {
        let tool = probity(&scratch).with("PROBITY_COUNTERS", value);
        let document = json(&tool.run(["stat", "-r", "2", "--json", "-", "true"]));
        assert_eq!(document["settings"]["plan"]["counted"], counted, "{value}");
    }
}

#[test]
fn a_single_command_is_counted_once_in_the_end_and_that_is_one_line() {
    let scratch = Scratch::new();
    if !can_count(&scratch, "user-counters", "perf.task_clock") {
        return;
    }
    let words = ["stat", "-r", "4", "--out", "kept", "--", "true"];
    let finished = probity(&scratch).run(words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_valid(&scratch, "kept");
    let told: Vec<&str> = finished.stdout.lines().filter(|line| line.contains("perf.")).collect();
    let [line] = told[..] else { panic!("no line for what is missing: {finished:?}") };
    // Where the CPU counts, its counters come first.
    assert!(line.starts_with("counted in a run of its own: perf."), "{line}");
    let document = json(&probity(&scratch).run(["report", "kept", "--json"]));
    check(&document);
    let roles: Vec<&str> = runs(&document["cases"][0]).iter().map(role).collect();
    assert_eq!(roles, ["warmup", "timed", "timed", "timed", "timed", "counted"]);
    assert_eq!(document["cases"][0]["summary"]["perf.task_clock"]["n"], 1);
    assert_eq!(document["cases"][0]["summary"]["time.wall"]["n"], 4);
    for (id, found) in availability(&scratch) {
        assert_eq!(line.contains(&*id), found["status"] == "available", "{id} in {line}");
    }
}

/// Sleeps in each second run: without a warm-up, a single timed run a block leaves these for the
/// counted ones.
const SECOND: &str = "echo x >> count; test $(($(wc -l < count) % 2)) = 1 || sleep 0.2";

#[test]
fn the_verdict_is_of_timed_runs_alone() {
    let scratch = Scratch::new();
    script(&scratch.join("second"), SECOND);
    script(&scratch.join("never"), "echo x >> other; test $(($(wc -l < other) % 2)) = 9 || :");
    let words = ["--counters", "-w", "0", "-r", "7", "--out", "kept", "./never", "./second"];
    let document = document(&scratch, &words);
    check(&document);
    assert_valid(&scratch, "kept");
    let walls = |case: usize, of: &str| {
        let made = runs(&document["cases"][case]).iter().filter(|run| role(run) == of);
        let wall = |run: &Value| run["observations"]["time.wall"]["value"].as_f64().unwrap();
        made.map(wall).collect::<Vec<f64>>()
    };
    let median = |of: &str| {
        let pairs = walls(1, of).into_iter().zip(walls(0, of));
        let mut ratios: Vec<f64> =
            pairs.map(|(candidate, reference)| candidate / reference).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        assert_eq!(ratios.len(), 7);
        ratios[3]
    };
    assert!(walls(1, "counted").iter().all(|&wall| wall > 2e8), "it sleeps in its counted runs");
    let judged = &document["comparisons"][0];
    assert_eq!(judged["blocks"], 7);
    let ratio = judged["ratio"]["median"].as_f64().unwrap();
    assert!((ratio - median("timed")).abs() < 1e-9, "{judged}");
    assert!((ratio - median("counted")).abs() > 1e-3, "{judged}");
    assert_eq!(timed(&document["cases"][1]).len(), 7);
}

#[test]
fn a_program_that_fails_only_when_it_is_counted_has_failed() {
    // After a warm-up run and two timed ones.
    let tires = "echo x >> count; test $(wc -l < count) -lt 4 || { echo the reason >&2; exit 3; }";
    let scratch = Scratch::new();
    script(&scratch.join("tires"), tires);
    let words = ["stat", "-w", "1", "-r", "2", "--out", "kept", "--", "./tires"];
    let finished = probity(&scratch).run(words);
    assert_eq!(finished.code, Some(7), "{finished:?}");
    for part in ["exit code 3", "the reason"] {
        assert!(finished.stdout.contains(part), "{part}: {finished:?}");
    }
    assert_valid(&scratch, "kept");
    let document = json(&probity(&scratch).run(["report", "kept", "--json"]));
    check(&document);
    let case = &document["cases"][0];
    let last = runs(case).last().unwrap();
    assert_eq!((role(last), &last["exit"]["code"]), ("counted", &3.into()));
    assert_eq!(case["failure"]["run"], last["index"]);
    assert_eq!(case["failure"]["ignored"], false);
    assert_eq!(case["summary"]["time.wall"]["n"], 2, "what was timed before is kept");
    assert_eq!(case["summary"]["perf.task_clock"]["status"], "unavailable");

    fs::remove_file(scratch.join("count")).unwrap();
    let ignoring = ["-i=3", "-w", "1", "-r", "2", "--", "./tires"];
    let (document, finished) = measure(&scratch, &ignoring);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    check(&document);
    assert_eq!(document["cases"][0]["failure"]["ignored"], true);

    fs::remove_file(scratch.join("count")).unwrap();
    let compared = ["--counters", "-w", "0", "-r", "7", "true", "./tires"];
    let (document, finished) = measure(&scratch, &compared);
    assert_eq!(finished.code, Some(7), "{finished:?}");
    check(&document);
    assert_eq!(role(runs(&document["cases"][1]).last().unwrap()), "counted");
    assert_eq!(document["comparisons"][0]["verdict"], "incomparable");
    assert_eq!(document["cases"][0]["summary"]["time.wall"]["n"], 7, "the other goes on");
}

#[test]
fn an_interrupted_counted_run_is_no_measurement() {
    let scratch = Scratch::new();
    let program = "echo x >> log; test $(wc -l < log) -lt 4 || sleep 1000";
    let (child, mark) = start(&scratch, &["-w", "1", "-r", "2"], program);
    eventually("the counted run", || lines(&scratch) == 4);
    send(&child, signal::INTERRUPT);
    let finished = finish(child);
    assert_gone(&mark);
    assert_incomplete(&scratch, &finished);
    let runs = fs::read_to_string(scratch.join("kept").join("runs.jsonl")).unwrap();
    let roles: Vec<String> = runs
        .lines()
        .map(|line| role(&serde_json::from_str::<Value>(line).unwrap()).to_owned())
        .collect();
    assert_eq!(roles, ["warmup", "timed", "timed"]);
    let report = probity(&scratch).run(["report", "kept"]).stdout;
    assert!(!report.contains("counted in a run of its own"), "{report}");
}

#[test]
fn an_event_that_was_named_keeps_its_column_and_its_key() {
    let scratch = Scratch::new();
    let named = "msr/tsc/,no_such_pmu/event/,perf.raw.r1c2,pfm.no_such_event_at_all";
    let ids = ["pmu.msr.tsc", "pmu.no_such_pmu.event", "perf.raw.r1c2", "pfm.no_such_event_at_all"];
    let words = ["stat", "-r", "2", "--out", "kept", "--metrics", named, "--", "true"];
    let finished = probity(&scratch).run(words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_valid(&scratch, "kept");
    let document = json(&probity(&scratch).run(["report", "kept", "--json"]));
    check(&document);
    for id in ids {
        let [row] = rows(&finished.stdout, id)[..] else { panic!("{id}: {finished:?}") };
        let found = &document["cases"][0]["summary"][id];
        assert_eq!(row.contains('—'), found["status"] == "unavailable", "{row} {found}");
    }
    assert!(finished.stdout.contains("there is no PMU called no_such_pmu here"), "{finished:?}");
    let settings = &document["settings"];
    assert_eq!(settings["named"]["pmu.msr.tsc"], "msr/tsc/");
    assert_eq!(settings["estimate"], Value::Null, "not asked for");
}

/// The time stamp counter counts whatever is measured, at a constant rate: nowhere less than the
/// program's time on a CPU has of it at 100 MHz.
#[test]
fn the_time_stamp_counter_counts_where_there_is_one() {
    let scratch = Scratch::new();
    let catalog = json(&probity(&scratch).run(["metrics", "--json", "msr/tsc/"]));
    let found = &catalog["metrics"][0]["availability"];
    let met = if found["status"] == "available" { Ok(()) } else { Err(found.to_string()) };
    if !skip_unless("msr", met) {
        return;
    }
    script(&scratch.path().join("spin"), "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done");
    let words = ["-r", "3", "--metrics", "msr/tsc/,perf.task_clock", "--", "./spin"];
    let document = document(&scratch, &words);
    let summary = &document["cases"][0]["summary"];
    let least = |id: &str| summary[id]["min"].as_u64().unwrap();
    let clock_ns = summary["perf.task_clock"]["min"].as_u64().unwrap();
    assert!(least("pmu.msr.tsc") > clock_ns / 10, "{summary}");
}

#[test]
fn estimates_are_asked_for_by_flag_or_environment() {
    let scratch = Scratch::new();
    let estimate = |document: &Value| document["settings"]["estimate"].clone();
    let words = ["-r", "1", "--counters", "--estimate", "--", "true"];
    assert_eq!(estimate(&document(&scratch, &words)), true);
    for (value, expected) in [("1", Value::Bool(true)), ("0", Value::Null)] {
        let tool = probity(&scratch).with("PROBITY_ESTIMATE", value);
        let document = json(&tool.run(["stat", "-r", "1", "--json", "-", "true"]));
        assert_eq!(estimate(&document), expected, "{value}");
    }
}

#[test]
fn an_event_that_cannot_be_read_is_a_mistake_of_usage() {
    let scratch = Scratch::new();
    for (selector, says) in [("msr/tsc", "two slashes"), ("perf.raw.1c2", "hexadecimal")] {
        let words = ["stat", "--metrics", selector, "--", "true"];
        assert_refused(&probity(&scratch).run(words), 2, &[says]);
    }
}
