//! Variables, and who wins.

use super::*;
use std::num::NonZeroU32;

fn samples(options: &Options) -> Option<u32> {
    options.effort.samples.map(NonZeroU32::get)
}

#[test]
fn a_flag_wins_and_an_empty_variable_says_nothing() {
    let variables = &[("PROBITY_SAMPLES", "5")];
    assert_eq!(samples(&run_with("--bench", variables)), Some(5));
    assert_eq!(samples(&run_with("--samples 6", variables)), Some(6));
    assert_eq!(samples(&run_with("", &[("PROBITY_SAMPLES", "")])), None);
    // What is not heard is not judged.
    assert_eq!(samples(&run_with("--samples 6", &[("PROBITY_SAMPLES", "many")])), Some(6));
}

#[test]
fn a_bad_variable_is_named() {
    for (variable, value, expected) in [
        ("PROBITY_SAMPLES", "many", "give a whole number from 1 to 4294967295"),
        ("PROBITY_TIMER", "sun", "give os or tsc"),
        ("PROBITY_QUICK", "maybe", "give yes or no (or true and false, on and off, 1 and 0)"),
        (
            "PROBITY_LIMIT",
            "0.5",
            "write a percentage with its sign, as 1%: a bare number is a percentage to \
             'probity stat', and a fraction here",
        ),
    ] {
        let expected = format!("{variable} '{value}': {expected}");
        assert_eq!(error_with("--bench", &[(variable, value)]), expected);
    }
}

#[test]
fn switches_are_words_in_a_variable_and_can_be_taken_back() {
    for (value, wanted) in [
        ("1", true),
        ("yes", true),
        ("TRUE", true),
        ("on", true),
        ("0", false),
        ("no", false),
        ("False", false),
        ("off", false),
        ("", false),
    ] {
        let options = run_with("--bench", &[("PROBITY_COUNTERS", value)]);
        assert_eq!(options.metrics.counters, wanted, "{value}");
    }
    assert!(!run_with("--counters=no", &[("PROBITY_COUNTERS", "1")]).metrics.counters);
    let fail_on =
        run_with("--fail-on none", &[("PROBITY_FAIL_ON", "regression")]).comparing.fail_on;
    assert_eq!(fail_on, FailOn::default());
}

#[test]
fn an_optional_value_is_a_word_or_a_list_in_a_variable() {
    for (value, expected) in [("1", Some("*")), ("no", None), ("read,w*", Some("read,w*"))] {
        let options = run_with("--bench", &[("PROBITY_SYSCALLS", value)]);
        assert_eq!(options.metrics.syscalls.as_deref(), expected, "{value}");
    }
}

#[test]
fn tests_hear_no_variable_of_measuring() {
    // A limit of `probity stat`, which has percent there.
    let variables = &[("PROBITY_LIMIT", "1"), ("PROBITY_COLOR", "always")];
    assert_eq!(run_with("", variables).output.color, Color::Always);
    assert!(error_with("--bench", variables).contains("PROBITY_LIMIT"));
    assert!(error_with("--limit 1", &[]).contains("--limit"));
}

#[test]
fn lists_hear_no_variable() {
    let variables = &[("PROBITY_SAMPLES", "many"), ("PROBITY_LIST_METRICS", "1")];
    let words = ["--list", "--format", "terse"];
    assert!(matches!(read(&words, variables), Ok(Command::List(_))));
    assert_eq!(read(&[], &variables[1..]), Ok(Command::ListMetrics));
}

#[test]
fn colour_follows_the_flag_then_ours_then_the_conventions() {
    const TERM: (&str, &str) = ("TERM", "xterm");
    for (text, variables, color) in [
        ("", vec![TERM], Color::Auto),
        ("", vec![TERM, ("NO_COLOR", "1")], Color::Never),
        ("", vec![TERM, ("NO_COLOR", "")], Color::Auto),
        ("", vec![TERM, ("CLICOLOR", "0")], Color::Never),
        ("", vec![TERM, ("CLICOLOR", "1")], Color::Auto),
        ("", vec![("TERM", "dumb")], Color::Never),
        ("", vec![], Color::Never),
        ("--color always", vec![("TERM", "dumb"), ("NO_COLOR", "1")], Color::Always),
        ("", vec![("NO_COLOR", "1"), ("PROBITY_COLOR", "always")], Color::Always),
        ("--color auto", vec![TERM, ("NO_COLOR", "1")], Color::Auto),
        ("--no-color", vec![TERM], Color::Never),
        ("--no-color", vec![TERM, ("PROBITY_COLOR", "always")], Color::Never),
        ("--color always", vec![TERM, ("PROBITY_NO_COLOR", "1")], Color::Always),
    ] {
        assert_eq!(run_with(text, &variables).output.color, color, "{text} {variables:?}");
    }
}
