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
    /// Something that the numbers depend on and the command does not show.
    Provenance {
        /// What: an input, the version of a library.
        name: &'a str,
        /// Which.
        value: &'a str,
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
    /// The clock that samples of a benchmark are taken by.
    Clock {
        /// Its name.
        name: &'a str,
        /// How many ticks it makes in a second.
        hz: u64,
        /// The smallest step it was seen to make, in ticks.
        step: u64,
    },
    /// What a sample of a benchmark holds that is not the measured code, in thousandths of a tick.
    Overhead {
        /// Of a sample, and by how much that may be wrong.
        sample_mt: [u64; 2],
        /// Of each iteration, and by how much that may be wrong.
        iteration_mt: [u64; 2],
    },
    /// Samples of a benchmark.
    Samples {
        /// Iterations in each of them.
        iterations: u64,
        /// What each took, in ticks: as many as fit into a line, which
        /// [`Message::MOST_SAMPLES`] always do.
        ticks: &'a [u64],
    },
    /// How much one iteration of a benchmark handles.
    Amount {
        /// Of what.
        units: &'a str,
        /// How much.
        value: Number,
    },
    /// What was counted in iterations of a benchmark.
    Counted {
        /// The metric.
        metric: &'a str,
        /// In how many iterations.
        iterations: u64,
        /// What was counted in all of them, with all that is not theirs.
        value: Number,
        /// How much of it is of what began and ended the counting, and of the loop around them,
        /// where that is known.
        own: Option<[Number; 2]>,
        /// How long the counter was enabled, and how long it ran, in nanoseconds, where that is
        /// less.
        times_ns: Option<[u64; 2]>,
    },
    /// Why something could not be counted, or timed, in a benchmark.
    Absent {
        /// The metric.
        metric: &'a str,
        /// Which kind of reason, by its name in JSON.
        cause: &'a str,
        /// The reason.
        reason: &'a str,
        /// The permission check that refused.
        gate: Option<&'a str>,
        /// What can be done about it.
        remedy: Option<&'a str>,
    },
    /// A benchmark that was not to be measured.
    Skipped {
        /// Why not.
        reason: &'a str,
    },
}

impl Message<'_> {
    /// So many samples fit into a line whatever they are: 20 digits and a blank each.
    pub const MOST_SAMPLES: usize = 180;

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
            Self::Provenance { .. } => "provenance",
            Self::Result { .. } => "result",
            Self::Error { .. } => "error",
            Self::Clock { .. } => "clock",
            Self::Overhead { .. } => "overhead",
            Self::Samples { .. } => "samples",
            Self::Amount { .. } => "amount",
            Self::Counted { .. } => "counted",
            Self::Absent { .. } => "absent",
            Self::Skipped { .. } => "skipped",
        }
    }

    /// Its line, newline included, said by the process `pid`. The line is to be written with one
    /// call.
    ///
    /// # Errors
    /// Where it does not fit, or has no JSON form. What the buffer holds then is no line.
    pub fn line<'b>(&self, pid: Option<u32>, buffer: &'b mut [u8]) -> Result<&'b [u8], Refusal> {
        let mut line = Line::new(buffer, self.kind());
        self.fields(&mut line)?;
        if let Some(pid) = pid {
            line.plain("pid", pid);
        }
        line.finish()
    }

    fn fields(&self, line: &mut Line<'_>) -> Result<(), Refusal> {
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
                edge(line, id, t_ns, clock);
            }
            Self::WindowEnd { id, t_ns, clock } => edge(line, id, t_ns, clock),
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
                line.text("name", name);
                line.text("unit", &[unit]);
                line.text("kind", &[kind.name()]);
                number(line, "value", value)?;
            }
            Self::Provenance { name, value } => {
                line.text("name", &[name]);
                line.text("value", &[value]);
            }
            Self::Error { message } => line.text("message", &[message]),
            Self::Skipped { reason } => line.text("reason", &[reason]),
            Self::Clock { .. }
            | Self::Overhead { .. }
            | Self::Samples { .. }
            | Self::Amount { .. }
            | Self::Counted { .. }
            | Self::Absent { .. } => return self.of_a_benchmark(line),
        }
        Ok(())
    }

    fn of_a_benchmark(&self, line: &mut Line<'_>) -> Result<(), Refusal> {
        match *self {
            Self::Clock { name, hz, step } => {
                line.text("name", &[name]);
                line.plain("hz", hz);
                line.plain("step", step);
            }
            Self::Overhead { sample_mt: [sample, sample_error], iteration_mt: [each, error] } => {
                line.plain("sample_mt", sample);
                line.plain("sample_error_mt", sample_error);
                line.plain("iteration_mt", each);
                line.plain("iteration_error_mt", error);
            }
            Self::Samples { iterations, ticks } => {
                line.plain("iterations", iterations);
                line.list("ticks", ticks);
            }
            Self::Amount { units, value } => {
                line.text("units", &[units]);
                number(line, "value", value)?;
            }
            Self::Counted { metric, iterations, value, own, times_ns } => {
                line.text("metric", &[metric]);
                line.plain("iterations", iterations);
                number(line, "value", value)?;
                if let Some([bracket, looping]) = own {
                    number(line, "bracket_value", bracket)?;
                    number(line, "loop_value", looping)?;
                }
                if let Some([enabled, running]) = times_ns {
                    line.plain("enabled_ns", enabled);
                    line.plain("running_ns", running);
                }
            }
            Self::Absent { metric, cause, reason, gate, remedy } => {
                for (key, text) in [("metric", metric), ("cause", cause), ("reason", reason)] {
                    line.text(key, &[text]);
                }
                for (key, text) in [("gate", gate), ("remedy", remedy)] {
                    if let Some(text) = text {
                        line.text(key, &[text]);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// The value, which JSON can only hold where it is finite.
fn number(line: &mut Line<'_>, key: &str, value: Number) -> Result<(), Refusal> {
    if matches!(value, Number::Real(real) if !real.is_finite()) {
        return Err(Refusal::NotFinite);
    }
    line.plain(key, value);
    Ok(())
}

fn edge(line: &mut Line<'_>, id: u64, t_ns: u64, clock: Option<&str>) {
    line.plain("id", id);
    line.plain("t_ns", t_ns);
    if let Some(clock) = clock {
        line.text("clock", &[clock]);
    }
}
