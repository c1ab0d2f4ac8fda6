//! Lines that are refused, with what is said about them.

use super::*;

const DURATION: &str = "give a duration, as 500us, 250ms, 2s or 1m; a bare number is seconds";
const ZERO: &str = "a duration must be longer than zero, as 250ms, 2s or 1m";
const ENDLESS: &str = "that is longer than can be measured; give less, as 2s or 1m";
const COUNT: &str = "give a whole number from 1 to 4294967295";
const LARGE: &str = "give a whole number from 1 to 18446744073709551615";
const FRACTION: &str = "give a fraction between 0 and 1, as 0.01, or a percentage, as 1%";
const NAME: &str = "a name has 1 to 64 of a-z, A-Z, 0-9, '.', '_' and '-', and begins with \
                    neither '.' nor '-'";
const LISTED: &str = "--help lists all options";

#[test]
fn unknown_options_are_named_with_the_nearest() {
    for (text, option, nearest) in [
        ("--basline x", "--basline", Some("--baseline")),
        ("--bnech", "--bnech", Some("--bench")),
        ("--no-captur", "--no-captur", Some("--no-capture")),
        ("--sample-siz=3", "--sample-siz", Some("--sample-size")),
        ("-quick", "-quick", Some("--quick")),
        ("--sed 3", "--sed", Some("--seed")),
        ("--wat", "--wat", None),
        ("--frobnicate", "--frobnicate", None),
        ("-x", "-x", None),
        ("-qx", "-qx", None),
        ("--=3", "--", None),
        ("--Z", "--Z", None),
        ("-é", "-é", None),
    ] {
        let expected = match nearest {
            Some(nearest) => {
                format!("unknown option '{option}'; did you mean '{nearest}'? {LISTED}")
            }
            None => format!("unknown option '{option}'; {LISTED}"),
        };
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn missing_values_are_not_taken_from_the_next_option() {
    for (text, expected) in [
        ("--out", "--out needs a value: --out DIR"),
        // Cargo appends it.
        ("--save-baseline --bench", "--save-baseline needs a value: --save-baseline NAME"),
        ("-s --bench", "-s needs a value: -s NAME"),
        ("--skip -q", "--skip needs a value: --skip FILTER"),
        ("--out --", "--out needs a value: --out DIR"),
        ("-Z", "-Z needs a value: -Z FLAG"),
        (
            "--out --results",
            "--out needs a value: --out DIR; if '--results' is the value, write \
             --out='--results'",
        ),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn bad_values_are_named_with_what_to_give() {
    for (option, value, expected) in [
        ("--budget", "soon", DURATION),
        ("--budget", "2 weeks", DURATION),
        ("--budget", "", DURATION),
        ("--budget", "inf", DURATION),
        ("--budget", "nan", DURATION),
        ("--budget", "1.2.3s", DURATION),
        ("--budget", "0", ZERO),
        ("--min-time", "-1s", ZERO),
        ("--max-time", "0.1ns", ZERO),
        ("--measurement-time", "1e400", ENDLESS),
        ("--warm-up-time", "6000000h", ENDLESS),
        ("--processes", "0", COUNT),
        ("--samples", "many", COUNT),
        ("--sample-size", "-5", COUNT),
        ("--sample-count", "4294967296", COUNT),
        ("--seed", "-1", "give a whole number from 0 to 18446744073709551615"),
        ("--count-batch", "0", LARGE),
        ("--bytes-count", "1.5", LARGE),
        ("--order", "random", "give shuffled or registered"),
        ("--timer", "rdtsc", "give os or tsc"),
        (
            "--threads",
            "1,two",
            "give numbers with commas between them, as 1,2,4; 0 is as many as there are CPUs",
        ),
        ("--limit", "1", FRACTION),
        ("--limit", "0%", FRACTION),
        ("--limit", "100%", FRACTION),
        ("--limit", "NaN", FRACTION),
        ("--noise-threshold", "-0.1", FRACTION),
        ("--significance-level", "5", FRACTION),
        ("--save-baseline", "", NAME),
        ("--baseline", ".hidden", NAME),
        ("--baseline-lenient", "a/b", NAME),
        ("--save-baseline", "größe", NAME),
        ("--fail-on", "anything", "give regression, undecided or none, or a list"),
        ("--output-format", "xml", "give table, json, bencher, go or criterion"),
        ("--sort-by", "size", "give location, name, kind, time or change"),
        ("--sort", "size", "give location, name, kind, time or change"),
        ("--format", "xml", "give pretty, terse, json or junit"),
        ("--color", "sometimes", "give auto, always or never"),
        ("--out", "", "give a name"),
        ("--metrics", "", "give at least one name"),
    ] {
        let expected = format!("{option} '{value}': {expected}");
        let separate = read(&[option, value], BARE).unwrap_err().to_string();
        assert_eq!(separate, expected, "{option} {value}");
        let joined = read(&[&format!("{option}={value}")], BARE).unwrap_err().to_string();
        assert_eq!(joined, expected, "{option}={value}");
    }
    let long = "x".repeat(65);
    assert_eq!(error(&format!("-b {long}")), format!("-b '{long}': {NAME}"));
    assert_eq!(
        error("--quick=perhaps"),
        "--quick 'perhaps': give yes or no (or true and false, on and off, 1 and 0)"
    );
    assert_eq!(error("--syscalls="), "--syscalls '': give at least one name");
}

#[test]
fn reserved_words_say_so() {
    let profile = "there is no pass for profilers yet; start a profiler on the bench executable \
                   itself, with the name of one benchmark, --exact and --bench";
    assert_eq!(error("--bench --profile-time 5"), format!("'--profile-time': {profile}"));
}

#[test]
fn flags_are_checked_in_lists_too() {
    assert_eq!(error("--list --samples many"), format!("--samples 'many': {COUNT}"));
}

#[test]
fn control_characters_of_others_are_escaped() {
    let shown = read(&["--\u{1b}[31m"], BARE).unwrap_err().to_string();
    assert_eq!(shown, format!("unknown option '--\\u{{1b}}[31m'; {LISTED}"));
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_counted() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let broken = || OsString::from(OsStr::from_bytes(b"a\xff"));
    let nothing = |_: &str| None;
    for words in [vec!["--bench".into(), broken()], vec!["--out".into(), broken()]] {
        let shown = parse(words.into_iter(), &nothing).unwrap_err().to_string();
        assert_eq!(shown, "argument 2 is not UTF-8: 'a\u{fffd}'");
    }
    let variable = |name: &str| (name == "PROBITY_OUT").then(broken);
    let shown = parse(std::iter::empty(), &variable).unwrap_err().to_string();
    assert_eq!(shown, "PROBITY_OUT is not UTF-8: 'a\u{fffd}'");
}
