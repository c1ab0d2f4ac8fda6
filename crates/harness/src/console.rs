//! The only place of the harness that writes to the terminal.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a bench executable prints here")]

use crate::arguments::Color;
use probity_report::Escaped;
use std::io::{self, IsTerminal, Write};

/// Writes a result to standard output. A reader that has gone away is no failure.
///
/// # Errors
/// Where standard output cannot be written.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Says one line on standard error. If that cannot be written there is nobody left to tell.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", Escaped::new(line));
}

/// Draws text as it is on standard error.
pub(crate) fn draw(text: &str) {
    let mut err = io::stderr().lock();
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}

/// Whether a person watches standard error, on a terminal that obeys, and wants escape sequences:
/// whoever sets `NO_COLOR` does not.
pub(crate) fn is_watched() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
    io::stderr().is_terminal() && !is_set("CI") && !is_set("NO_COLOR") && !dumb
}

/// The columns and the rows of the terminal that standard error is, each where it knows.
pub(crate) fn size() -> [Option<usize>; 2] {
    let columns = probity_sys::file::terminal_columns(io::stderr()).ok().flatten();
    let rows = probity_sys::file::terminal_rows(io::stderr()).ok().flatten();
    [columns, rows].map(|number| number.map(usize::from))
}

/// How wide standard output is, where it is a terminal that knows.
pub(crate) fn columns() -> Option<usize> {
    let columns = probity_sys::file::terminal_columns(io::stdout()).ok()??;
    Some(usize::from(columns))
}

/// Whether standard output is to be coloured.
pub(crate) fn wants_colour(color: Color) -> bool {
    match color {
        Color::Auto => io::stdout().is_terminal(),
        Color::Always => true,
        Color::Never => false,
    }
}
