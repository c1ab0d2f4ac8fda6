//! The only place that writes to the terminal.

use crate::failure::Failure;
use probity_campaign::{Event, Observer};
use probity_report::{Escaped, ExitCode};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often the progress line is drawn at most.
const REDRAW: Duration = Duration::from_millis(100);

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

/// Whether standard output is a terminal that wants colour.
pub(crate) fn wants_colour() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !refused && !is_dumb()
}

fn is_dumb() -> bool {
    std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty())
}

/// Shows a campaign to the person who waits for it: notices, and on a terminal one line of
/// progress, which is drawn between runs only.
pub(crate) struct Progress {
    notices: bool,
    line: bool,
    began: Instant,
    drawn: Option<Instant>,
}

impl Progress {
    /// `quiet` shows nothing.
    pub(crate) fn new(quiet: bool) -> Self {
        let line = !quiet && io::stderr().is_terminal() && !is_dumb();
        Self { notices: !quiet, line, began: Instant::now(), drawn: None }
    }

    /// Removes the progress line.
    pub(crate) fn clear(&mut self) {
        if self.drawn.take().is_some() {
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
        }
    }

    fn draw(&mut self, text: &str) {
        if self.line && self.drawn.is_none_or(|at| at.elapsed() >= REDRAW) {
            let _ = write!(io::stderr().lock(), "\r\x1b[K{}", Escaped::new(text));
            self.drawn = Some(Instant::now());
        }
    }
}

impl Observer for Progress {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Notice(notice) => {
                self.clear();
                if self.notices {
                    say(&format!("note: {notice}"));
                }
            }
            Event::Planned { plan, runs, estimate_ns } => {
                self.began = Instant::now();
                let about = estimate_ns.map_or_else(String::new, |ns| {
                    format!(", about {}", seconds(Duration::from_nanos(ns)))
                });
                self.draw(&format!("{} blocks, {runs} runs{about}", plan.blocks));
            }
            Event::Run { done, total: None, case } => {
                self.draw(&format!("warm-up, run {done}: {case}"));
            }
            Event::Run { done, total: Some(total), case } => {
                let left = total.saturating_sub(*done);
                let per_run = self.began.elapsed().as_secs_f64() / (*done).max(1) as f64;
                let left = Duration::from_secs_f64(per_run * left as f64);
                self.draw(&format!("run {done} of {total}, {} left: {case}", seconds(left)));
            }
        }
    }
}

/// A waiting time for people.
fn seconds(time: Duration) -> String {
    match time.as_secs() {
        long @ 120.. => format!("{} min", (long + 30) / 60),
        short => format!("{} s", short + u64::from(time.subsec_millis() >= 500)),
    }
}
