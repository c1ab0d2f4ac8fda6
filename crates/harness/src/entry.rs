//! What the `main` of a bench executable does.

use crate::arguments::{self, Command, LibtestFormat, ListOptions, Mode, Options};
use crate::built::Built;
use crate::registry::{self, Catalog, Registered};
use crate::worker::{self, Assignment, WORKER_ARGUMENT};
use crate::{conductor, console, tests_once};
use probity_model::protocol::Message;
use probity_report::ExitCode;
use std::ffi::OsString;
use std::panic::catch_unwind;

/// What an executable is built of, as the macro `main!` finds out where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Executable {
    /// The package.
    pub package: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The target: the crate of the executable.
    pub target: &'static str,
    /// Whether it was built with assertions, which is not how it will be used.
    pub is_debug: bool,
    /// Features of the CPU, and whether the compiler was told that they are there.
    pub features: &'static [(&'static str, bool)],
    /// What the numbers of all its benchmarks depend on and neither its code nor its arguments
    /// show: names and values, found out once a process has measured.
    pub provenance: fn() -> Vec<(String, String)>,
}

impl Executable {
    /// How it was built.
    pub(crate) fn built(&self) -> Built {
        let features = self.features.iter().map(|(name, there)| ((*name).to_owned(), *there));
        Built { is_debug: self.is_debug, features: features.collect() }
    }
}

/// Obeys the arguments of this process, with the cases that the attribute registered.
pub fn main(executable: Executable) -> std::process::ExitCode {
    main_with(executable, &Registered)
}

/// Obeys the arguments of this process, with the cases of `catalog`.
pub fn main_with(executable: Executable, catalog: &dyn Catalog) -> std::process::ExitCode {
    let mut words = std::env::args_os().skip(1);
    let first = words.next();
    if let Some(code) = conductor::launcher(first.as_deref()) {
        return code.code().into();
    }
    match first {
        Some(first) if first == WORKER_ARGUMENT => work(executable, words, catalog),
        first => command(executable, catalog, first.into_iter().chain(words)).code().into(),
    }
}

/// What a Rust program that panicked ends with.
const PANICKED: u8 = 101;

fn work(
    executable: Executable,
    words: impl Iterator<Item = OsString>,
    catalog: &dyn Catalog,
) -> std::process::ExitCode {
    let words = words.map(|word| word.to_string_lossy().into_owned());
    match Assignment::parse(words) {
        Err(error) => failed(&error.to_string()).code().into(),
        Ok(assignment) => match worker::run(&assignment, catalog) {
            Ok(()) => {
                provenance(executable);
                ExitCode::Ok.code().into()
            }
            // A panic has said what is to be said.
            Err(None) => std::process::ExitCode::from(PANICKED),
            Err(Some(reason)) => {
                probity_marker::error(&reason);
                console::say(&format!("error: {reason}"));
                ExitCode::Failed.code().into()
            }
        },
    }
}

/// Says what the numbers depend on. All is measured: a panic in it costs nothing more than that it
/// is told, as every panic of this process is.
fn provenance(executable: Executable) {
    let found = catch_unwind(executable.provenance).unwrap_or_default();
    for (name, value) in found {
        let message = Message::Provenance { name, value };
        match (message.defect(), &message) {
            (None, Message::Provenance { name, value }) => {
                probity_marker::provenance(name, value);
            }
            (defect, _) => {
                let why = defect.unwrap_or_default();
                probity_marker::error(&format!("a provenance that is left out: {why}"));
            }
        }
    }
}

fn command(
    executable: Executable,
    catalog: &dyn Catalog,
    words: impl Iterator<Item = OsString>,
) -> ExitCode {
    let respelled = |word: &str| catalog.respelled(word);
    match arguments::parse(words, &|name| std::env::var_os(name)) {
        Err(error) => {
            console::say(&format!("{}: {error}", executable.target));
            ExitCode::Usage
        }
        Ok(Command::Help(text)) => printed(&text),
        Ok(Command::Version) => printed(&format!(
            "{} {} (probity {})\n",
            executable.target, executable.version, VERSION
        )),
        Ok(Command::List(mut options)) => {
            options.filter.respell(&respelled);
            list(catalog, &options)
        }
        Ok(Command::ListMetrics) => conductor::metrics(),
        Ok(Command::Run(mut options)) => {
            options.filter.respell(&respelled);
            run(executable, catalog, &options)
        }
    }
}

/// This Probity.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

fn list(catalog: &dyn Catalog, options: &ListOptions) -> ExitCode {
    let listing = catalog.cases();
    options.notices.iter().for_each(|notice| console::say(notice));
    let cases = listing.cases.iter();
    let listed = cases.filter(|case| options.filter.lists(&case.id(), case.ignored.is_some()));
    let ids: Vec<String> = listed.map(registry::Case::id).collect();
    let text = match options.format {
        LibtestFormat::Terse => arguments::list_terse(ids.iter().map(String::as_str)),
        LibtestFormat::Pretty => arguments::list_pretty(ids.iter().map(String::as_str)),
    };
    match printed(&text) {
        ExitCode::Ok if !listing.problems.is_empty() => problems(&listing.problems),
        code => code,
    }
}

fn run(executable: Executable, catalog: &dyn Catalog, options: &Options) -> ExitCode {
    if !options.output.quiet {
        options.notices.iter().for_each(|notice| console::say(notice));
    }
    // With whole names only those are looked at: a runner of tests starts a process for each.
    let listing = match options.filter.exact_names() {
        Some(names) => catalog.exactly(names),
        None => catalog.cases(),
    };
    let code = match options.mode {
        Mode::TestOnce => tests_once::run(options, listing.cases),
        Mode::Measure => conductor::run(executable, options, listing.cases),
    };
    match code {
        ExitCode::Ok if !listing.problems.is_empty() => problems(&listing.problems),
        code => code,
    }
}

/// Says what is wrong with benchmarks that could not be listed; the others were.
fn problems(problems: &[registry::Problem]) -> ExitCode {
    problems.iter().for_each(|problem| console::say(&format!("error: {problem}")));
    ExitCode::Failed
}

/// Ends a process that was built so that it can measure nothing, and says why.
#[expect(clippy::exit, reason = "what would go on is not ours, and would pass for measured")]
pub fn refuse(reason: &str) -> ! {
    console::say(&format!("error: {reason}"));
    std::process::exit(ExitCode::Usage.code().into())
}

pub(crate) fn printed(text: &str) -> ExitCode {
    match console::print(text) {
        Ok(()) => ExitCode::Ok,
        Err(error) => failed(&format!("write to standard output: {error}")),
    }
}

pub(crate) fn failed(reason: &str) -> ExitCode {
    console::say(&format!("error: failed to {reason}"));
    ExitCode::Failed
}
