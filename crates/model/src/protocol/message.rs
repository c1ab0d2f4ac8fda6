//! The messages that are known, version 1 of the protocol.

use crate::{Cause, Nanoseconds, Value};
use serde::{Deserialize, Serialize};

/// The largest name in bytes.
const NAME_BYTES: usize = 255;

/// What sort of quantity a program's own counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CounterKind {
    /// Accumulates and never falls.
    Counter,
    /// A level at one moment.
    Gauge,
    /// The largest level so far.
    HighWater,
    /// A span of time.
    Duration,
}

/// One thing a program says. Its texts are the program's and untrusted: whoever shows them escapes
/// them. Times are of a clock of the speaking process, whose zero means nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message {
    /// Who speaks.
    Hello {
        /// The version of the protocol it speaks.
        protocol: u32,
        /// The name of the program.
        program: String,
        /// The nonce it was given.
        nonce: String,
        /// What it was built from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        revision: Option<String>,
    },
    /// Start-up is over.
    Ready {},
    /// A window begins.
    WindowStart {
        /// What is measured in it.
        name: String,
        /// Its number among the windows of the speaking process.
        id: u64,
        /// When.
        t_ns: Nanoseconds,
        /// The clock of `t_ns`.
        #[serde(default = "monotonic", skip_serializing_if = "is_monotonic")]
        clock: String,
    },
    /// A window ends.
    WindowEnd {
        /// The number it began with.
        id: u64,
        /// When.
        t_ns: Nanoseconds,
        /// The clock of `t_ns`.
        #[serde(default = "monotonic", skip_serializing_if = "is_monotonic")]
        clock: String,
    },
    /// Another phase begins.
    Phase {
        /// Its name.
        name: String,
        /// When, where the program has a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        t_ns: Option<Nanoseconds>,
        /// The clock of `t_ns`.
        #[serde(default = "monotonic", skip_serializing_if = "is_monotonic")]
        clock: String,
    },
    /// How much was done.
    Work {
        /// What is counted.
        units: String,
        /// How many.
        count: u64,
    },
    /// What the outcome amounts to; compared, never interpreted.
    Checksum {
        /// Opaque.
        value: String,
    },
    /// A number that the program counted.
    Counter {
        /// Its name.
        name: String,
        /// Its unit.
        unit: String,
        /// What sort of quantity.
        kind: CounterKind,
        /// The value.
        value: Value,
    },
    /// Something that its numbers depend on and its command does not show.
    Provenance {
        /// What: an input, the version of a library.
        name: String,
        /// Which.
        value: String,
    },
    /// The program's answer.
    Result {
        /// Opaque.
        value: String,
    },
    /// Something went wrong in the program.
    Error {
        /// In its words.
        message: String,
    },
    /// The clock that samples are taken by.
    Clock {
        /// Its name.
        name: String,
        /// How many ticks it makes in a second.
        hz: u64,
        /// The smallest step it was seen to make, in ticks.
        step: u64,
    },
    /// What a sample holds that is not the measured code, in thousandths of a tick.
    Overhead {
        /// Of a sample: of reading the clock twice.
        sample_mt: u64,
        /// By how much that may be wrong.
        sample_error_mt: u64,
        /// Of each iteration: of the loop around it.
        iteration_mt: u64,
        /// By how much that may be wrong.
        iteration_error_mt: u64,
    },
    /// Samples of a benchmark.
    Samples {
        /// Iterations in each of them.
        iterations: u64,
        /// What each took, in ticks: decimal numbers with a blank between them.
        ticks: String,
    },
    /// How much one iteration of a benchmark handles.
    Amount {
        /// Of what.
        units: String,
        /// How much.
        value: Value,
    },
    /// What was counted in iterations of a benchmark.
    Counted {
        /// The metric.
        metric: String,
        /// In how many iterations.
        iterations: u64,
        /// What was counted in all of them, with all that is not theirs.
        value: Value,
        /// How much of it is of what began and ended the counting.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bracket_value: Option<Value>,
        /// How much of it is of the loop around them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        loop_value: Option<Value>,
        /// How long the counter was enabled, where it ran for a part of that only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        enabled_ns: Option<u64>,
        /// How long it ran.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        running_ns: Option<u64>,
    },
    /// Why something could not be counted, or timed.
    Absent {
        /// The metric.
        metric: String,
        /// Which kind of reason.
        cause: Cause,
        /// The reason.
        reason: String,
        /// The permission check that refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gate: Option<String>,
        /// What can be done about it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        remedy: Option<String>,
    },
    /// A benchmark that was not to be measured.
    Skipped {
        /// Why not, in its words.
        reason: String,
    },
}

/// The kind of a known message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MessageKind {
    /// `hello`
    Hello,
    /// `ready`
    Ready,
    /// `window_start`
    WindowStart,
    /// `window_end`
    WindowEnd,
    /// `phase`
    Phase,
    /// `work`
    Work,
    /// `checksum`
    Checksum,
    /// `counter`
    Counter,
    /// `provenance`
    Provenance,
    /// `result`
    Result,
    /// `error`
    Error,
    /// `clock`
    Clock,
    /// `overhead`
    Overhead,
    /// `samples`
    Samples,
    /// `amount`
    Amount,
    /// `counted`
    Counted,
    /// `absent`
    Absent,
    /// `skipped`
    Skipped,
}

