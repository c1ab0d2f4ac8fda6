//! In place of the conductor where the system has no launcher: benchmarks can be listed and tried
//! once, and not measured.

use crate::arguments::Options;
use crate::console;
use crate::entry::Executable;
use crate::registry::Case;
use probity_report::ExitCode;

/// Nobody starts a launcher here.
pub(crate) fn launcher(_first: Option<&std::ffi::OsStr>) -> Option<ExitCode> {
    None
}

/// Says that nothing can be measured here.
pub(crate) fn run(_: Executable, _: &Options, _: Vec<Case>) -> ExitCode {
    console::say(
        "error: benchmarks are measured on Linux only so far; without --bench each runs once",
    );
    ExitCode::WrongOs
}

/// Says the same.
pub(crate) fn metrics() -> ExitCode {
    console::say("error: benchmarks are measured on Linux only so far");
    ExitCode::WrongOs
}
