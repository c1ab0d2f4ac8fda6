//! What a bench executable is asked to do.

use super::error::UsageError;
use super::filter::Filter;
use super::given::{self, Given, Line};
use super::help;
use super::mode::Mode;
use super::notices;
use super::option::{output, selection};
use super::request::{LibtestFormat, Options};
use std::ffi::OsString;

/// What a bench executable is asked to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Run benchmarks: measure them, or try each once.
    Run(Box<Options>),
    /// Name them.
    List(ListOptions),
    /// Name the metrics, and which of them can be had on this machine.
    ListMetrics,
    /// Show this text, which ends with a newline.
    Help(String),
    /// Say which version this is.
    Version,
}

/// How benchmarks are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListOptions {
    /// Which; ask [`Filter::lists`].
    pub filter: Filter,
    /// How.
    pub format: LibtestFormat,
    /// What was asked for and is not followed: sentences, a line each.
    pub notices: Vec<String>,
}

/// Reads the arguments after the program's name, and the variables of the environment.
///
/// A flag wins over its variable, and over a variable that contradicts it. Lists read no variable:
/// what a list shows must not depend on how somebody likes to measure.
///
/// # Errors
/// What cannot be understood or followed, with the option that says it.
pub fn parse(
    arguments: impl Iterator<Item = OsString>,
    environment: &dyn Fn(&str) -> Option<OsString>,
) -> Result<Command, UsageError> {
    let mut given = match Line::read(arguments)? {
        Line::Given(given) => given,
        Line::Help => return Ok(Command::Help(help::help())),
        Line::Version => return Ok(Command::Version),
    };
    if !given.has(&selection::LIST) {
        given.add_variables(Mode::read(&given), environment)?;
    }
    given::settle(&mut given)?;
    // Flags are checked in lists too: a mistake is no less one because it has no effect yet.
    let options = Options::read(&given, environment)?;
    if given.has(&selection::LIST) {
        return list(&given, options.filter).map(Command::List);
    }
    Ok(match given.has(&output::LIST_METRICS) {
        true => Command::ListMetrics,
        false => Command::Run(Box::new(options)),
    })
}

fn list(given: &Given, filter: Filter) -> Result<ListOptions, UsageError> {
    let notices = notices::of_format(given).into_iter().collect();
    Ok(ListOptions { filter, format: LibtestFormat::read(given)?, notices })
}
