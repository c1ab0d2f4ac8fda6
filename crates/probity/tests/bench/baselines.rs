//! Results that are saved under a name, and compared with.

use crate::bed::{Bed, ENOUGH, LEAST, assert_told, decided, entries, rows};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

const JSON: [&str; 2] = ["--output-format", "json"];
const A: [&str; 2] = ["--baseline", "a"];

/// Changes the text of a file that belongs to nobody else.
fn rewrite(path: &Path, change: impl FnOnce(String) -> String) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
    fs::write(path, change(fs::read_to_string(path).unwrap())).unwrap();
}

/// What `a` stands for.
fn pointer(bed: &Bed) -> Value {
    serde_json::from_slice(&fs::read(a(bed)).unwrap()).unwrap()
}

#[test]
fn every_benchmark_is_compared_with_itself() {
    let Some(bed) = Bed::new() else { return };
    bed.save(&[]);
    let finished = bed.run(&LEAST, &[A, JSON].concat());
    assert_told(&finished, 0, &[]);
    let rows = rows(&finished);
    assert!(rows.len() > 5, "{:?}", rows.keys());
    let own: Vec<&str> = rows.values().map(|row| row["case"].as_str().unwrap()).collect();
    for (id, row) in &rows {
        let comparisons = row["comparisons"].as_array().unwrap();
        assert_eq!(comparisons.len(), 1, "{id}: {row}");
        assert_eq!(comparisons[0]["metric"], "iteration.time");
        // Two runs decide nothing.
        let verdict = comparisons[0]["verdict"].as_str().unwrap();
        assert!(["inconclusive", "incomparable"].contains(&verdict), "{id}: {verdict}");
        let baseline = row["baseline"]["case"].as_str().unwrap();
        assert!(!own.contains(&baseline), "{id}: it is no benchmark of this build");
    }
    let text = bed.run(&LEAST, &A).stdout;
    assert!(text.contains("byte-identical") && text.contains("verdict"), "{text}");
}

#[test]
fn a_name_that_was_not_saved_is_told_with_those_that_were() {
    let Some(bed) = Bed::new() else { return };
    bed.save(&["sum"]);
    let finished = bed.run(&LEAST, &["--baseline", "b", "sum"]);
    assert_told(&finished, 1, &["'b'", "saved are a"]);
    assert_eq!((&*finished.stdout, bed.kept().len()), ("", 0), "nothing was measured");
    // Another target has its own names.
    let finished = bed.tool("hostile").run(LEAST.iter().chain(&A).chain(&["behaves"]));
    assert_told(&finished, 1, &["'a'", "none is saved"]);
}

#[test]
fn a_benchmark_that_is_not_in_the_baseline_stops_all_or_is_left_out() {
    let Some(bed) = Bed::new() else { return };
    bed.save(&[]);
    let finished = bed.later().run(LEAST.iter().chain(&A));
    assert_told(&finished, 1, &["'sort::n=2'", "--baseline-lenient"]);
    assert_eq!((&*finished.stdout, bed.kept().len()), ("", 0), "nothing was measured");

    let words = ["--baseline-lenient", "a", "sort::n=2", "sort::n=8"];
    let finished = bed.later().run(LEAST.iter().chain(&words).chain(&JSON));
    assert_told(&finished, 0, &[]);
    let rows = rows(&finished);
    assert_eq!(rows.len(), 2, "{:?}", rows.keys());
    let new = &rows["sort::n=2"];
    assert_eq!(new["status"], "measured", "{new}");
    assert!(new.get("comparisons").is_none_or(|all| all.as_array().unwrap().is_empty()), "{new}");
    assert!(new.get("baseline").is_none_or(Value::is_null), "{new}");
    assert_eq!(rows["sort::n=8"]["comparisons"].as_array().unwrap().len(), 1);
}

#[test]
fn a_benchmark_of_the_baseline_that_is_gone_is_a_failure() {
    let Some(bed) = Bed::new() else { return };
    bed.save(&["sort"]);
    // Of what was not asked for nobody knows whether it is gone.
    assert_told(&bed.run(&LEAST, &["--baseline", "a", "sort::n=8"]), 0, &[]);
    let skips = ["names", "sum", "parse", "digest", "skipped"];
    let skips = skips.iter().flat_map(|name| ["--skip", name]);
    let words: Vec<&str> = LEAST.into_iter().chain(["--baseline-lenient", "a"]).collect();
    let finished = bed.later().run(words.iter().copied().chain(skips));
    assert_told(&finished, 0, &[]);

    let finished = bed.later().run(words.iter().chain(&JSON));
    assert_told(&finished, 1, &["'sort::n=1'", "no benchmark any more"]);
    assert_eq!(rows(&finished)["sort::n=8"]["status"], "measured", "the others were measured");
}

