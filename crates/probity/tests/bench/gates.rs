//! Verdicts that fail a run.

use crate::bed::{Bed, ENOUGH, LEAST, assert_told, decided};

const PARSE: [&str; 3] = ["--baseline", "a", "parse"];

#[test]
fn a_planted_regression_is_shown_and_fails_where_that_was_asked_for() {
    let Some(bed) = Bed::new() else { return };
    bed.save(&["parse"]);
    let later = |options: &[&str]| bed.later().run(ENOUGH.iter().chain(&PARSE).chain(options));
    let (finished, comparison) =
        decided("parse", || later(&["--fail-on", "regression", "--output-format", "json"]));
    assert_eq!(comparison["verdict"], "regressed", "{comparison}");
    assert_told(&finished, 3, &[]);
    assert!(comparison["ratio"]["median"].as_f64() > Some(2.0), "{comparison}");

    // None of these fails for a regression, and the first tells it.
    let is_decided = || {
        let finished = later(&["--fail-on", "undecided"]);
        let is_decided = finished.stdout.contains("regressed");
        assert_told(&finished, if is_decided { 0 } else { 4 }, &[]);
        is_decided
    };
    assert!((0..4).any(|_| is_decided()), "one of four campaigns decides");
    assert_told(&later(&[]), 0, &[]);
    assert_told(&later(&["--fail-on", "none"]), 0, &[]);
}

#[test]
fn an_improvement_is_shown_and_fails_nothing() {
    let Some(bed) = Bed::new() else { return };
    let saved = bed.later().run(LEAST.iter().chain(&["--save-baseline", "a", "parse"]));
    assert_told(&saved, 0, &[]);
    let words = ["--fail-on", "regression,undecided", "--output-format", "json"];
    let (finished, comparison) =
        decided("parse", || bed.run(&ENOUGH, &[&PARSE[..], &words].concat()));
    assert_told(&finished, 0, &[]);
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
