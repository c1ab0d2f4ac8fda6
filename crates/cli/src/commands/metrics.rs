//! `probity metrics`: the catalog.

use crate::arguments::MetricsArguments;
use crate::console;
use crate::failure::Failure;
use probity_report::ExitCode;
use probity_sources::{Context, Selection, SubjectKind, capabilities};

/// Lists the metrics that are asked for, each with what it is and whether it can be had here.
///
/// # Errors
/// Where a pattern names no metric, or the answer cannot be written.
pub(crate) fn run(arguments: &MetricsArguments) -> Result<ExitCode, Failure> {
    let selection = match arguments.patterns.as_slice() {
        [] => Selection::all(),
        patterns => Selection::exactly(&patterns.join(","))
            .map_err(|error| Failure::usage(format!("failed to {error}")))?,
    };
    let report = capabilities(&Context::live(), SubjectKind::Child, &selection);
    let text = if arguments.json {
        probity_report::catalog_json(&crate::producer::producer(), &report)
            .map_err(|error| Failure::operation(format_args!("write JSON: {error}")))?
    } else {
        probity_report::catalog(&report, !arguments.patterns.is_empty())
    };
    console::print(&text)?;
    Ok(ExitCode::Ok)
}
