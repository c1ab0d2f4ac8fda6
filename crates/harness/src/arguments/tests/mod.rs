//! Whole command lines, as cargo, nextest and people write them.

mod bad_lines;
mod environment;
mod every_option;
mod filters;
mod good_lines;
mod libtest_flags;
mod rivals;
mod the_help;

use super::*;
use std::ffi::OsString;

/// A terminal that takes colours, and nothing else.
const BARE: &[(&str, &str)] = &[("TERM", "xterm")];

/// What words and variables say.
fn read(words: &[&str], variables: &[(&str, &str)]) -> Result<Command, UsageError> {
    let find = |name: &str| variables.iter().find(|(known, _)| *known == name);
    let environment = |name: &str| find(name).map(|(_, value)| OsString::from(value));
    parse(words.iter().map(OsString::from), &environment)
}

/// What a line says, words being separated by blanks.
fn line(line: &str) -> Result<Command, UsageError> {
    read(&line.split_whitespace().collect::<Vec<_>>(), BARE)
}

/// What is run by a line.
fn run(text: &str) -> Options {
    match line(text) {
        Ok(Command::Run(options)) => *options,
        other => panic!("{text}: {other:?}"),
    }
}

/// What is run by a line and variables.
fn run_with(text: &str, variables: &[(&str, &str)]) -> Options {
    match read(&text.split_whitespace().collect::<Vec<_>>(), variables) {
        Ok(Command::Run(options)) => *options,
        other => panic!("{text} {variables:?}: {other:?}"),
    }
}

/// What is listed by a line.
fn list(text: &str) -> ListOptions {
    match line(text) {
        Ok(Command::List(options)) => options,
        other => panic!("{text}: {other:?}"),
    }
}

/// What is wrong with a line.
fn error(text: &str) -> String {
    match line(text) {
        Err(error) => error.to_string(),
        Ok(command) => panic!("{text}: {command:?}"),
    }
}

/// What is wrong with a line and variables.
fn error_with(text: &str, variables: &[(&str, &str)]) -> String {
    match read(&text.split_whitespace().collect::<Vec<_>>(), variables) {
        Err(error) => error.to_string(),
        Ok(command) => panic!("{text} {variables:?}: {command:?}"),
    }
}
