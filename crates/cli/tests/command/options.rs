//! How many runs, which metrics, and the environment variables behind every option.

use crate::bed::{PROBITY, assert_refused, assert_valid, document, json, probity};
use crate::document::{check, role, runs};
use probity_testbed::Scratch;
use serde_json::Value;
use std::fs;

fn plan(document: &Value) -> (u64, &str) {
    let plan = &document["settings"]["plan"];
    (plan["blocks"].as_u64().unwrap(), plan["reason"].as_str().unwrap())
}

fn roles(case: &Value) -> String {
    let roles: Vec<&str> = runs(case).iter().map(role).collect();
    roles.join(" ")
}

#[test]
fn warm_up_runs_are_kept_and_marked() {
    let scratch = Scratch::new();
    let three = document(&scratch, &["-w", "2", "-r", "1", "true", "true"]);
    check(&three);
    assert_eq!(roles(&three["cases"][1]), "warmup warmup timed");
    assert_eq!(three["cases"][1]["summary"]["time.wall"]["n"], 1, "no warm-up run is judged");
    let none = document(&scratch, &["-w", "0", "-r", "2", "--", "true"]);
    assert_eq!(roles(&none["cases"][0]), "timed timed counted");
}

#[test]
fn the_number_of_blocks_obeys_minimum_maximum_and_budget() {
    let scratch = Scratch::new();
    let exact = document(&scratch, &["-r", "3", "--", "true"]);
    assert_eq!(plan(&exact), (3, "asked for"));
    let most = document(&scratch, &["-M", "2", "--", "true"]);
    assert_eq!(plan(&most), (2, "the maximum"));
    assert_eq!(roles(&most["cases"][0]), "warmup timed timed counted");
    let least = document(&scratch, &["-m", "3", "-M", "3", "--", "true"]);
    assert_eq!(plan(&least).0, 3);
    let budget = document(&scratch, &["--budget", "0.000001", "--", "true"]);
    assert_eq!(plan(&budget), (1, "what the budget allows"));
    let required = ["-m", "1", "-M", "6", "true", "true"];
    let family = document(&scratch, &required);
    assert_eq!(plan(&family).0, 6);
    assert_eq!(family["settings"]["plan"]["blocks_required"], 6);
}

#[test]
fn the_plan_says_why_there_are_so_many_runs() {
    let scratch = Scratch::new();
    let line = |words: &[&str]| {
        let finished = probity(&scratch).run(["stat"].iter().chain(words));
        let line = finished.stdout.lines().find(|line| line.starts_with("plan: ")).unwrap();
        line.to_owned()
    };
    assert!(line(&["-r", "2", "true"]).starts_with("plan: 2 runs (asked for), "));
    assert!(line(&["-w", "0", "-m", "3", "true"]).starts_with("plan: 3 runs (the minimum), "));
    let budget = line(&["--budget", "0.000001", "true", "true"]);
    assert!(budget.starts_with("plan: 1 block (what the budget allows) of 3 runs"), "{budget}");
}

#[test]
fn limits_that_contradict_each_other_are_refused() {
    let scratch = Scratch::new();
    for (rival, value) in [("--min-runs", "2"), ("--max-runs", "9"), ("--budget", "1")] {
        let words = ["stat", "-r", "5", rival, value, "--", "touch", "ran"];
        let parts = ["--runs cannot be used with", rival];
        assert_refused(&probity(&scratch).run(words), 2, &parts);
        let variable = format!("PROBITY_{}", rival[2..].to_uppercase().replace('-', "_"));
        let tool = probity(&scratch).with(&variable, value).with("PROBITY_RUNS", "5");
        let parts = [&format!("PROBITY_RUNS cannot be used with {variable}")[..]];
        assert_refused(&tool.run(["stat", "--", "touch", "ran"]), 2, &parts);
    }
    assert!(scratch.names().is_empty(), "nothing ran");
}

