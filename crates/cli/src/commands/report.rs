//! `probity report`: evidence shown again.

use crate::arguments::ReportArguments;
use crate::console;
use crate::failure::Failure;
use probity_report::{Campaign, ExitCode, Style, TextOptions};

/// Shows the evidence, if it is valid. What is incomplete is shown as such, with exit code 5.
///
/// # Errors
/// Where it is not valid, or the answer cannot be written.
pub(crate) fn run(arguments: &ReportArguments) -> Result<ExitCode, Failure> {
    let evidence = crate::kept::find(&arguments.path)?.read()?;
    let campaign = Campaign::from(&evidence);
    let text = if arguments.json {
        probity_report::json(&evidence.document_with_runs())
            .map_err(|error| Failure::operation(format_args!("write JSON: {error}")))?
    } else if arguments.markdown {
        probity_report::markdown(campaign, true)
    } else if arguments.html {
        probity_report::html(campaign)
    } else {
        let style = if console::wants_colour() { Style::Ansi } else { Style::Plain };
        probity_report::text(campaign, TextOptions { style, details: true })
    };
    console::print(&text)?;
    Ok(if evidence.completeness().is_complete() { ExitCode::Ok } else { ExitCode::BadEvidence })
}
