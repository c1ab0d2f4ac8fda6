//! What cargo-nextest expects of a test executable, asked for as it asks
//! (nexte.st/docs/design/custom-test-harnesses).

use crate::bed::{Bed, LEAST, assert_told, entries};

const ALL: &[&str] = &[
    "sum",
    "parse",
    "sort::n=1",
    "sort::n=8",
    "digest",
    "skipped",
    "ignored",
    "names::größe\\s·\\s漢字",
    "names::a_name_that_is_so_long_that_a_file_of_it_would_be_cut_somewhere_before_its_end_1",
    "names::a_name_that_is_so_long_that_a_file_of_it_would_be_cut_somewhere_before_its_end_2",
];

fn lines(names: &[&str]) -> String {
    names.iter().map(|name| format!("{name}: benchmark\n")).collect()
}

#[test]
fn lists_have_a_line_for_each_and_nothing_else() {
    let Some(bed) = Bed::new() else { return };
    let list = |options: &[&str]| {
        let finished = bed.run(&["--list", "--format", "terse"], options);
        assert_eq!((finished.code, &*finished.stderr), (Some(0), ""), "{options:?}: {finished:?}");
        finished.stdout
    };
    assert_eq!(list(&[]), lines(ALL));
    assert_eq!(list(&["--ignored"]), lines(&["ignored"]));
    assert_eq!(list(&["--bench"]), lines(ALL), "as `cargo nextest bench` asks");
    assert_eq!(list(&["sort", "sum"]), lines(&["sum", "sort::n=1", "sort::n=8"]));
    assert_eq!(list(&["--exact", "sort"]), "");
    assert!(entries(&bed.path("probity")).is_empty(), "a list writes nothing");
}

#[test]
fn lists_do_not_depend_on_the_environment() {
    let Some(bed) = Bed::new() else { return };
    let tool = bed.tool("bed").with("PROBITY_QUICK", "no such value").with("PROBITY_THREADS", "x");
    let finished = tool.run(["--list", "--format", "terse"]);
    assert_eq!((finished.code, finished.stdout), (Some(0), lines(ALL)));
}

#[test]
fn each_name_that_is_listed_runs_alone() {
    let Some(bed) = Bed::new() else { return };
    for name in ALL {
        let finished = bed.run(&[name, "--exact", "--nocapture"], &[]);
        assert_told(&finished, 0, &[]);
        let of_it = format!("test {name} ... ");
        let told: Vec<&str> =
            finished.stdout.lines().filter(|line| line.starts_with("test ")).collect();
        assert!(told.iter().any(|line| line.starts_with(&of_it)), "{finished:?}");
        assert_eq!(told.len(), 2, "one, and what they come to: {finished:?}");
    }
    let ignored = bed.run(&["ignored", "--exact", "--nocapture", "--ignored"], &[]);
    assert_told(&ignored, 0, &[]);
    assert!(ignored.stdout.contains("test ignored ... ok\n"), "{ignored:?}");
}

#[test]
fn with_bench_it_is_measured() {
    let Some(bed) = Bed::new() else { return };
    let finished = bed.run(&LEAST, &["sort::n=8", "--exact", "--nocapture"]);
    assert_told(&finished, 0, &[]);
    assert!(finished.stdout.contains("n=8") && finished.stdout.contains(" ns "), "{finished:?}");
    assert!(!finished.stdout.contains("n=1"), "{finished:?}");
}

#[test]
fn what_failed_ends_with_a_code_and_is_named() {
    let Some(bed) = Bed::new() else { return };
    let hostile = |options: &[&str]| {
        bed.tool("hostile").run(["--exact", "--nocapture", "--ignored"].iter().chain(options))
    };
    let finished = hostile(&["ends::panics"]);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stdout.contains("test ends::panics ... FAILED\n"), "{finished:?}");
    let finished = hostile(&[LEAST.as_slice(), &["ends::panics"]].concat());
    assert_eq!(finished.code, Some(7), "{finished:?}");
}
