//! Verdicts that fail a run.

use crate::bed::{Bed, ENOUGH, LEAST, assert_told, rows};

const PARSE: [&str; 3] = ["--baseline", "a", "parse"];

#[test]
fn a_planted_regression_is_shown_and_fails_where_that_was_asked_for() {
    let Some(bed) = Bed::new() else { return };
    bed.save(&["parse"]);
    let later = |options: &[&str]| bed.later().run(ENOUGH.iter().chain(&PARSE).chain(options));
    let finished = later(&["--fail-on", "regression", "--output-format", "json"]);
    assert_told(&finished, 3, &[]);
    let comparison = &rows(&finished)["parse"]["comparisons"][0];
    assert_eq!(comparison["verdict"], "regressed", "{comparison}");
    assert!(comparison["ratio"]["median"].as_f64() > Some(2.0), "{comparison}");

    let finished = later(&[]);
    assert_told(&finished, 0, &[]);
    assert!(finished.stdout.contains("regressed"), "{finished:?}");
    assert_told(&later(&["--fail-on", "undecided"]), 0, &[]);
    assert_told(&later(&["--fail-on", "none"]), 0, &[]);
}

#[test]
fn an_improvement_is_shown_and_fails_nothing() {
    let Some(bed) = Bed::new() else { return };
    let saved = bed.later().run(LEAST.iter().chain(&["--save-baseline", "a", "parse"]));
    assert_told(&saved, 0, &[]);
    let words = ["--fail-on", "regression,undecided", "--output-format", "json"];
    let finished = bed.run(&ENOUGH, &[&PARSE[..], &words].concat());
    assert_told(&finished, 0, &[]);
    let comparison = &rows(&finished)["parse"]["comparisons"][0];
    assert_eq!(comparison["verdict"], "improved", "{comparison}");
    assert!(comparison["ratio"]["median"].as_f64() < Some(0.5), "{comparison}");
}

#[test]
fn too_few_runs_decide_nothing() {
    let Some(bed) = Bed::new() else { return };
    bed.save(&["parse"]);
    let undecided = bed.run(&LEAST, &[&PARSE[..], &["--fail-on", "undecided"]].concat());
    assert_told(&undecided, 4, &[]);
    assert!(undecided.stdout.contains("inconclusive"), "{undecided:?}");
    let regressed = bed.run(&LEAST, &[&PARSE[..], &["--fail-on", "regression"]].concat());
    assert_told(&regressed, 0, &[]);
}
