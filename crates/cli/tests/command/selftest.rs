//! The instrument checks itself. That each check can fail is shown where they are, with kernels
//! that lie; here they are made on the machine as it is.

use crate::bed::{assert_refused, json, probity};
use probity_testbed::{Scratch, Tool};
use serde_json::Value;
use std::fs;
use std::process::Command;

/// The checks, in their order.
const CHECKS: [&str; 8] = [
    "clocks",
    "overhead",
    "system_calls",
    "descendants",
    "instructions",
    "event_order",
    "multiplexing",
    "dead_events",
];

fn record(tool: &Tool) -> Value {
    let finished = tool.run(["selftest", "--json", "-"]);
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{finished:?}");
    json(&finished)
}

#[test]
fn the_instrument_passes_here_and_says_what_it_could_not_tell() {
    let scratch = Scratch::new();
    let finished = probity(&scratch).run(["selftest"]);
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{finished:?}");
    assert!(!finished.stdout.contains(['\x1b', '\r']), "{finished:?}");
    let mut lines = finished.stdout.lines();
    let head = lines.next().unwrap();
    let (name, found) = (head.find("check").unwrap(), head.find("what was found").unwrap());
    for (id, line) in CHECKS.iter().zip(lines.by_ref()) {
        let verdict = line[..name].trim_end();
        assert!(["pass", "cannot tell"].contains(&verdict), "{line}");
        assert_eq!(line[name..found].trim_end(), *id);
        assert!(line.len() > found, "{line}");
    }
    assert_eq!(lines.next(), Some(""));
    let summary = lines.next().unwrap();
    assert!(summary.contains(" pass, 0 fail, ") && summary.contains(": "), "{summary}");
    assert_eq!(lines.next(), None);
    let left: Vec<_> = fs::read_dir(scratch.path()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn the_record_has_the_numbers_behind_each_verdict() {
    let scratch = Scratch::new();
    let record = record(&probity(&scratch));
    assert_eq!((&record["schema"], &record["kind"]), (&1.into(), &"selftest".into()));
    assert!(record["host"]["kernel"].is_object() && record["capabilities"]["sources"].is_array());
    let checks = record["checks"].as_array().unwrap();
    let ids: Vec<&str> = checks.iter().map(|check| check["id"].as_str().unwrap()).collect();
    assert_eq!(ids, CHECKS);
    for check in checks {
        assert!(check["took_ns"].as_u64().unwrap() > 0, "{check}");
        let reason = check["reason"].as_str().unwrap();
        let seen = check["seen"].as_array().unwrap();
        assert!(!seen.is_empty(), "{check}");
        for number in seen {
            let observation = &number["observation"];
            match observation["status"].as_str().unwrap() {
                "measured" => assert!(observation["unit"].is_string(), "{number}"),
                _ => assert!(!observation["reason"].as_str().unwrap().is_empty(), "{number}"),
            }
        }
        if check["verdict"] == "cannot_tell" {
            let is_it = |number: &Value| {
                let why = number["observation"]["reason"].as_str();
                why.is_some_and(|why| reason.starts_with(why))
            };
            assert!(seen.iter().any(is_it), "the absence is there as it was met: {check}");
        }
    }
    let sure = ["clocks", "overhead", "descendants"];
    for check in checks.iter().filter(|check| sure.contains(&check["id"].as_str().unwrap())) {
        assert_eq!(check["verdict"], "pass", "these need no gate: {check}");
    }
}

#[test]
fn the_record_goes_to_a_file_beside_the_text() {
    let scratch = Scratch::new();
    let finished = probity(&scratch).run(["selftest", "--json", "it.json"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stdout.contains("clocks"), "{finished:?}");
    let kept: Value =
        serde_json::from_slice(&fs::read(scratch.path().join("it.json")).unwrap()).unwrap();
    assert_eq!(kept["checks"].as_array().unwrap().len(), CHECKS.len());
    let refused = probity(&scratch).run(["selftest", "--json", "no/such/it.json"]);
    assert_refused(&refused, 1, &["failed to write no/such/it.json"]);
}

#[test]
fn known_work_is_done_by_the_command_itself() {
    let work = |words: &[&str]| {
        let ended = Command::new(crate::bed::PROBITY).arg("__known-work").args(words).output();
        ended.unwrap()
    };
    for place in ["main thread", "worker thread", "child process"] {
        let ended = work(&[place, "3", "1000"]);
        assert_eq!(ended.status.code(), Some(0), "{ended:?}");
        assert!(ended.stdout.is_empty() && ended.stderr.is_empty(), "{ended:?}");
    }
    assert_eq!(work(&["nowhere", "3", "1000"]).status.code(), Some(2));
}
