//! `probity list`: the evidence that was kept.

use crate::arguments::ListArguments;
use crate::console;
use crate::failure::Failure;
use crate::kept::{shelf, unlisted};
use probity_evidence::{Entry, Shelf};
use probity_report::list::{KeptList, KeptRow};
use probity_report::{ExitCode, Style};

/// Lists what was kept, newest first. Only what is shown is read, and validated. What cannot be
/// used is a row that says why.
///
/// # Errors
/// Where the directory cannot be listed, or the answer cannot be written.
pub(crate) fn run(arguments: &ListArguments) -> Result<ExitCode, Failure> {
    let shelf = shelf().map_err(Failure::operation)?;
    let entries = shelf.entries().map_err(|error| unlisted(&shelf, &error))?;
    let shown = if arguments.all { entries.len() } else { arguments.number };
    let list = KeptList {
        place: shelf.path().to_owned(),
        kept: entries.len() as u64,
        entries: entries.iter().take(shown).map(|entry| row(&shelf, entry)).collect(),
    };
    let text = if arguments.json {
        probity_report::list::json(&crate::producer::producer(), &list)
            .map_err(|error| Failure::operation(format_args!("write JSON: {error}")))?
    } else {
        let style = if console::wants_colour() { Style::Ansi } else { Style::Plain };
        probity_report::list::text(&list, style)
    };
    console::print(&text)?;
    Ok(ExitCode::Ok)
}

/// One row. The evidence itself is let go of at once: a list must not hold two hundred of them.
fn row(shelf: &Shelf, entry: &Entry) -> KeptRow {
    let bytes = shelf.bytes(entry);
    match shelf.read(entry) {
        Ok(evidence) => KeptRow::valid(&entry.name, bytes, &evidence),
        Err(findings) => KeptRow::invalid(&entry.name, bytes, &findings),
    }
}
