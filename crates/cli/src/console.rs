//! The only place that writes to the terminal.

use crate::failure::Failure;
use probity_report::{Escaped, ExitCode};
use std::io::{self, IsTerminal, Write};

/// Writes a result to standard output. A reader that has gone away is no failure.
///
/// # Errors
/// Where standard output cannot be written.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::operation(format_args!("write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Says on standard error what went wrong.
pub(crate) fn complain(failure: &Failure) -> ExitCode {
    say(&format!("probity: {}", failure.message));
    failure.details.iter().for_each(|line| say(line));
    failure.code
}

/// Says one line on standard error. If that cannot be written there is nobody left to tell.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", Escaped::new(line));
}

/// Shows what clap has to say: help and version on standard output, errors on standard error.
pub(crate) fn explain(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    if error.use_stderr() { ExitCode::Usage } else { ExitCode::Ok }
}

/// Says one line on standard error that is of use to a person only: on a terminal, dim.
pub(crate) fn whisper(line: &str) {
    let mut err = io::stderr().lock();
    if !err.is_terminal() {
        return;
    }
    let line = Escaped::new(line);
    let _ = match refuses_colour() || is_dumb() {
        true => writeln!(err, "{line}"),
        false => writeln!(err, "\x1b[2m{line}\x1b[0m"),
    };
}

/// Whether standard output is a terminal that wants colour.
pub(crate) fn wants_colour() -> bool {
    io::stdout().is_terminal() && !refuses_colour() && !is_dumb()
}

/// Whether the user wants no colour (no-color.org: any value but an empty one).
pub(crate) fn refuses_colour() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

/// Whether the terminal obeys no escape sequences.
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty())
}
