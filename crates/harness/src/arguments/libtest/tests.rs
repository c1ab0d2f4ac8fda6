//! Texts as libtest of Rust 1.95 prints them, letter by letter.

use super::*;
use crate::arguments::request::LibtestFormat;
use std::time::Duration;

/// A whole run.
fn printed(
    format: LibtestFormat,
    outcomes: &[(&str, Outcome)],
    failures: &[TestFailure],
) -> String {
    let mut progress = Progress::new(format, outcomes.len());
    let mut text = progress.header();
    for (id, outcome) in outcomes {
        text += &progress.begin(id);
        text += &progress.end(id, outcome);
    }
    let many = |wanted: fn(&Outcome) -> bool| outcomes.iter().filter(|(_, o)| wanted(o)).count();
    let tally = Tally {
        passed: many(|outcome| *outcome == Outcome::Ok),
        failed: many(|outcome| *outcome == Outcome::Failed),
        ignored: many(|outcome| matches!(outcome, Outcome::Ignored(_))),
        filtered_out: 2,
    };
    text + &progress.summary(tally, failures, Duration::from_millis(114))
}

fn failure(id: &str, said: &str) -> TestFailure {
    TestFailure { id: id.to_owned(), said: said.to_owned() }
}

#[test]
fn lists_are_those_of_libtest() {
    assert_eq!(list_terse([]), "");
    assert_eq!(list_terse(["a::b", "c"]), "a::b: benchmark\nc: benchmark\n");
    assert_eq!(list_pretty([]), "0 tests, 0 benchmarks\n");
    assert_eq!(list_pretty(["a"]), "a: benchmark\n\n0 tests, 1 benchmark\n");
    assert_eq!(list_pretty(["a", "b"]), "a: benchmark\nb: benchmark\n\n0 tests, 2 benchmarks\n");
}

#[test]
fn a_run_without_failures_is_a_line_for_each() {
    let outcomes = [
        ("a", Outcome::Ok),
        ("b", Outcome::Ignored(None)),
        ("c", Outcome::Ignored(Some(String::from("slow machine")))),
    ];
    assert_eq!(
        printed(LibtestFormat::Pretty, &outcomes, &[]),
        "\nrunning 3 tests\ntest a ... ok\ntest b ... ignored\ntest c ... ignored, slow machine\n\
         \ntest result: ok. 1 passed; 0 failed; 2 ignored; 0 measured; 2 filtered out; finished \
         in 0.11s\n\n"
    );
    assert_eq!(
        printed(LibtestFormat::Pretty, &[], &[]),
        "\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 2 \
         filtered out; finished in 0.11s\n\n"
    );
    assert_eq!(Progress::new(LibtestFormat::Terse, 1).header(), "\nrunning 1 test\n");
}

#[test]
fn failures_are_told_below() {
    let outcomes = [("g", Outcome::Ok), ("f", Outcome::Failed)];
    assert_eq!(
        printed(LibtestFormat::Pretty, &outcomes, &[failure("f", "Error: \"x\"\n")]),
        "\nrunning 2 tests\ntest g ... ok\ntest f ... FAILED\n\nfailures:\n\n---- f stdout ----\n\
         Error: \"x\"\n\n\nfailures:\n    f\n\ntest result: FAILED. 1 passed; 1 failed; 0 \
         ignored; 0 measured; 2 filtered out; finished in 0.11s\n\n"
    );
    let said = [failure("z", "one"), failure("a", ""), failure("m", "two\n")];
    let text = Progress::new(LibtestFormat::Pretty, 3).summary(
        Tally { failed: 3, ..Tally::default() },
        &said,
        Duration::ZERO,
    );
    assert!(text.starts_with(
        "\nfailures:\n\n---- z stdout ----\none\n\n---- m stdout ----\ntwo\n\n\nfailures:\n    \
         a\n    m\n    z\n\ntest result: FAILED. 0 passed; 3 failed"
    ));
    // Nobody said anything.
    let text = Progress::new(LibtestFormat::Pretty, 1).summary(
        Tally { failed: 1, ..Tally::default() },
        &said[1..2],
        Duration::ZERO,
    );
    assert!(text.starts_with("\nfailures:\n\nfailures:\n    a\n\ntest result"));
}

#[test]
fn the_terse_form_is_a_character_for_each() {
    let outcomes = [
        ("b", Outcome::Ignored(None)),
        ("a", Outcome::Ok),
        ("c", Outcome::Failed),
        ("d", Outcome::Failed),
        ("e", Outcome::Ok),
    ];
    let text = printed(LibtestFormat::Terse, &outcomes, &[failure("c", ""), failure("d", "")]);
    let start = "\nrunning 5 tests\ni. 2/5\nc --- FAILED\nd --- FAILED\n.\nfailures:\n";
    assert!(text.starts_with(start), "{text}");
    let many = vec![("a", Outcome::Ok); 180];
    let text = printed(LibtestFormat::Terse, &many, &[]);
    let dots = |count| ".".repeat(count);
    let expected = format!(
        "\nrunning 180 tests\n{} 87/180\n{} 174/180\n{}\ntest result: ok. 180 passed",
        dots(87),
        dots(87),
        dots(6)
    );
    assert!(text.starts_with(&expected), "{text}");
}
