//! The help and the table of options.

use super::*;
use crate::arguments::help::{help, usage};
use crate::arguments::option::entries;

#[test]
fn every_option_is_explained_with_its_variable() {
    let Ok(Command::Help(help)) = line("--help") else { panic!("no help") };
    // Where lines are broken says nothing.
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for entry in entries() {
        let explained = match entry.variable() {
            Some(variable) => format!("{} {} [{variable}]", usage(entry), entry.help),
            None => format!("{} {}", usage(entry), entry.help).trim_end().to_owned(),
        };
        assert!(words.contains(&explained), "{explained}");
    }
}

#[test]
fn it_has_no_option_and_no_variable_that_the_table_has_not() {
    let help = help();
    let options = help.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    for word in options.filter(|word| word.len() > 2) {
        if let Some(long) = word.strip_prefix("--") {
            assert!(option::long(long).is_some(), "{word}");
        }
        if word.starts_with("PROBITY_") {
            assert!(entries().any(|entry| entry.variable().as_deref() == Some(word)), "{word}");
        }
    }
}

#[test]
fn it_fits_on_a_terminal_and_names_the_way_round_the_trap() {
    let help = help();
    for line in help.lines() {
        assert!(line.chars().count() <= 80 && line == line.trim_end(), "{line}");
    }
    assert!(help.ends_with(UNRECOGNIZED_OPTION) && help.ends_with('\n'));
    for way in ["[lib] bench = false", "cargo bench --bench NAME -- ", "PROBITY_"] {
        assert!(UNRECOGNIZED_OPTION.contains(way), "{way}");
    }
}
