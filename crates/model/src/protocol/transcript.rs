//! What a program said in a run, and how evidence keeps it.

use super::Line;
#[cfg(doc)]
use super::MessageKind;
use serde::{Deserialize, Serialize};

/// Lines that came and were not kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Discarded {
    /// Lines, and where the last one had no end that one too.
    pub lines: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// How many of the lines may have been claims ([`MessageKind::is_claim`]): then the sums of
    /// those that were kept are not the program's.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub claims: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Discarded {
    /// Whether nothing was.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// Everything that a program said in one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Transcript {
    /// The nonce that the run was given.
    pub nonce: String,
    /// The lines that were kept, the first ones, in the order they came.
    pub lines: Vec<Line>,
    /// Those that came after them.
    pub discarded: Discarded,
}

impl Transcript {
    /// Most lines that are kept of a run, whatever they say.
    pub const LINES: usize = 4_096;
    /// Most bytes of them, as they came.
    pub const BYTES: usize = 512 << 10;
    /// Most lines beyond these that are kept because they are claims ([`MessageKind::is_claim`]).
    pub const CLAIMS: usize = 1_024;
    /// Most bytes of these.
    pub const CLAIM_BYTES: usize = 256 << 10;

    /// The records of it in `program.jsonl`.
    pub fn into_records(self, run: u64) -> impl Iterator<Item = Record> {
        let heard = Heard { nonce: self.nonce, discarded: self.discarded };
        let lines = self.lines.into_iter().map(Entry::Line);
        std::iter::once(Entry::Heard(heard)).chain(lines).map(move |entry| Record { run, entry })
    }
}

/// A line of `program.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Record {
    /// Index of the run in which it was said.
    pub run: u64,
    /// What.
    #[serde(flatten)]
    pub entry: Entry,
}

/// What a record holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// The first of a run.
    Heard(Heard),
    /// One line of the program.
    Line(Line),
}

/// What is known of a run's lines as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Heard {
    /// The nonce that the run was given.
    pub nonce: String,
    /// What was not kept.
    #[serde(default, skip_serializing_if = "Discarded::is_none")]
    pub discarded: Discarded,
}