#[test]
fn the_command_line_beats_a_rival_in_the_environment() {
    let scratch = Scratch::new();
    let blocks = |variables: &[(&str, &str)], words: &[&str]| {
        let tool =
            variables.iter().fold(probity(&scratch), |tool, (name, value)| tool.with(name, value));
        let words = [&["stat", "--json", "-"], words, &["-w", "0", "true"]].concat();
        let finished = tool.run(words);
        assert_eq!(finished.code, Some(0), "{finished:?}");
        plan(&json(&finished)).0
    };
    assert_eq!(blocks(&[("PROBITY_RUNS", "2")], &["-m", "20"]), 20);
    assert_eq!(blocks(&[("PROBITY_RUNS", "12")], &["-M", "3"]), 3);
    assert_eq!(blocks(&[("PROBITY_MAX_RUNS", "2"), ("PROBITY_BUDGET", "1")], &["-r", "4"]), 4);
    assert_eq!(blocks(&[("PROBITY_MAX_RUNS", "2")], &["-m", "4"]), 4);
    assert_eq!(blocks(&[("PROBITY_MIN_RUNS", "9")], &["-M", "4"]), 4);
    let both = [("PROBITY_RUNS", "2"), ("PROBITY_MIN_RUNS", "9")];
    assert_eq!(blocks(&both, &["-M", "4"]), 4);
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    let scratch = Scratch::new();
    for arguments in [
        &["-r", "0"][..],
        &["-m", "0"],
        &["-M", "0"],
        &["-m", "5", "-M", "4"],
        &["--budget", "0"],
        &["--budget", "inf"],
    ] {
        let words = ["stat"].into_iter().chain(arguments.iter().copied()).chain(["--", "true"]);
        let finished = probity(&scratch).run(words);
        assert_refused(&finished, 2, &[]);
    }
    for arguments in [["-r", "x"], ["-r", "-1"], ["--seed", "y"]] {
        let words = ["stat"].into_iter().chain(arguments).chain(["--", "true"]);
        let finished = probity(&scratch).run(words);
        assert_eq!((finished.code, finished.stdout.as_str()), (Some(2), ""), "{finished:?}");
    }
}