#[test]
fn a_benchmark_is_found_by_its_name_wherever_it_stands() {
    let Some(bed) = Bed::new() else { return };
    bed.save(&[]);
    // The first of its function in the baseline, and its second in the later build.
    let eight = bed.run(&["--list"], &["sort"]).stdout;
    let later = bed.later().run(["--list", "sort"]).stdout;
    let place = |list: &str| list.lines().position(|line| line.starts_with("sort::n=8:"));
    assert_eq!((place(&eight), place(&later)), (Some(1), Some(0)));
    let words = ["--baseline", "a", "sort::n=8", "its_end_2", "its_end_1"];
    let finished = bed.later().run(LEAST.iter().chain(&words).chain(&JSON));
    assert_told(&finished, 0, &[]);
    let kept = bed.kept();
    let evidence = probity::validate(kept.last().unwrap()).unwrap();
    let cases = &evidence.document().cases;
    for (id, row) in rows(&finished) {
        let baseline = row["baseline"]["case"].as_str().unwrap();
        let of = |case: &str| {
            let found = cases.iter().find(|one| serde_json::to_value(&one.id).unwrap() == *case);
            found.unwrap().name.lossy()
        };
        assert_eq!((of(baseline), of(row["case"].as_str().unwrap())), (id.clone(), id));
    }
}

#[test]
fn outcomes_that_differ_are_not_compared() {
    let Some(bed) = Bed::new() else { return };
    bed.save(&["digest"]);
    let finished = bed.later().run(LEAST.iter().chain(&A).chain(&JSON).chain(&["digest"]));
    assert_told(&finished, 0, &[]);
    let comparison = &rows(&finished)["digest"]["comparisons"][0];
    assert_eq!(comparison["verdict"], "invalid", "{comparison}");
    assert!(comparison.get("ratio").is_none(), "{comparison}");
    let words = [&A[..], &["--fail-on", "regression", "digest"]].concat();
    let finished = bed.later().run(LEAST.iter().chain(&words));
    assert_told(&finished, 1, &["error: 'digest': "]);
}

#[test]
fn an_ignored_benchmark_is_not_gone() {
    let Some(bed) = Bed::new() else { return };
    let words = ["--include-ignored", "--save-baseline", "a"];
    assert_told(&bed.run(&LEAST, &words), 0, &[]);
    assert_told(&bed.run(&LEAST, &A), 0, &[]);
}

#[test]
fn saving_again_moves_the_name_and_keeps_the_old_set() {
    let Some(bed) = Bed::new() else { return };
    bed.save(&["sum"]);
    let (first, before) = (pointer(&bed), bed.sets());
    bed.save(&["sum", "parse"]);
    let (second, after) = (pointer(&bed), bed.sets());
    assert_ne!(first["set"], second["set"]);
    assert!(after.len() == 2 && after.contains(&before[0]), "{after:?}");
    for set in &after {
        probity::validate(&set.join("evidence")).unwrap();
    }
    assert_eq!(bed.programs().len(), 1, "one executable is kept once");
    assert_told(&bed.run(&LEAST, &["--baseline", "a", "parse"]), 0, &[]);
}

/// Something that is done to what was saved.
struct Damage {
    what: &'static str,
    does: fn(&Bed),
    said: &'static str,
}

const DAMAGES: &[Damage] = &[
    Damage { what: "the pointer is cut", does: |bed| cut(&a(bed)), said: "cannot be read" },
    Damage { what: "the set is cut", does: |bed| cut(&set(bed)), said: "cannot be read" },
    Damage { what: "the pointer is newer", does: |bed| renew(&a(bed)), said: "the form 3" },
    Damage { what: "the set is newer", does: |bed| renew(&set(bed)), said: "the form 3" },
    Damage {
        what: "the evidence is changed",
        does: |bed| {
            let runs = bed.sets()[0].join("evidence/runs.jsonl");
            rewrite(&runs, |text| text.replacen("\"exit\":", "\"exit\" :", 1));
        },
        said: "runs.jsonl",
    },
];

fn a(bed: &Bed) -> PathBuf {
    bed.baselines().join("a.json")
}

fn set(bed: &Bed) -> PathBuf {
    bed.sets()[0].join("set.json")
}

fn cut(path: &Path) {
    rewrite(path, |text| text[..text.len() / 2].to_owned());
}

fn renew(path: &Path) {
    rewrite(path, |text| text.replace("\"schema\": 2", "\"schema\": 3"));
}

#[test]
fn what_is_not_whole_is_not_compared_with() {
    for Damage { what, does, said } in DAMAGES {
        let Some(bed) = Bed::new() else { return };
        bed.save(&["sum"]);
        does(&bed);
        let finished = bed.run(&LEAST, &["--baseline", "a", "sum"]);
        assert_told(&finished, 1, &[said]);
        assert_eq!((&*finished.stdout, bed.kept().len()), ("", 0), "{what}: nothing was measured");
    }
}

