//! What a program said of itself in one run.

use super::Iterations;
use crate::protocol::CounterKind;
use crate::{Observations, Value};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A window that a program marked in one run. There may be many, mostly of few names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// What it called it.
    pub name: Arc<str>,
    /// Its number among those of its speaker.
    pub id: u64,
    /// The speaker, where it said which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// What was observed in it, by metric id.
    pub observations: Observations,
}

/// An amount of work.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Work {
    /// What is counted.
    pub units: String,
    /// How many.
    pub count: u64,
}

/// Something that a program's numbers depend on and its command does not show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// What: an input, the version of a library.
    pub name: String,
    /// Which, in the program's words.
    pub value: String,
}

/// What a program counted itself, by the end of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ProgramCounter {
    /// What it called it.
    pub name: String,
    /// In what: `ns`, `bytes`, `count` and `ratio` mean what they mean everywhere, all else is the
    /// program's own.
    pub unit: String,
    /// What sort of quantity.
    pub kind: CounterKind,
    /// Of all speakers together: counters and durations added up, of high-water marks the
    /// highest, of gauges the one said last.
    pub value: Value,
}

/// What is wrong with what a program said. None of it makes what was measured from outside less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SpeechFault {
    /// A line that is no message.
    Garbage,
    /// The last line was cut off.
    HalfLine,
    /// A message of a speaker that had not said `hello` by then; it is not heeded.
    NoHello,
    /// A speaker of another version of the protocol; it is not heeded.
    OtherProtocol,
    /// A speaker with another nonce than the run's; it is not heeded.
    WrongNonce,
    /// A window that ended without having begun, or twice.
    WindowNotOpen,
    /// A window that never ended.
    WindowNotEnded,
    /// A window that ended before it began.
    WindowBackwards,
    /// A window that ended by another clock than it began.
    WindowClock,
    /// A window with the id of an earlier one of the same speaker.
    WindowIdAgain,
    /// A window that took longer than the run by the same kind of clock.
    WindowTooLong,
    /// The same checksum again.
    ChecksumAgain,
    /// Another checksum than before.
    ChecksumContradicts,
    /// A checksum that is not heeded: of a speaker without `hello`, or of no text.
    ChecksumUnheeded,
    /// A second result.
    ResultAgain,
    /// Another provenance than before under the same name.
    ProvenanceContradicts,
    /// A counter with another unit or kind than before, one that fell, or one that was said before
    /// and after its speaker began anew.
    CounterContradicts,
    /// What a benchmark says of its samples that contradicts itself, or comes of two speakers.
    BenchmarkContradicts,
    /// A sum that does not fit into 64 bits.
    TooLarge,
    /// More different names than are kept of one run.
    TooMany,
    /// Lines beyond what is kept of one run.
    Discarded,
}

impl SpeechFault {
    /// All of them.
    pub const ALL: [Self; 21] = [
        Self::Garbage,
        Self::HalfLine,
        Self::NoHello,
        Self::OtherProtocol,
        Self::WrongNonce,
        Self::WindowNotOpen,
        Self::WindowNotEnded,
        Self::WindowBackwards,
        Self::WindowClock,
        Self::WindowIdAgain,
        Self::WindowTooLong,
        Self::ChecksumAgain,
        Self::ChecksumContradicts,
        Self::ChecksumUnheeded,
        Self::ResultAgain,
        Self::ProvenanceContradicts,
        Self::CounterContradicts,
        Self::BenchmarkContradicts,
        Self::TooLarge,
        Self::TooMany,
        Self::Discarded,
    ];
}

/// A fault, how often it was found in a run, and the first of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SpeechFinding {
    /// What is wrong.
    pub fault: SpeechFault,
    /// How often.
    pub count: u64,
    /// The first, in words; it may quote the program, up to a bound.
    pub first: String,
}

/// How many messages of a kind that this version does not know came in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnknownKind {
    /// The kind, cut where it is long.
    pub kind: String,
    /// How many.
    pub count: u64,
}

/// What a program said of itself in one run, beside its windows. All of it follows from the lines
/// of the run in `program.jsonl`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Speech {
    /// What the first speaker called itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// What it was built from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// What its numbers depend on, in the order it was first said; of each the first value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub provenance: Vec<Provenance>,
    /// Processes that were heeded.
    pub speakers: u64,
    /// Messages that were heeded.
    pub messages: u64,
    /// Whether lines were lost that may have been claims: then work and counters are not known, and
    /// none is here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub claims_lost: bool,
    /// The amounts of work of all speakers together, by unit, in the order they were first said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub work: Vec<Work>,
    /// What the outcome amounts to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksum: Option<String>,
    /// The program's answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// What it counted, in the order it was first said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<ProgramCounter>,
    /// What it said of its iterations, where it is a benchmark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterations: Option<Iterations>,
    /// What it said went wrong: how often, and the first, in its words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errors: Option<SaidErrors>,
    /// Messages of kinds that are not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<UnknownKind>,
    /// What is wrong with what it said, in the order of [`SpeechFault::ALL`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<SpeechFinding>,
}

/// What a program said went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SaidErrors {
    /// How many times.
    pub count: u64,
    /// The first, in its words, cut where it is long.
    pub first: String,
}
