//! What holds for every option of the table.

use super::*;
use crate::arguments::option::{Entry, Takes, entries};
use std::collections::BTreeSet;

/// A value that the option takes.
fn sample(entry: &Entry) -> &'static str {
    match entry.long {
        "order" => "registered",
        "threads" => "1,2",
        "timer" => "os",
        "output-format" => "json",
        "format" => "terse",
        "sort" | "sortr" | "sort-by" => "name",
        "color" => "always",
        "fail-on" => "undecided",
        "limit" | "noise-threshold" | "significance-level" => "2%",
        _ => "7",
    }
}

/// Options that are no part of a run, or that are refused whatever their value is.
fn is_special(entry: &Entry) -> bool {
    matches!(entry.long, "help" | "version" | "list" | "list-metrics" | "profile-time")
}

/// What is said by `words`, with what a loaded baseline needs.
fn said(entry: &Entry, words: &[&str], variables: &[(&str, &str)]) -> Options {
    // As a test it hears no variable of how to measure.
    let mut words = [&["--bench"], words].concat();
    if entry.long == "load-baseline" {
        words.extend(["--baseline", "main"]);
    }
    let variables: Vec<_> = BARE.iter().chain(variables).copied().collect();
    match read(&words, &variables) {
        Ok(Command::Run(options)) => Options { notices: Vec::new(), ..*options },
        other => panic!("{words:?} {variables:?}: {other:?}"),
    }
}

#[test]
fn a_flag_its_other_spellings_and_its_variable_say_the_same() {
    for entry in entries().filter(|entry| !is_special(entry)) {
        let value = sample(entry);
        let names: Vec<String> = entry.long_names().collect();
        let shorts = entry.short.map(|short| format!("-{short}"));
        let mut ways: Vec<Vec<String>> = Vec::new();
        for name in names.into_iter().chain(shorts) {
            match entry.takes {
                Takes::Value(_) => ways.push(vec![name.clone(), value.to_owned()]),
                Takes::Nothing => ways.push(vec![name.clone()]),
                Takes::Optional(_) => {}
            }
            let joined = if entry.takes == Takes::Nothing { "yes" } else { value };
            if name.starts_with("--") || entry.takes != Takes::Nothing {
                ways.push(vec![format!("{name}={joined}")]);
            }
        }
        let all: Vec<Options> = ways
            .iter()
            .map(|way| said(entry, &way.iter().map(|word| &**word).collect::<Vec<_>>(), &[]))
            .collect();
        for (way, options) in ways.iter().zip(&all) {
            assert_eq!(*options, all[0], "{way:?}");
        }
        if let Some(variable) = entry.variable() {
            let value = if entry.takes == Takes::Nothing { "1" } else { value };
            let by_variable = said(entry, &[], &[(&*variable, value)]);
            assert_eq!(by_variable, all[0], "{variable}");
            assert_eq!(said(entry, &[], &[(&*variable, "")]), said(entry, &[], &[]));
        }
    }
}

#[test]
fn every_option_of_ours_can_be_given_by_a_variable_and_moves_something() {
    // What users of other tools type, and what leaves nothing but a notice.
    let unused: Vec<&str> = option::familiar::FAMILIAR.iter().map(|entry| entry.long).collect();
    for entry in entries().filter(|entry| entry.has_variable && !is_special(entry)) {
        if unused.contains(&entry.long) {
            continue;
        }
        let value = if entry.takes == Takes::Nothing { "1" } else { sample(entry) };
        let variable = entry.variable().unwrap();
        let moved = said(entry, &[], &[(&*variable, value)]) != said(entry, &[], &[]);
        assert!(moved, "{variable}={value} changes nothing");
    }
}

#[test]
fn names_are_unique_and_spelt_alike() {
    let mut seen = BTreeSet::new();
    for entry in entries() {
        let shorts = entry.short.map(|short| format!("-{short}"));
        for name in entry.long_names().chain(shorts) {
            assert!(seen.insert(name.clone()), "{name} is there twice");
        }
        let fits = |c: char| c.is_ascii_lowercase() || c == '-';
        assert!(entry.long == "Z" || entry.long.chars().all(fits), "{}", entry.long);
        if let Some(variable) = entry.variable() {
            let fits = |c: char| c.is_ascii_uppercase() || c == '_';
            assert!(variable.strip_prefix("PROBITY_").unwrap().chars().all(fits), "{variable}");
        }
    }
    assert!(seen.len() > 70);
}

#[test]
fn refused_options_are_refused_by_their_variable_too() {
    let name = "PROBITY_PROFILE_TIME";
    assert!(error_with("", &[(name, "1")]).starts_with(&format!("'{name}': ")));
}

#[test]
fn no_line_of_odd_words_makes_it_panic() {
    let words = ["-", "--", "---", "--=", "-=", "-Z=", "=", "", "é", "--é=ü", "-s", "--out", "-1"];
    for one in words {
        for other in words {
            for third in words {
                let _ = read(&[one, other, third], BARE);
            }
        }
    }
}
