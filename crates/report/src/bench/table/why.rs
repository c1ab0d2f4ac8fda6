//! Why a benchmark has no numbers, or what is wrong with them, in a few words.

use crate::bench::roster::{Side, Timed};
use crate::escape::Escaped;
use crate::phrase::{Colour, Phrase};
use crate::wording;
use probity_model::{CaseFailure, Metric, Text};

/// Whether the row has nothing but these words.
pub(crate) fn is_all(side: &Side<'_>, counted: &[&Metric]) -> bool {
    let is_timed = matches!(side.time, Timed::Measured(_) | Timed::AtMost(..));
    !is_timed && counted.iter().all(|metric| side.measured(metric).is_none())
}

/// Words for the row, at most so many columns; none where its numbers are whole.
pub(crate) fn why(side: &Side<'_>, columns: usize) -> Option<Phrase> {
    let line = match side.case.failure.as_ref().filter(|failure| !failure.ignored) {
        Some(failure) => failed(failure),
        None => match side.time {
            // The sign before the bound has its line below the table.
            Timed::Measured(_) | Timed::AtMost(..) => return None,
            Timed::Inapplicable(reason) => {
                Phrase::new().prose(reason.strip_prefix("skipped: ").unwrap_or(reason))
            }
            Timed::Absent(absence) => Phrase::new().prose(&absence.reason),
            Timed::Unasked => "its time was not asked for".into(),
        },
    };
    let colour = line.colour();
    let short = line.terminal().cut(columns);
    Some(Phrase::new().prose(short.as_str()).coloured(colour))
}

/// The message of a panic, or how it ended and the first line of what it left. How a panic ended
/// goes without saying, and is said below the table all the same.
fn failed(failure: &CaseFailure) -> Phrase {
    let tail = failure.stderr_tail.as_ref();
    let line = match tail.and_then(panic) {
        Some(message) => Phrase::new().prose(message.as_str()),
        None => {
            let line = wording::exit(failure.exit).ours(" in run ").number(failure.run);
            match tail.and_then(first_line) {
                Some(words) => line.ours(": ").prose(words.as_str()),
                None => line,
            }
        }
    };
    line.coloured(Some(Colour::Red))
}

fn lines(tail: &Text) -> impl Iterator<Item = &[u8]> {
    tail.0.split(|byte| *byte == b'\n').map(|line| line.trim_ascii())
}

fn first_line(tail: &Text) -> Option<Escaped> {
    lines(tail).find(|line| !line.is_empty()).map(Escaped::of_bytes)
}

/// Where a panic was and its message.
fn panic(tail: &Text) -> Option<Escaped> {
    let mut lines = lines(tail).skip_while(|line| panicked(line).is_none());
    let place = lines.next().and_then(panicked)?;
    let message = lines.next().unwrap_or_default();
    let gap: &[u8] = if message.is_empty() { b"" } else { b" " };
    Some(Escaped::of_bytes(&[b"panicked at ", place, gap, message].concat()))
}

/// Where a panic was, if the line tells of one: `thread 'main' panicked at src/lib.rs:1:2:`.
fn panicked(line: &[u8]) -> Option<&[u8]> {
    const WORDS: &[u8] = b" panicked at ";
    let begins = line.starts_with(b"thread '");
    let place = line.windows(WORDS.len()).position(|window| window == WORDS)?;
    line.get(place + WORDS.len()..).filter(|_| begins)
}