impl MessageKind {
    /// All kinds.
    pub const ALL: [Self; 18] = [
        Self::Hello,
        Self::Ready,
        Self::WindowStart,
        Self::WindowEnd,
        Self::Phase,
        Self::Work,
        Self::Checksum,
        Self::Counter,
        Self::Provenance,
        Self::Result,
        Self::Error,
        Self::Clock,
        Self::Overhead,
        Self::Samples,
        Self::Amount,
        Self::Counted,
        Self::Absent,
        Self::Skipped,
    ];

    /// The spelling on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hello => "hello",
            Self::Ready => "ready",
            Self::WindowStart => "window_start",
            Self::WindowEnd => "window_end",
            Self::Phase => "phase",
            Self::Work => "work",
            Self::Checksum => "checksum",
            Self::Counter => "counter",
            Self::Provenance => "provenance",
            Self::Result => "result",
            Self::Error => "error",
            Self::Clock => "clock",
            Self::Overhead => "overhead",
            Self::Samples => "samples",
            Self::Amount => "amount",
            Self::Counted => "counted",
            Self::Absent => "absent",
            Self::Skipped => "skipped",
        }
    }

    /// Whether a message of this kind says what was done or came of it, or who says so: without
    /// one of them what is known of a run is wrong, and without a window it is only less.
    pub fn is_claim(self) -> bool {
        match self {
            Self::Hello
            | Self::Work
            | Self::Checksum
            | Self::Counter
            | Self::Result
            | Self::Error
            | Self::Clock
            | Self::Overhead
            | Self::Samples
            | Self::Amount
            | Self::Counted
            | Self::Absent
            | Self::Skipped => true,
            Self::Ready | Self::WindowStart | Self::WindowEnd | Self::Phase | Self::Provenance => {
                false
            }
        }
    }

    /// The claim that a line is probably meant as, by the words in it: for lines that cannot be
    /// read, or that it would take too long to read. A checksum comes first: it decides the most.
    pub fn meant_by(line: &[u8]) -> Option<Self> {
        let is_named = |kind: &Self| {
            let word = kind.name().as_bytes();
            let is_quoted = |found: &[u8]| {
                found.first() == Some(&b'"')
                    && found.last() == Some(&b'"')
                    && found.get(1..=word.len()) == Some(word)
            };
            line.windows(word.len() + 2).any(is_quoted)
        };
        let claims = Self::ALL.into_iter().filter(|kind| kind.is_claim());
        std::iter::once(Self::Checksum).chain(claims).find(is_named)
    }

    /// The kind of this name, where it is known.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl Message {
    /// Its kind.
    pub fn kind(&self) -> MessageKind {
        match self {
            Self::Hello { .. } => MessageKind::Hello,
            Self::Ready {} => MessageKind::Ready,
            Self::WindowStart { .. } => MessageKind::WindowStart,
            Self::WindowEnd { .. } => MessageKind::WindowEnd,
            Self::Phase { .. } => MessageKind::Phase,
            Self::Work { .. } => MessageKind::Work,
            Self::Checksum { .. } => MessageKind::Checksum,
            Self::Counter { .. } => MessageKind::Counter,
            Self::Provenance { .. } => MessageKind::Provenance,
            Self::Result { .. } => MessageKind::Result,
            Self::Error { .. } => MessageKind::Error,
            Self::Clock { .. } => MessageKind::Clock,
            Self::Overhead { .. } => MessageKind::Overhead,
            Self::Samples { .. } => MessageKind::Samples,
            Self::Amount { .. } => MessageKind::Amount,
            Self::Counted { .. } => MessageKind::Counted,
            Self::Absent { .. } => MessageKind::Absent,
            Self::Skipped { .. } => MessageKind::Skipped,
        }
    }

    /// What it has that no message may have, where it has: a name that is empty or too long.
    pub fn defect(&self) -> Option<String> {
        let too_long = |field: &str| format!("`{field}` is longer than {NAME_BYTES} bytes");
        // What is compared must not be cut, and may not take any room.
        if matches!(self, Self::Provenance { value, .. } if value.len() > NAME_BYTES) {
            return Some(too_long("value"));
        }
        self.named().into_iter().find_map(|(field, text)| match text.len() {
            0 => Some(format!("`{field}` is empty")),
            1..=NAME_BYTES => None,
            _ => Some(too_long(field)),
        })
    }

    /// The name it gives to something, which may neither be empty nor longer than 255 bytes: the
    /// field, and the text.
    fn named(&self) -> Vec<(&'static str, &str)> {
        match self {
            Self::Hello { program, nonce, .. } => vec![("program", program), ("nonce", nonce)],
            Self::WindowStart { name, clock, .. } | Self::Phase { name, clock, .. } => {
                vec![("name", name), ("clock", clock)]
            }
            Self::WindowEnd { clock, .. } => vec![("clock", clock)],
            Self::Provenance { name, .. } => vec![("name", name)],
            Self::Work { units, .. } | Self::Amount { units, .. } => vec![("units", units)],
            Self::Clock { name, .. } => vec![("name", name)],
            Self::Counted { metric, .. } | Self::Absent { metric, .. } => vec![("metric", metric)],
            Self::Counter { name, unit, .. } => vec![("name", name), ("unit", unit)],
            Self::Ready {}
            | Self::Checksum { .. }
            | Self::Result { .. }
            | Self::Error { .. }
            | Self::Overhead { .. }
            | Self::Samples { .. }
            | Self::Skipped { .. } => Vec::new(),
        }
    }
}

fn monotonic() -> String {
    String::from("monotonic")
}

fn is_monotonic(clock: &str) -> bool {
    clock == "monotonic"
}
