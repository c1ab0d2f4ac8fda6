//! Each benchmark once, as a test: `cargo test --benches`.

use crate::bed::{Bed, assert_told, entries};
use probity_testbed::Finished;

/// The lines of single tests.
fn tests(finished: &Finished) -> Vec<&str> {
    let is_test = |line: &&str| line.starts_with("test ") && line.contains(" ... ");
    finished.stdout.lines().filter(is_test).collect()
}

#[test]
fn each_runs_once_and_is_told_as_libtest_does() {
    let Some(bed) = Bed::new() else { return };
    let finished = bed.run(&[], &[]);
    assert_told(&finished, 0, &[]);
    assert!(finished.stdout.starts_with("\nrunning 10 tests\ntest sum ... ok\n"), "{finished:?}");
    let told = tests(&finished);
    assert_eq!(told.len(), 10, "{finished:?}");
    assert!(told.contains(&"test ignored ... ignored, slow"), "{told:?}");
    assert!(told.contains(&"test skipped ... ignored, there is no second disk"), "{told:?}");
    let sum = "\ntest result: ok. 8 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out; ";
    assert!(finished.stdout.contains(sum), "{finished:?}");
    assert!(!finished.stdout.contains('\u{1b}'));
    assert!(entries(&bed.path("probity")).is_empty(), "nothing is kept");
}

#[test]
fn filters_select_as_they_do_for_libtest() {
    let Some(bed) = Bed::new() else { return };
    let run = |options: &[&str]| {
        let finished = bed.run(&[], options);
        assert_told(&finished, 0, &[]);
        tests(&finished).iter().map(|line| line.split(' ').nth(1).unwrap().to_owned()).collect()
    };
    let names = |options: &[&str]| -> Vec<String> { run(options) };
    assert_eq!(names(&["sort"]), ["sort::n=1", "sort::n=8"]);
    assert_eq!(names(&["sort", "--skip", "n=1"]), ["sort::n=8"]);
    assert_eq!(names(&["sum", "sort::n=1", "--exact"]), ["sum", "sort::n=1"]);
    assert_eq!(names(&["sort", "--exact"]), [""; 0]);
    assert_eq!(names(&["--ignored"]), ["ignored"]);
    assert_eq!(names(&["--include-ignored", "ignored"]), ["ignored"]);
    assert_eq!(names(&["größe"]), ["names::größe\\s·\\s漢字"]);
    let finished = bed.run(&[], &["--include-ignored", "ignored"]);
    assert!(finished.stdout.contains("test ignored ... ok\n"), "{finished:?}");
    assert!(finished.stdout.contains("; 9 filtered out; "), "{finished:?}");
}

#[test]
fn failures_are_listed_and_are_the_exit_code() {
    let Some(bed) = Bed::new() else { return };
    let words = ["--include-ignored", "ends::panics", "ends::fails", "never", "behaves", "skips"];
    let finished = bed.tool("hostile").run(words);
    assert_told(&finished, 1, &["planted"]);
    let told = tests(&finished);
    for line in [
        "test ends::panics ... FAILED",
        "test ends::fails ... FAILED",
        "test ends::fails_before ... FAILED",
        "test ends::never_measures ... FAILED",
        "test ends::skips ... ignored, nothing to measure here",
        "test ends::skips_from_within ... ignored, nothing here either",
        "test behaves ... ok",
    ] {
        assert!(told.contains(&line), "no '{line}': {finished:?}");
    }
    let text = &finished.stdout;
    assert!(text.contains("\nfailures:\n\n---- ends::panics stdout ----\n"), "{text}");
    assert!(text.contains("\nfailures:\n    ends::fails\n    ends::fails_before\n"), "{text}");
    assert!(text.contains("\ntest result: FAILED. 2 passed; 4 failed; "), "{text}");
}

#[test]
fn bodies_are_called_once_even_where_measuring_was_asked_for_too() {
    let Some(bed) = Bed::new() else { return };
    let once = bed.run(&["--bench"], &["--test", "sum"]);
    assert_told(&once, 0, &[]);
    assert_eq!(tests(&once), ["test sum ... ok"]);
    // It panics in its hundredth call.
    let late = bed.tool("hostile").run(["--ignored", "panics_late"]);
    assert_told(&late, 0, &[]);
}

#[test]
fn the_first_failure_can_end_it() {
    let Some(bed) = Bed::new() else { return };
    let finished = bed.tool("hostile").run(["--ignored", "ends::fails", "--fail-fast"]);
    assert_told(&finished, 1, &[]);
    assert!(finished.stdout.contains("0 passed; 1 failed; "), "{finished:?}");
}
