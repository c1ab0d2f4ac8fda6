//! Probity as a user without privileges.

use crate::bed::{PROBITY, json, mode};
use crate::disk::refused_by_mode;
use crate::doctor::words;
use crate::document::{check, runs};
use probity_testbed::{Finished, Scratch, Tool, has_program, is_root, skip_unless};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::chown;
use std::path::PathBuf;

/// The user that owns nothing.
const NOBODY: u32 = 65534;

/// A directory of that user, with a copy of Probity that it may execute.
struct Bed {
    scratch: Scratch,
    tool: Tool,
}

impl Bed {
    /// None where the test has to be skipped.
    fn new() -> Option<Self> {
        if !skip_unless("root", is_root()) || !skip_unless("setpriv", has_program("setpriv")) {
            return None;
        }
        let scratch = Scratch::new();
        mode(scratch.path(), 0o755);
        chown(scratch.path(), Some(NOBODY), Some(NOBODY)).unwrap();
        fs::copy(PROBITY, scratch.join("probity")).unwrap();
        mode(&scratch.join("probity"), 0o755);
        let tool =
            Tool::new("setpriv", scratch.path()).with("TMPDIR", &scratch.path().to_string_lossy());
        Some(Self { scratch, tool })
    }

    fn run(&self, words: &[&str]) -> Finished {
        let user = [format!("--reuid={NOBODY}"), format!("--regid={NOBODY}")];
        let own = ["--clear-groups", "--", "./probity"].map(String::from);
        let all = user.into_iter().chain(own).chain(words.iter().map(ToString::to_string));
        self.tool.run(all)
    }
}

/// Whether the metric is counted by the kernel: that is denied by a gate, not by a file.
fn is_counter(metric: &str) -> bool {
    metric.starts_with("perf.") || metric.starts_with("syscalls.")
}

fn is_denied(found: &&Value) -> bool {
    found["cause"] == "denied"
}

fn program(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap();
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
        .unwrap()
}

