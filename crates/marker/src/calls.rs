//! The calls of the writer. Each sends one line, or does nothing where nobody measures.

use crate::pipe::{self, Outcome, Pipe};
use crate::{Kind, Message, Number, Totals};

/// Whether somebody measures: what is costly to find out need only be said then.
#[inline]
pub fn is_connected() -> bool {
    pipe::pipe().is_some()
}

/// Names the program and what it was built from, before its first message; without this call the
/// name is the last part of its first argument.
pub fn identify(program: &str, revision: Option<&str>) {
    if is_connected() {
        pipe::name(program, revision);
    }
}

/// Sends any message.
#[inline]
pub fn send(message: &Message<'_>) -> Outcome {
    pipe::pipe().map_or(Outcome::Absent, |pipe| pipe.say(message))
}

/// Start-up is over.
#[inline]
pub fn ready() -> Outcome {
    say(|| Message::Ready)
}

/// Another phase begins, and the one before ends.
#[inline]
pub fn phase(name: &str) -> Outcome {
    pipe::pipe()
        .map_or(Outcome::Absent, |pipe| pipe.say(&Message::Phase { name, t_ns: Some(pipe.now()) }))
}

/// So many units (`rows`) of work were done.
#[inline]
pub fn work(units: &str, count: u64) -> Outcome {
    say(|| Message::Work { units, count })
}

/// What the outcome of the work amounts to: equal work has an equal checksum.
#[inline]
pub fn checksum(value: &str) -> Outcome {
    say(|| Message::Checksum { value })
}

/// A number that the program counted itself.
#[inline]
pub fn counter(name: &str, unit: &str, kind: Kind, value: impl Into<Number>) -> Outcome {
    pipe::pipe().map_or(Outcome::Absent, |pipe| {
        pipe.say(&Message::Counter { name: &[name], unit, kind, value: value.into() })
    })
}

/// What a tally came to, as counters; the first that was not sent ends it. Of one that was compiled
/// out ([`NoTotals`](crate::NoTotals)) nothing is said.
#[inline]
pub fn tally<'a>(totals: impl Into<Option<&'a Totals>>) -> Outcome {
    pipe::pipe().zip(totals.into()).map_or(Outcome::Absent, |(pipe, totals)| each(pipe, totals))
}

fn each(pipe: &Pipe, totals: &Totals) -> Outcome {
    let mut outcome = Outcome::Sent;
    totals.say(|message| {
        if outcome == Outcome::Sent {
            outcome = pipe.say(message);
        }
    });
    outcome
}

/// Something that the numbers depend on and the command does not show, such as an input or the
/// version of a library; under one name always the same.
#[inline]
pub fn provenance(name: &str, value: &str) -> Outcome {
    say(|| Message::Provenance { name, value })
}

/// The program's answer; to be said once.
#[inline]
pub fn result(value: &str) -> Outcome {
    say(|| Message::Result { value })
}

/// Something went wrong.
#[inline]
pub fn error(message: &str) -> Outcome {
    say(|| Message::Error { message })
}

/// The message is made only where somebody measures.
#[inline]
fn say<'a>(message: impl FnOnce() -> Message<'a>) -> Outcome {
    pipe::pipe().map_or(Outcome::Absent, |pipe| pipe.say(&message()))
}
