//! Comparing commands: blocks, roles, the reference, verdicts.

use crate::bed::{assert_refused, document, measure, probity};
use crate::document::{check, role, runs};
use probity_testbed::Scratch;
use serde_json::Value;
use std::collections::BTreeMap;

/// Case and role in planned order, by block.
type Blocks = BTreeMap<u64, Vec<(String, String)>>;

#[test]
fn blocks_are_balanced_and_odd_ones_mirror_even_ones() {
    let scratch = Scratch::new();
    for (commands, blocks) in [(2, "4"), (3, "5"), (4, "1")] {
        let arguments: Vec<&str> =
            ["-r", blocks].into_iter().chain(std::iter::repeat_n("true", commands)).collect();
        let document = document(&scratch, &arguments);
        check(&document);
        let found = judged_blocks(&document);
        assert_eq!(found.len().to_string(), blocks);
        for (number, block) in &found {
            check_block(block, commands, "c1");
            if number % 2 == 1 {
                let mirrored: Vec<_> = found[&(number - 1)].iter().rev().cloned().collect();
                assert_eq!(block, &mirrored, "block {number} of {found:?}");
            }
        }
    }
}

#[test]
fn the_order_inside_blocks_follows_from_the_seed() {
    let scratch = Scratch::new();
    let order = |seed: &str| {
        let arguments = ["-r", "12", "--seed", seed, "true", "true", "true"];
        let document = document(&scratch, &arguments);
        assert_eq!(document["settings"]["plan"]["seed"].to_string(), seed);
        judged_blocks(&document)
    };
    assert_eq!(order("42"), order("42"));
    // Six orders drawn from 24: two seeds agree in all of them once in 190 million.
    assert_ne!(order("42"), order("43"));
}

#[test]
fn without_a_seed_one_is_drawn_and_recorded() {
    let scratch = Scratch::new();
    let seed =
        || document(&scratch, &["-r", "1", "--", "true"])["settings"]["plan"]["seed"].clone();
    let drawn = [seed(), seed(), seed()];
    assert!(drawn.iter().all(Value::is_u64), "{drawn:?}");
    assert!(drawn[0] != drawn[1] || drawn[1] != drawn[2], "{drawn:?}");
}

#[test]
fn the_same_command_twice_is_two_cases() {
    let scratch = Scratch::new();
    let document = document(&scratch, &["-r", "6", "true", "true"]);
    check(&document);
    let names: Vec<(&str, &str)> = cases(&document)
        .iter()
        .map(|case| (case["id"].as_str().unwrap(), case["command"].as_str().unwrap()))
        .collect();
    assert_eq!(names, [("c1", "true"), ("c2", "true")]);
    assert_eq!(document["comparisons"][0]["same_binary"], true);
    let text = probity(&scratch).run(["stat", "-r", "2", "true", "true"]).stdout;
    assert!(text.contains("c1") && text.contains("c2"), "namesakes are told apart: {text}");
}

#[test]
fn the_reference_may_be_any_of_the_commands() {
    let scratch = Scratch::new();
    let by_text = ["-r", "2", "--reference", "sh -c :", "true", "sh -c :"];
    let by_name =
        ["-r", "2", "--reference", "shell", "-n", "first", "-n", "shell", "true", "sh -c :"];
    for arguments in [&by_text[..], &by_name] {
        let document = document(&scratch, arguments);
        check(&document);
        assert_eq!(cases(&document).len(), 2);
        assert_eq!(document["settings"]["reference"], "c2");
        assert_eq!(document["comparisons"][0]["reference"], "c2");
        assert_eq!(document["comparisons"][0]["candidate"], "c1");
        judged_blocks(&document).values().for_each(|block| check_block(block, 2, "c2"));
    }
}

#[test]
fn the_reference_may_be_one_more_command() {
    let scratch = Scratch::new();
    let document = document(&scratch, &["-r", "2", "--reference", "sh -c :", "true"]);
    check(&document);
    assert_eq!(cases(&document).len(), 2);
    assert_eq!(cases(&document)[0]["command"], "sh -c :");
    assert_eq!(document["settings"]["reference"], "c1");
    assert_eq!(document["comparisons"][0]["candidate"], "c2");
}

#[test]
fn a_verdict_changes_no_exit_code() {
    let scratch = Scratch::new();
    // On a busy machine even this may be too noisy to decide, and a null control strays by chance
    // once in 64 times.
    let slower = (0..4).find_map(|_| {
        let document = document(&scratch, &["-r", "7", "sleep 0.01", "sleep 0.2"]);
        check(&document);
        let slower = document["comparisons"][0].clone();
        (slower["verdict"] == "regressed").then_some(slower)
    });
    let slower = slower.expect("one of four campaigns decides");
    assert!(slower["ratio"]["median"].as_f64().unwrap() > 2.0, "{slower}");
    assert_eq!(slower["wins"]["reference"], 7, "{slower}");
    let improves = (0..4).any(|_| {
        let text = probity(&scratch).run(["stat", "-r", "7", "sleep 0.2", "sleep 0.01"]);
        assert_eq!(text.code, Some(0));
        // The verdict comes first.
        let row = text.stdout.lines().find(|line| line.ends_with("sleep 0.01")).unwrap();
        row.starts_with("improved")
    });
    assert!(improves, "one of four campaigns decides");
}

