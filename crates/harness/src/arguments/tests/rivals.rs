//! Options that contradict each other.

use super::*;

/// Pairs as they are written, the first with the name that is shown first.
const PAIRS: &[(&str, &str)] = &[
    ("--save-baseline a", "--baseline b"),
    ("--save-baseline a", "--baseline-lenient b"),
    ("--baseline a", "--baseline-lenient b"),
    ("--discard-baseline", "--save-baseline a"),
    ("--discard-baseline", "--baseline a"),
    ("--discard-baseline", "--baseline-lenient a"),
    ("--load-baseline a", "--save-baseline b"),
    ("--load-baseline a", "--discard-baseline"),
    ("--limit 1%", "--noise-threshold 0.01"),
    ("--samples 1", "--sample-size 2"),
    ("--samples 1", "--sample-count 2"),
    ("--sample-size 1", "--sample-count 2"),
    ("--quick", "--samples 2"),
    ("--quick", "--sample-size 2"),
    ("--quick", "--sample-count 2"),
    ("--measurement-time 5", "--min-time 1"),
    ("--measurement-time 5", "--max-time 1"),
    ("--sort-by name", "--sort name"),
    ("--sort-by name", "--sortr name"),
    ("--sort name", "--sortr name"),
    ("--color always", "--no-color"),
    ("--min-time 5s", "--max-time 2s"),
];

/// The variable of a flag with its value.
fn variable(flag: &str) -> (String, String) {
    let (name, value) = flag.split_once(' ').unwrap_or((flag, "1"));
    let name = name.trim_start_matches('-').to_uppercase().replace('-', "_");
    (format!("PROBITY_{name}"), value.to_owned())
}

fn name(flag: &str) -> &str {
    flag.split(' ').next().unwrap_or(flag)
}

#[test]
fn both_flags_are_named_in_any_order() {
    for (one, other) in PAIRS {
        let expected = format!("{} cannot be used with {}: ", name(one), name(other));
        for text in [format!("{one} {other}"), format!("{other} --bench {one}")] {
            let shown = error(&text);
            assert!(shown.starts_with(&expected), "{text}: {shown}");
        }
    }
    assert_eq!(
        error("-s a -b a"),
        "-s cannot be used with -b: the one saves what is measured, the other compares it with \
         what was saved before; do one, then the other"
    );
    assert_eq!(
        error("--ignored --include-ignored"),
        "--ignored cannot be used with --include-ignored: the one runs nothing but ignored \
         benchmarks, the other all of them; give one of the two"
    );
    assert!(error("--list --list-metrics").starts_with("--list cannot be used with"));
}

#[test]
fn both_variables_are_named() {
    for (one, other) in PAIRS {
        let [first, second] = [variable(one), variable(other)];
        let variables = [(&*first.0, &*first.1), (&*second.0, &*second.1)];
        let shown = error_with("--bench", &variables);
        let expected = format!("{} cannot be used with {}: ", first.0, second.0);
        assert!(shown.starts_with(&expected), "{variables:?}: {shown}");
    }
}

#[test]
fn a_flag_beats_a_rival_in_the_environment() {
    for (one, other) in PAIRS {
        for (flag, rival) in [(one, other), (other, one)] {
            // The one that needs a companion.
            let companion = match flag.starts_with("--load-baseline") {
                true => " --baseline base",
                false => "",
            };
            let text = format!("--bench {flag}{companion}");
            let (variable, value) = variable(rival);
            let with = run_with(&text, &[("TERM", "xterm"), (&variable, &value)]);
            assert_eq!(with, run(&text), "{text} {variable}={value}");
        }
    }
}

#[test]
fn a_loaded_result_needs_something_to_be_compared_with() {
    let expected = "needs --baseline NAME or --baseline-lenient NAME: it is the result that is \
                    compared, not what it is compared with";
    assert_eq!(error("--load-baseline a"), format!("--load-baseline {expected}"));
    let variables = &[("PROBITY_LOAD_BASELINE", "a")];
    assert_eq!(error_with("--bench", variables), format!("PROBITY_LOAD_BASELINE {expected}"));
}

#[test]
fn what_only_looks_contradictory_is_accepted() {
    for text in [
        "--exact",
        "--list --bench",
        "--list --test",
        "--list --exact --ignored --format terse",
        "--min-time 2s --max-time 2s",
        "--out kept --no-keep",
        "--quick --processes 3",
        "--quick=no --samples 5",
        "--quiet --verbose",
    ] {
        assert!(line(text).is_ok(), "{text}: {:?}", line(text));
    }
}
