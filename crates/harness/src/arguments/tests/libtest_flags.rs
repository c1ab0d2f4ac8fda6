//! Every flag of libtest is accepted: each that was missing in some harness broke somebody's call.

use super::*;

/// Flags without a value, as `cargo test -- --help` of Rust 1.95 has them, and as older ones had.
const SWITCHES: &[&str] = &[
    "--include-ignored",
    "--ignored",
    "--force-run-in-process",
    "--exclude-should-panic",
    "--test",
    "--bench",
    "--list",
    "--fail-fast",
    "--no-capture",
    "--nocapture",
    "-q",
    "--quiet",
    "--exact",
    "--show-output",
    "--report-time",
    "--ensure-time",
    "--shuffle",
];

/// Flags with a value.
const VALUES: &[(&str, &str)] = &[
    ("--logfile", "path"),
    ("--test-threads", "1"),
    ("--skip", "name"),
    ("--color", "auto"),
    ("--color", "always"),
    ("--color", "never"),
    ("--format", "pretty"),
    ("--format", "terse"),
    ("--format", "json"),
    ("--format", "junit"),
    ("-Z", "unstable-options"),
    ("--shuffle-seed", "123"),
];

#[test]
fn switches_are_accepted_alone_and_twice() {
    for switch in SWITCHES {
        for words in [vec![*switch], vec![*switch, *switch], vec!["name", *switch, "--bench"]] {
            assert!(read(&words, BARE).is_ok(), "{words:?}: {:?}", read(&words, BARE));
        }
    }
    for loose in ["--nocapture=1", "--no-capture=0", "--report-time=plain", "--ensure-time="] {
        assert!(line(loose).is_ok(), "{loose}");
    }
}

#[test]
fn values_are_accepted_in_both_spellings_and_twice() {
    for (flag, value) in VALUES {
        let joined = format!("{flag}={value}");
        for words in [vec![*flag, *value], vec![&*joined], vec![&*joined, *flag, *value]] {
            let Ok(Command::Run(options)) = read(&words, BARE) else { panic!("{words:?}") };
            assert!(options.filter.exact_names().is_none(), "{words:?}");
            // No value was taken for a filter.
            assert!(options.filter.selects("another", false), "{words:?}");
        }
    }
    assert!(line("-Zunstable-options").is_ok());
}

#[test]
fn what_libtest_flags_mean_is_followed() {
    assert!(run("--fail-fast").fail_fast);
    assert!(run("-q").output.quiet && run("-q").output.libtest == LibtestFormat::Terse);
    assert_eq!(run("-q --format pretty").output.libtest, LibtestFormat::Pretty);
    assert_eq!(run("--color=always").output.color, Color::Always);
}

#[test]
fn all_of_them_at_once_are_accepted() {
    let switches = SWITCHES.iter().filter(|switch| !switch.ends_with("ignored"));
    let mut words: Vec<&str> = switches.copied().collect();
    for (flag, value) in VALUES {
        words.extend([*flag, *value]);
    }
    assert!(read(&words, BARE).is_ok());
}