#[test]
fn metrics_are_selected_by_id_glob_and_list() {
    let scratch = Scratch::new();
    let selected = |list: &str| {
        let document = document(&scratch, &["-r", "1", "--metrics", list, "--", "true"]);
        check(&document);
        let metrics = document["settings"]["metrics"].as_array().unwrap().clone();
        metrics.iter().map(|id| id.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(selected("time.wall"), ["time.wall"]);
    let cpu = ["time.cpu_user", "time.cpu_kernel", "time.cpu_total", "time.cpu_main_thread"];
    assert_eq!(selected("time.*"), [&["time.wall"][..], &cpu].concat());
    let both = selected("mem.peak_rss,time.wall");
    assert_eq!(both, ["time.wall", "mem.peak_rss"], "in column order");
    let all = selected("all");
    assert!(all.len() > 15 && all.iter().any(|id| id == "psi.cpu.full"), "{all:?}");
}

#[test]
fn an_unknown_metric_is_refused_naming_the_nearest() {
    let scratch = Scratch::new();
    let refused = |list: &str| {
        let marker = scratch.join("ran");
        let command = format!("touch {}", marker.display());
        let finished = probity(&scratch).run(["stat", "--metrics", list, &command]);
        assert!(!marker.exists(), "nothing may run");
        finished
    };
    assert_refused(&refused("time.wal"), 2, &["--metrics", "time.wal", "time.wall"]);
    assert_refused(&refused("time.wall,mem.peak_rs"), 2, &["mem.peak_rss"]);
    assert_refused(&refused("nothing.*"), 2, &["nothing.*"]);
    assert_refused(&refused(""), 2, &["--metrics"]);
}

#[test]
fn environment_variables_stand_for_options() {
    let scratch = Scratch::new();
    fs::write(scratch.join("in"), "from the file").unwrap();
    let tool = probity(&scratch)
        .with("PROBITY_WARMUP", "1")
        .with("PROBITY_MIN_RUNS", "1")
        .with("PROBITY_MAX_RUNS", "2")
        .with("PROBITY_BUDGET", "2")
        .with("PROBITY_SHELL", "default")
        .with("PROBITY_INPUT", "in")
        .with("PROBITY_OUTPUT", "copy")
        .with("PROBITY_SETUP", "echo setup")
        .with("PROBITY_PREPARE", "echo prepare")
        .with("PROBITY_CONCLUDE", "echo conclude")
        .with("PROBITY_CLEANUP", "echo cleanup")
        .with("PROBITY_IGNORE_FAILURE", "1")
        .with("PROBITY_COMMAND_NAME", "copies")
        .with("PROBITY_REFERENCE", "true")
        .with("PROBITY_LIMIT", "3%")
        .with("PROBITY_SEED", "17")
        .with("PROBITY_METRICS", "time.wall")
        .with("PROBITY_OUT", "kept")
        .with("PROBITY_JSON", "-")
        .with("PROBITY_QUIET", "1");
    let finished = tool.run(["stat", "cat; test -s copy"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_eq!(finished.stderr, "", "quiet");
    let document = json(&finished);
    check(&document);
    let settings = &document["settings"];
    assert_eq!(settings["requested"]["warmup"], 1);
    assert_eq!(settings["requested"]["min_runs"], 1);
    assert_eq!(settings["requested"]["max_runs"], 2);
    assert_eq!(settings["requested"]["budget_ns"], 2_000_000_000_u64);
    assert_eq!(settings["plan"]["seed"], 17);
    assert_eq!(settings["policy"]["practical_limit"], 0.03);
    assert_eq!(settings["ignore_failure"], true);
    assert_eq!(settings["metrics"].to_string(), r#"["time.wall"]"#);
    assert_eq!(settings["reference"], "c1");
    assert_eq!(document["cases"][1]["name"], "copies");
    assert_eq!(
        settings["cases"][1]["streams"].to_string(),
        r#"{"error":"captured","input":"in","output":{"file":"copy"}}"#
    );
    assert_eq!(settings["cases"][1]["argv"].to_string(), r#"["sh","-c","cat; test -s copy"]"#);
    let hooks = settings["cases"][1]["hooks"].as_object().unwrap();
    assert_eq!(hooks.len(), 4);
    assert!(hooks.iter().all(|(kind, hook)| hook == &format!("echo {kind}")), "{hooks:?}");
    assert_valid(&scratch, "kept");
}

#[test]
fn an_option_beats_its_environment_variable() {
    let scratch = Scratch::new();
    let tool = probity(&scratch).with("PROBITY_RUNS", "9").with("PROBITY_QUIET", "0");
    let finished = tool.run(["stat", "-r", "2", "--json", "-", "--", "true"]);
    assert_eq!(json(&finished)["settings"]["requested"]["runs"], 2, "{finished:?}");
    assert!(tool.run(["stat", "-r", "1", "--", "true"]).stdout.contains("true"), "0 is not quiet");
    let refused = probity(&scratch).with("PROBITY_RUNS", "many").run(["stat", "--", "true"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
}

#[test]
fn redacted_arguments_are_nowhere() {
    let scratch = Scratch::new();
    let commands = ["sh -c 'echo secret >&2; exit 3'", "echo secret", "echo secret"];
    let options = ["stat", "-r", "6", "--redact", "--out", "kept", "--json", "-"];
    let finished = probity(&scratch).run(options.iter().chain(&commands));
    assert_eq!(finished.code, Some(7), "{finished:?}");
    assert!(!finished.stdout.contains("secret"), "{finished:?}");
    let kept = scratch.join("kept");
    for path in ["settings.json", "runs.jsonl", "summary.json", "report/report.md"] {
        let text = std::fs::read_to_string(kept.join(path)).unwrap();
        assert!(!text.contains("secret"), "{path}");
    }
    let document = json(&finished);
    let argv = |case: usize| document["settings"]["cases"][case]["argv"].clone();
    assert_eq!(argv(1), argv(2), "equal arguments have equal tokens");
    assert_eq!(probity(&scratch).run(["validate", "kept"]).code, Some(0));
}

#[test]
fn a_removed_working_directory_is_no_obstacle() {
    let scratch = Scratch::new();
    let script = format!("mkdir gone; cd gone; rmdir ../gone; exec {PROBITY} stat -r 2 -- true");
    let tool = probity_testbed::Tool::new("sh", scratch.path());
    let finished = tool.run(["-c", &script]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
}
