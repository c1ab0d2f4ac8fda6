//! System calls, counted all together and by name.

use crate::bed::{assert_refused, assert_valid, json, probity};
use crate::document::{check, role, runs};
use probity_testbed::{Scratch, skip_unless};
use serde_json::Value;

/// What the catalog says of the total here.
fn total(scratch: &Scratch) -> Value {
    let catalog = json(&probity(scratch).run(["metrics", "--json", "syscalls.total"]));
    catalog["metrics"][0]["availability"].clone()
}

/// Whether system calls can be counted here.
fn can_count(scratch: &Scratch) -> bool {
    let found = total(scratch);
    let met = if found["status"] == "available" { Ok(()) } else { Err(found.to_string()) };
    skip_unless("tracefs", met)
}

/// The names in the first column of the table, with their counts.
fn rows(text: &str) -> Vec<(&str, u64)> {
    let rows = text.lines().filter(|line| line.starts_with("syscalls."));
    rows.map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        (words[0], words[1].parse().unwrap())
    })
    .collect()
}

#[test]
fn the_table_has_what_was_made_most_often_first() {
    let scratch = Scratch::new();
    if !can_count(&scratch) {
        return;
    }
    let words = ["stat", "--syscalls", "-r", "2", "--out", "kept", "--", "dd", "if=/dev/zero"];
    let more = ["of=/dev/null", "bs=1", "count=500"];
    let finished = probity(&scratch).run(words.into_iter().chain(more));
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_valid(&scratch, "kept");
    let rows = rows(&finished.stdout);
    assert_eq!(rows[0].0, "syscalls.total", "{finished:?}");
    assert!(rows[1..].is_sorted_by(|one, other| one.1 >= other.1), "{rows:?}");
    assert!(rows.iter().all(|(_, count)| *count > 0), "{rows:?}");
    assert_eq!(rows[1..].iter().map(|(_, count)| count).sum::<u64>(), rows[0].1, "{rows:?}");
    let of = |id: &str| rows.iter().find(|(name, _)| *name == id).unwrap().1;
    for id in ["syscalls.read", "syscalls.write"] {
        assert!((500..600).contains(&of(id)), "{rows:?}");
    }
    let document = json(&probity(&scratch).run(["report", "kept", "--json"]));
    check(&document);
    let summary = &document["cases"][0]["summary"];
    assert_eq!(summary["syscalls.reboot"]["median"], 0, "zeros are counts: {summary}");
    assert!(finished.stdout.contains("never made (JSON has each, as 0)"), "{finished:?}");
    for run in runs(&document["cases"][0]) {
        let is_counted = role(run) == "counted";
        assert_eq!(run["observations"]["syscalls.total"].is_object(), is_counted, "{run}");
    }
}

#[test]
fn names_are_chosen_and_zeros_of_few_are_shown() {
    let scratch = Scratch::new();
    if !can_count(&scratch) {
        return;
    }
    let by_flag = ["stat", "--syscalls=exit_group,reboot", "-r", "2", "true"];
    let by_flag = probity(&scratch).run(by_flag);
    let by_variable = probity(&scratch).with("PROBITY_SYSCALLS", "exit_group, reboot");
    for finished in [by_flag, by_variable.run(["stat", "-r", "2", "true"])] {
        assert_eq!(finished.code, Some(0), "{finished:?}");
        let rows = rows(&finished.stdout);
        assert_eq!(rows[1..], [("syscalls.exit_group", 1), ("syscalls.reboot", 0)], "{rows:?}");
    }
}

#[test]
fn unknown_names_are_refused_with_the_nearest() {
    let scratch = Scratch::new();
    let words = ["stat", "--syscalls=read,opnat", "touch ran"];
    let parts = ["--syscalls", "`syscalls.opnat`", "`syscalls.openat`"];
    assert_refused(&probity(&scratch).run(words), 2, &parts);
    assert!(scratch.names().is_empty(), "nothing ran");
}

#[test]
fn names_fill_no_page_that_did_not_ask_for_them() {
    let scratch = Scratch::new();
    let finished = probity(&scratch).run(["metrics"]);
    let told: Vec<&str> =
        finished.stdout.split_whitespace().filter(|word| word.starts_with("syscalls.")).collect();
    assert!(told.iter().all(|id| id.starts_with("syscalls.total")), "{told:?}");
    assert!(!probity(&scratch).run(["doctor"]).stdout.contains("syscalls.read"));
    let catalog = json(&probity(&scratch).run(["metrics", "--json", "syscalls.*"]));
    assert!(catalog["metrics"].as_array().unwrap().len() > 300);
    // A run that nobody asked to count them in opens none, and its evidence says nothing of them.
    let document = json(&probity(&scratch).run(["stat", "-r", "2", "--json", "-", "true"]));
    check(&document);
    assert!(!document.to_string().contains("syscalls."));
}

#[test]
fn what_cannot_be_counted_is_one_line() {
    let scratch = Scratch::new();
    let found = total(&scratch);
    let finished = probity(&scratch).run(["stat", "--syscalls", "-r", "2", "true"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    if found["status"] == "available" {
        assert!(!finished.stdout.contains("not measured here: syscalls."), "{finished:?}");
        return;
    }
    let reason = found["reason"].as_str().unwrap();
    assert_eq!(finished.stdout.matches(reason).count(), 1, "{finished:?}");
    let line = finished.stdout.lines().find(|line| line.contains(reason)).unwrap();
    assert!(line.starts_with("not measured here: syscalls.total, "), "{line}");
    assert!(line.contains(" more — "), "{line}");
    assert!(line.contains(found["remedy"].as_str().unwrap()), "{line}");
}

#[test]
fn what_one_command_calls_says_nothing_of_another() {
    let scratch = Scratch::new();
    if !can_count(&scratch) {
        return;
    }
    std::fs::create_dir(scratch.join("folder")).unwrap();
    // The first makes hardly any calls; the second lists a folder.
    let words = ["stat", "--syscalls", "-r", "4", "--json", "-", "true", "ls folder"];
    let document = json(&probity(&scratch).run(words));
    let found = &document["cases"][1]["summary"]["syscalls.getdents64"];
    assert!(found["median"].as_u64() >= Some(2), "{found}");
    assert_eq!(found["absent"], 0, "{found}");
    for case in document["cases"].as_array().unwrap() {
        for run in runs(case).iter().filter(|run| role(run) == "counted") {
            let named = run["observations"].as_object().unwrap().iter();
            let named =
                named.filter(|(id, _)| id.starts_with("syscalls.") && *id != "syscalls.total");
            let counts: Option<u64> = named
                .filter(|(_, found)| found["status"] != "not_applicable")
                .map(|(_, found)| found["value"].as_u64())
                .sum();
            assert_eq!(counts, run["observations"]["syscalls.total"]["value"].as_u64());
        }
    }
}
