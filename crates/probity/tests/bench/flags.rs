//! Every flag of libtest is accepted, in both spellings: cargo hands it to all test executables, and
//! one that refuses it breaks `cargo test` for the whole workspace.

use crate::bed::{Bed, assert_told};
use std::process::{Command, Stdio};

/// Values for what needs one, by the placeholder or the name.
const VALUES: &[(&str, &str)] = &[
    ("--format", "terse"),
    ("--color", "never"),
    ("--skip", "nothing"),
    ("--test-threads", "1"),
    ("--logfile", "log"),
    ("--shuffle-seed", "7"),
    ("-Z", "unstable-options"),
];

/// An option as libtest's help has it.
struct Flag {
    /// Its spellings, the short one first.
    names: Vec<String>,
    /// Whether a value follows, and whether that can be left out.
    value: Option<bool>,
}

/// The options that this very executable has: it has libtest's `main`.
fn flags() -> Vec<Flag> {
    let own = std::env::current_exe().unwrap();
    let help = Command::new(own).arg("--help").stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8(help.stdout).unwrap();
    let flags: Vec<Flag> = text.lines().filter_map(flag).collect();
    assert!(flags.len() > 20, "libtest's help has another form: {text}");
    flags
}

/// `    -q, --quiet         Display …`, `        --color auto|always|never`, `    --report-time`.
fn flag(line: &str) -> Option<Flag> {
    let line = line.strip_prefix("    ")?.trim_start();
    let head = line.split("  ").next()?;
    if !head.starts_with('-') {
        return None;
    }
    let words: Vec<&str> = head.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let names: Vec<String> =
        words.iter().take_while(|word| word.starts_with('-')).map(|&word| word.into()).collect();
    let value = words.get(names.len()).map(|placeholder| placeholder.starts_with('['));
    Some(Flag { names, value })
}

#[test]
fn every_flag_of_libtest_is_accepted() {
    let Some(bed) = Bed::new() else { return };
    for Flag { names, value } in flags() {
        for name in &names {
            let given = VALUES.iter().find(|(of, _)| names.iter().any(|name| name == of));
            let given = given.map(|(_, value)| *value);
            let lines: Vec<Vec<String>> = match value {
                None => vec![vec![name.clone()]],
                Some(true) => vec![vec![name.clone()]],
                Some(false) => {
                    let given = given.unwrap_or_else(|| panic!("a value for {name}"));
                    let joined = match name.starts_with("--") {
                        true => format!("{name}={given}"),
                        false => format!("{name}{given}"),
                    };
                    vec![vec![name.clone(), given.to_owned()], vec![joined]]
                }
            };
            for line in lines {
                let words = line.iter().map(String::as_str).chain(["sum"]);
                let finished = bed.tool("bed").run(words);
                assert_told(&finished, 0, &[]);
                assert!(!finished.stdout.is_empty(), "{line:?}: {finished:?}");
            }
        }
    }
}

#[test]
fn every_flag_of_libtest_is_accepted_while_measuring() {
    let Some(bed) = Bed::new() else { return };
    let all = flags().into_iter().filter(|flag| flag.value.is_none());
    let all = all.map(|flag| flag.names.last().unwrap().clone());
    // Those that ask for something else than running.
    let is_other = |name: &String| ["--help", "--list", "--test"].contains(&name.as_str());
    let words: Vec<String> = all.filter(|name| !is_other(name)).collect();
    let words = words.iter().map(String::as_str).filter(|word| *word != "--ignored");
    let measured = words.chain(["--bench", "--processes=2", "--min-time=1ms", "--exact", "sum"]);
    let finished = bed.tool("bed").run(measured);
    assert_told(&finished, 0, &[]);
    assert!(finished.stdout.contains("sum") && finished.stdout.contains("ns"), "{finished:?}");
}

#[test]
fn what_nobody_knows_is_refused_with_the_nearest() {
    let Some(bed) = Bed::new() else { return };
    let finished = bed.run(&["--exakt"], &["sum"]);
    assert_told(&finished, 2, &["bed: ", "--exakt", "did you mean '--exact'?"]);
    assert_eq!(finished.stdout, "");
}