#[test]
fn stat_works_and_keeps_evidence() {
    let Some(bed) = Bed::new() else { return };
    let finished = bed.run(&[
        "stat",
        "--json",
        "-",
        "--metrics",
        "all",
        "-r",
        "3",
        "--out",
        "kept",
        "true",
        "true",
    ]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let document = json(&finished);
    check(&document);
    for metric in ["time.wall", "time.cpu_total", "mem.peak_rss", "mem.minor_faults"] {
        assert_eq!(document["cases"][0]["summary"][metric]["status"], "measured", "{metric}");
    }
    let validated = bed.run(&["validate", "kept"]);
    assert_eq!(validated.code, Some(0), "{validated:?}");
    let report = bed.run(&["report", "kept"]);
    assert_eq!(report.code, Some(0), "{report:?}");
}

#[test]
fn doctor_works_and_names_what_may_not_be_read() {
    let Some(bed) = Bed::new() else { return };
    let text = bed.run(&["doctor"]);
    assert_eq!((text.code, text.stderr.as_str()), (Some(0), ""), "{text:?}");
    let doctor = json(&bed.run(&["doctor", "--json"]));
    let sources = doctor["capabilities"]["sources"].as_array().unwrap();
    let metrics = sources.iter().flat_map(|source| source["metrics"].as_array().unwrap());
    let (counters, others): (Vec<&Value>, Vec<&Value>) =
        metrics.partition(|report| is_counter(report["metric"]["id"].as_str().unwrap()));
    let text = words(&text.stdout);
    for denied in counters.iter().map(|report| &report["availability"]).filter(is_denied) {
        for part in ["reason", "gate", "remedy"] {
            let told = denied[part].as_str().unwrap();
            assert!(text.contains(&words(told)), "{part} of {denied}: {text}");
        }
    }
    let absences = others.iter().map(|report| &report["availability"]);
    let places = [&doctor["host"], &doctor["host"]["conditions"], &doctor["doctor"]];
    let facts = places.into_iter().flat_map(|place| place.as_object().unwrap().values());
    for denied in absences.chain(facts).filter(is_denied) {
        let reason = denied["reason"].as_str().unwrap();
        assert!(reason.contains('/'), "the file is named: {denied}");
        assert!(text.contains(&words(reason)), "{reason}: {text}");
    }
}

#[test]
fn what_may_not_be_counted_is_said_once_with_the_gate_and_the_remedy() {
    let Some(bed) = Bed::new() else { return };
    let level = fs::read_to_string("/proc/sys/kernel/perf_event_paranoid").unwrap_or_default();
    let words = ["stat", "--counters", "-r", "2", "--out", "kept", "--", "true"];
    let finished = bed.run(&words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let document = json(&bed.run(&["report", "kept", "--json"]));
    check(&document);
    assert_eq!(bed.run(&["validate", "kept"]).code, Some(0));
    let summary = &document["cases"][0]["summary"];
    let switches = &summary["perf.context_switches"];
    if !is_denied(&switches) {
        let level: i64 = level.trim().parse().unwrap();
        assert!(level <= 1 && switches["status"] == "measured", "at {level}: {switches}");
        return;
    }
    let part = |name: &str| switches[name].as_str().unwrap();
    let (reason, gate, remedy) = (part("reason"), part("gate"), part("remedy"));
    let told = format!(" — {reason} (gate: {gate}); try: {remedy}\n");
    assert_eq!(finished.stdout.matches(&told).count(), 1, "{told}: {finished:?}");
    if level.trim() == "2" && gate.starts_with("kernel.perf_event_paranoid") {
        assert_eq!(gate, "kernel.perf_event_paranoid is 2");
        assert!(remedy.contains("sysctl kernel.perf_event_paranoid=1"), "{remedy}");
        assert_eq!(summary["perf.page_faults"], *switches, "another event of the kernel");
        assert_eq!(summary["perf.task_clock"]["status"], "measured", "it is user mode's too");
    }
}

#[test]
fn system_calls_name_the_gate_that_is_closed_and_how_to_open_it() {
    let Some(bed) = Bed::new() else { return };
    let words = ["stat", "--syscalls=read", "-r", "2", "--json", "-", "--", "true"];
    let finished = bed.run(&words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let total = &json(&finished)["cases"][0]["summary"]["syscalls.total"];
    if total["status"] == "measured" {
        return;
    }
    let part = |name: &str| total[name].as_str().unwrap_or_default();
    let remedies = match (part("cause"), part("gate")) {
        ("no_kernel_support", "") => ["mount -t tracefs", "as root"],
        ("denied", gate) if gate.starts_with("permission to read /") => {
            ["measure as root", "mount -o remount,mode=755"]
        }
        ("denied", gate) if gate.starts_with("kernel.perf_event_paranoid is ") => {
            ["sysctl kernel.perf_event_paranoid=1", "CAP_PERFMON"]
        }
        _ => panic!("{total}"),
    };
    assert!(remedies.iter().all(|remedy| part("remedy").contains(remedy)), "{total}");
}

#[test]
fn a_program_that_may_be_executed_but_not_read_is_measured() {
    let Some(bed) = Bed::new() else { return };
    let closed = bed.scratch.join("closed");
    fs::copy(program("true"), &closed).unwrap();
    mode(&closed, 0o111);
    let words = ["stat", "--json", "-", "-r", "3", "--metrics", "all", "--out", "kept", "--"];
    let words: Vec<&str> = words.into_iter().chain(["./closed"]).collect();
    let finished = bed.run(&words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let document = json(&finished);
    check(&document);
    let summary = &document["cases"][0]["summary"];
    assert_eq!(summary["time.wall"]["status"], "measured");
    assert_eq!(summary["mem.peak_rss"]["status"], "measured");
    for run in runs(&document["cases"][0]) {
        // The kernel lets nobody look into a process whose file may not be read: what is had in
        // another way is a number, and the rest says which file was closed.
        // Counters are taken away by the kernel, or not given: that is a gate, not a file.
        for (metric, observation) in run["observations"].as_object().unwrap() {
            match is_denied(&observation) {
                true if is_counter(metric) => {
                    assert!(observation["gate"].is_string(), "{observation}");
                    assert!(observation["remedy"].is_string(), "{observation}");
                }
                true => {
                    let reason = observation["reason"].as_str().unwrap();
                    assert!(reason.contains('/'), "{observation}");
                }
                false => {}
            }
        }
        let clock = &run["observations"]["perf.task_clock"];
        assert!(clock.is_null() || clock["status"] == "unavailable", "{clock}");
    }
    let cohort = fs::read(bed.scratch.join("kept").join("cohort.json")).unwrap();
    let cohort: Value = serde_json::from_slice(&cohort).unwrap();
    let binary = &cohort["binaries"][0];
    for fact in ["sha256", "build_id"] {
        assert_eq!(binary[fact]["status"], "unavailable", "{binary}");
        assert_eq!(binary[fact]["cause"], "denied", "{binary}");
        assert!(binary[fact]["reason"].as_str().unwrap().contains("closed"), "{binary}");
    }
    assert_eq!(bed.run(&["validate", "kept"]).code, Some(0));
}

#[test]
fn a_place_that_only_others_may_write_is_refused() {
    let Some(bed) = Bed::new() else { return };
    let wrapped = bed.scratch.join("as-nobody");
    let line = format!(
        "exec setpriv --reuid={NOBODY} --regid={NOBODY} --clear-groups -- ./probity \"$@\""
    );
    crate::bed::script(&wrapped, &line);
    refused_by_mode(&bed.scratch, &Tool::new(wrapped, bed.scratch.path()));
}

#[test]
fn evidence_of_another_user_can_be_read() {
    let Some(bed) = Bed::new() else { return };
    let words = ["stat", "--quiet", "-r", "2", "--out", "kept", "--", "true"].map(OsStr::new);
    let made = Tool::new(PROBITY, bed.scratch.path()).run(words);
    assert_eq!(made.code, Some(0), "{made:?}");
    let validated = bed.run(&["validate", "kept"]);
    assert_eq!(validated.code, Some(0), "{validated:?}");
}

#[test]
fn the_doctor_and_the_catalog_answer() {
    let Some(bed) = Bed::new() else { return };
    for words in [["doctor"], ["metrics"]] {
        let text = bed.run(&words);
        assert_eq!((text.code, text.stderr.as_str()), (Some(0), ""), "{text:?}");
        let json = json(&bed.run(&[words[0], "--json"]));
        assert_eq!(json["kind"], words[0]);
    }
    let doctor = json(&bed.run(&["doctor", "--json"]));
    let held = doctor["doctor"]["capabilities"]["value"].as_object().unwrap();
    assert!(held.values().all(|held| held == false), "{held:?}");
    let marks = &doctor["host"]["conditions"]["container_marks"];
    assert!(marks["status"] == "known" || marks["cause"] == "denied", "{marks}");
}