#[test]
fn too_few_blocks_are_inconclusive_and_say_how_many_are_needed() {
    let scratch = Scratch::new();
    let document = document(&scratch, &["-r", "2", "true", "true"]);
    let comparison = &document["comparisons"][0];
    assert_eq!(comparison["verdict"], "inconclusive");
    assert_eq!(comparison["blocks"], 2);
    assert_eq!(comparison["blocks_required"], 6);
    let text = probity(&scratch).run(["stat", "-r", "2", "true", "true"]).stdout;
    assert!(text.contains("try: -r 6"), "the next step: {text}");
}

#[test]
fn the_limit_is_recorded_as_a_fraction() {
    let scratch = Scratch::new();
    let document = document(&scratch, &["-r", "1", "--limit", "2.5", "true", "true"]);
    assert_eq!(document["settings"]["policy"]["practical_limit"], 0.025);
    assert_eq!(document["comparisons"][0]["limit"]["practical"], 0.025);
    for bad in ["-1", "100", "NaN", "x"] {
        let arguments = ["stat", &format!("--limit={bad}"), "true", "true"];
        let finished = probity(&scratch).run(arguments);
        assert_eq!(finished.code, Some(2), "{bad}: {finished:?}");
        assert!(finished.stderr.contains("--limit"), "{bad}: {finished:?}");
    }
}

#[test]
fn a_failing_reference_leaves_the_others_measured_and_incomparable() {
    let scratch = Scratch::new();
    let (document, finished) = measure(&scratch, &["-r", "3", "sh -c 'exit 3'", "true", "true"]);
    assert_eq!(finished.code, Some(7), "{finished:?}");
    check(&document);
    for case in &cases(&document)[1..] {
        assert_eq!(case["summary"]["time.wall"]["n"], 3);
        assert!(case.get("failure").is_none());
    }
    let comparisons = document["comparisons"].as_array().unwrap();
    assert_eq!(comparisons.len(), 2);
    for comparison in comparisons {
        assert_eq!(comparison["verdict"], "incomparable", "{comparison}");
        assert!(comparison.get("ratio").is_none(), "no percentage of what is incomparable");
        assert!(comparison["reason"].as_str().unwrap().contains("exit code 3"), "{comparison}");
    }
}

#[test]
fn names_are_given_in_the_order_of_the_commands() {
    let scratch = Scratch::new();
    let document = document(&scratch, &["-r", "1", "-n", "one", "-n", "two", "true", "sh -c :"]);
    assert_eq!(document["cases"][0]["name"], "one");
    assert_eq!(document["cases"][1]["name"], "two");
    assert_eq!(document["cases"][1]["command"], "sh -c :");
    let text = probity(&scratch).run(["stat", "-r", "1", "-n", "fast", "true", "sh -c :"]).stdout;
    assert!(text.contains("fast") && text.contains("sh -c :"), "{text}");
    let finished = probity(&scratch).run(["stat", "-n", "a", "-n", "b", "true"]);
    assert_refused(&finished, 2, &["2 names", "1 command"]);
}

fn cases(document: &Value) -> &Vec<Value> {
    document["cases"].as_array().unwrap()
}

/// The timed and null runs of a document, by block and in planned order.
fn judged_blocks(document: &Value) -> Blocks {
    let mut found: BTreeMap<u64, BTreeMap<u64, (String, String)>> = BTreeMap::new();
    for run in cases(document).iter().flat_map(runs).filter(|run| role(run) != "warmup") {
        let number = |key: &str| run[key].as_u64().unwrap();
        let what = (run["case"].as_str().unwrap().to_owned(), role(run).to_owned());
        let taken = found.entry(number("block")).or_default().insert(number("position"), what);
        assert!(taken.is_none(), "two runs in one place: {run}");
    }
    found.into_iter().map(|(block, runs)| (block, runs.into_values().collect())).collect()
}

/// One timed run of every case, and one null run of the reference.
fn check_block(block: &[(String, String)], cases: usize, reference: &str) {
    let mut sorted = block.to_vec();
    sorted.sort();
    let mut expected: Vec<(String, String)> =
        (1..=cases).map(|case| (format!("c{case}"), String::from("timed"))).collect();
    expected.push((reference.into(), String::from("null")));
    expected.sort();
    assert_eq!(sorted, expected);
}
