//! `probity report`: evidence shown again.

use crate::arguments::ReportArguments;
use crate::console;
use crate::exports::{Format, tell_what_hyperfine_cannot_say};
use crate::failure::Failure;
use probity_report::{ExitCode, Style, TextOptions};

/// Shows the evidence, if it is valid. What is incomplete is shown as such, with exit code 5.
///
/// # Errors
/// Where it is not valid, or the answer cannot be written.
pub(crate) fn run(arguments: &ReportArguments) -> Result<ExitCode, Failure> {
    let evidence = crate::kept::find(&arguments.path)?.read()?;
    let presentation = &arguments.presentation;
    let text = match format(arguments) {
        Some(format) => format.render(&evidence, presentation, true)?,
        None => {
            let document = presentation.document(&evidence);
            let campaign = presentation.campaign(&evidence, &document);
            let style = if console::wants_colour() { Style::Ansi } else { Style::Plain };
            probity_report::text(campaign, TextOptions { style, details: true })
        }
    };
    console::print(&text)?;
    if arguments.hyperfine {
        tell_what_hyperfine_cannot_say(&evidence);
    }
    Ok(if evidence.completeness().is_complete() { ExitCode::Ok } else { ExitCode::BadEvidence })
}

/// The form that was asked for; none is the table.
fn format(arguments: &ReportArguments) -> Option<Format> {
    let formats = [
        (arguments.json, Format::Json),
        (arguments.hyperfine, Format::Hyperfine),
        (arguments.csv, Format::Csv),
        (arguments.markdown, Format::Markdown),
        (arguments.html, Format::Html),
    ];
    formats.into_iter().find_map(|(is_asked_for, format)| is_asked_for.then_some(format))
}
