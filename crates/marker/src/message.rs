//! The messages of the protocol, and the line of each.

use crate::line::Line;
use crate::{Kind, Number, Refusal};

/// The version of the protocol that this crate writes.
pub const PROTOCOL: u32 = 1;

/// One thing a program says. Texts are escaped as JSON asks; times are nanoseconds of the
/// program's own clock, whose zero means nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Message<'a> {
    /// Who speaks: before anything else, once for each process.
    Hello {
        /// The name of the program.
        program: &'a str,
        /// What it was built from, where known.
        revision: Option<&'a str>,
        /// The nonce it was given.
        nonce: &'a str,
    },
    /// Start-up is over.
    Ready,
    /// A window begins.
    WindowStart {
        /// What is measured in it; the same name may come again.
        name: &'a str,
        /// Its number, used once by a process.
        id: u64,
        /// When.
        t_ns: u64,
        /// The clock, where it is not `monotonic`.
        clock: Option<&'a str>,
    },
    /// A window ends.
    WindowEnd {
        /// The number it began with.
        id: u64,
        /// When, by the clock of its beginning.
        t_ns: u64,
        /// The clock, where it is not `monotonic`.
        clock: Option<&'a str>,
    },
    /// Another phase of the program begins, and the one before ends.
    Phase {
        /// Its name.
        name: &'a str,
        /// When, where the program has a clock.
        t_ns: Option<u64>,
    },
    /// How much was done.
    Work {
        /// What is counted, in the plural: `rows`.
        units: &'a str,
        /// How many.
        count: u64,
    },
    /// What the outcome of the work amounts to; compared, never interpreted.
    Checksum {
        /// Any text.
        value: &'a str,
    },
    /// A number that the program counted itself.
    Counter {
        /// Its name, in parts that are joined.
        name: &'a [&'a str],
        /// Its unit: `ns`, `bytes`, `count` or one of the program's own.
        unit: &'a str,
        /// What sort of quantity.
        kind: Kind,
        /// The value.
        value: Number,
    },
    /// The program's answer, once.
    Result {
        /// Any text.
        value: &'a str,
    },
    /// Something went wrong, in words.
    Error {
        /// What.
        message: &'a str,
    },
}

impl Message<'_> {
    /// Its name on the wire.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Hello { .. } => "hello",
            Self::Ready => "ready",
            Self::WindowStart { .. } => "window_start",
            Self::WindowEnd { .. } => "window_end",
            Self::Phase { .. } => "phase",
            Self::Work { .. } => "work",
            Self::Checksum { .. } => "checksum",
            Self::Counter { .. } => "counter",
            Self::Result { .. } => "result",
            Self::Error { .. } => "error",
        }
    }

    /// Its line, newline included, said by the process `pid`. The line is to be written with one
    /// call.
    ///
    /// # Errors
    /// Where it does not fit, or has no JSON form. What the buffer holds then is no line.
    pub fn line<'b>(&self, pid: Option<u32>, buffer: &'b mut [u8]) -> Result<&'b [u8], Refusal> {
        let mut line = Line::new(buffer, self.kind());
        match *self {
            Self::Hello { program, revision, nonce } => {
                line.plain("protocol", PROTOCOL);
                line.text("program", &[program]);
                line.text("nonce", &[nonce]);
                if let Some(revision) = revision {
                    line.text("revision", &[revision]);
                }
            }
            Self::Ready => {}
            Self::WindowStart { name, id, t_ns, clock } => {
                line.text("name", &[name]);
                edge(&mut line, id, t_ns, clock);
            }
            Self::WindowEnd { id, t_ns, clock } => edge(&mut line, id, t_ns, clock),
            Self::Phase { name, t_ns } => {
                line.text("name", &[name]);
                if let Some(t_ns) = t_ns {
                    line.plain("t_ns", t_ns);
                }
            }
            Self::Work { units, count } => {
                line.text("units", &[units]);
                line.plain("count", count);
            }
            Self::Checksum { value } | Self::Result { value } => line.text("value", &[value]),
            Self::Counter { name, unit, kind, value } => {
                if matches!(value, Number::Real(real) if !real.is_finite()) {
                    return Err(Refusal::NotFinite);
                }
                line.text("name", name);
                line.text("unit", &[unit]);
                line.text("kind", &[kind.name()]);
                line.plain("value", value);
            }
            Self::Error { message } => line.text("message", &[message]),
        }
        if let Some(pid) = pid {
            line.plain("pid", pid);
        }
        line.finish()
    }
}

fn edge(line: &mut Line<'_>, id: u64, t_ns: u64, clock: Option<&str>) {
    line.plain("id", id);
    line.plain("t_ns", t_ns);
    if let Some(clock) = clock {
        line.text("clock", &[clock]);
    }
}