#[test]
fn without_the_old_executable_nothing_is_judged() {
    let Some(bed) = Bed::new() else { return };
    bed.save(&["sum"]);
    fs::remove_file(&bed.programs()[0]).unwrap();
    let words = [&A[..], &["sum"]].concat();
    let told = ["changed, unpaired", "its executable is gone", "sum: was ", ", is "];
    let finished = bed.run(&LEAST, &[&words[..], &JSON].concat());
    assert_told(&finished, 0, &told);
    let row = &rows(&finished)["sum"];
    assert!(row.get("comparisons").is_none_or(|all| all.as_array().unwrap().is_empty()), "{row}");
    let undecided = bed.run(&LEAST, &[&words[..], &["--fail-on", "undecided"]].concat());
    assert_told(&undecided, 4, &told);
    let later = bed.later().run(LEAST.iter().chain(&words));
    assert_told(&later, 0, &["changed, unpaired", "version: was 'first', is 'later'"]);
    assert!(!later.stderr.contains("corpus: was"), "it is the same: {later:?}");
    let regressed = bed.run(&LEAST, &[&words[..], &["--fail-on", "regression"]].concat());
    assert_told(&regressed, 0, &told);
}

#[test]
fn another_executable_in_the_place_of_the_old_one_is_not_run() {
    let Some(bed) = Bed::new() else { return };
    bed.save(&["sum"]);
    let program = &bed.programs()[0];
    let mark = bed.path("it was run");
    fs::write(program, format!("#!/bin/sh\ntouch '{}'\n", mark.display())).unwrap();
    let finished = bed.run(&LEAST, &["--baseline", "a", "sum"]);
    assert_told(&finished, 0, &["changed, unpaired", "another by now"]);
    assert!(!mark.exists());
}

#[test]
fn saved_results_are_compared_with_each_other() {
    let Some(bed) = Bed::new() else { return };
    bed.save(&["parse"]);
    let finished = bed.later().run(LEAST.iter().chain(&["--save-baseline", "b", "parse"]));
    assert_told(&finished, 0, &[]);
    let words = ["--load-baseline", "b", "--baseline", "a", "--fail-on", "regression"];
    let (finished, comparison) =
        decided("parse", || bed.run(&ENOUGH, &[&words[..], &JSON].concat()));
    assert_eq!(comparison["verdict"], "regressed", "{comparison}");
    assert_told(&finished, 3, &[]);
    assert_eq!(rows(&finished).len(), 1, "{finished:?}");
    assert_eq!(bed.programs().len(), 2);
}

#[test]
fn a_place_that_cannot_be_written_is_a_failure() {
    let Some(bed) = Bed::new() else { return };
    // Root may write into every directory, and into no file as if it were one.
    fs::write(bed.path("probity"), "").unwrap();
    let finished = bed.run(&LEAST, &["--save-baseline", "a", "sum"]);
    assert_told(&finished, 1, &["error: failed to ", "baseline"]);
    assert!(entries(&bed.path("probity")).is_empty());
}

/// A difference in it is told and forbids no verdict: it may be what is compared.
#[test]
fn builds_of_another_provenance_are_told() {
    let Some(bed) = Bed::new() else { return };
    bed.save(&["sum"]);
    let finished = bed.later().run(ENOUGH.iter().chain(&A).chain(&["sum"]));
    assert_told(&finished, 0, &[]);
    let lines: Vec<&str> =
        finished.stdout.lines().filter(|line| line.contains("provenance: ")).collect();
    let [common, version] = &lines[..] else { panic!("{finished:?}") };
    assert!(common.ends_with("provenance: corpus = 'two words' and Upper case = '1'"), "{common}");
    assert!(
        version.contains("version: 'first' for sum (baseline) and 'later' for sum"),
        "{version}"
    );
    assert!(!finished.stdout.contains("incomparable"), "{finished:?}");
}

/// Otherwise a flag of the compiler would pass for a change of the code.
#[test]
fn what_was_built_otherwise_is_not_judged() {
    let Some(bed) = Bed::new() else { return };
    for (place, said) in [
        ("/built/is_debug", "built for debugging"),
        ("/built/features/bmi2", "only one of them may use bmi2 (target-cpu"),
    ] {
        bed.save(&["sum"]);
        let set = pointer(&bed)["set"].as_str().unwrap().to_owned();
        let path = bed.baselines().join("sets").join(set).join("set.json");
        rewrite(&path, |text| {
            let mut set: Value = serde_json::from_str(&text).unwrap();
            let told = set.pointer_mut(place).unwrap();
            *told = Value::Bool(!told.as_bool().unwrap());
            set.to_string()
        });
        let finished = bed.run(&LEAST, &["--baseline", "a", "sum"]);
        assert_told(&finished, 0, &["changed, unpaired", said, "sum: was "]);
        let undecided = bed.run(&LEAST, &["--baseline", "a", "sum", "--fail-on", "undecided"]);
        assert_told(&undecided, 4, &[]);
        // Two saved ones that were built alike are compared, whoever compares them.
        let words = ["--load-baseline", "a", "--baseline", "a", "sum"];
        let finished = bed.run(&ENOUGH, &words);
        assert_told(&finished, 0, &[]);
        assert!(!finished.stderr.contains("unpaired"), "{finished:?}");
    }
}
