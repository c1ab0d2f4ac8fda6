//! What the instrument found when it checked itself.

use crate::{Capabilities, HostFacts, Observation, Producer, Unit, Value};
use serde::{Deserialize, Serialize};

/// The record of a self-test: the machine, what can be had there, and every check with the numbers
/// behind its verdict. It is what `probity selftest --json` writes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SelfTest {
    /// Format version: 1.
    pub schema: u64,
    /// Always `selftest`.
    pub kind: String,
    /// Who made it.
    pub probity: Producer,
    /// The machine.
    pub host: HostFacts,
    /// What could be measured, and why the rest could not.
    pub capabilities: Capabilities,
    /// The checks, in the order they were made.
    pub checks: Vec<Check>,
}

/// One check of the instrument by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Its name.
    pub id: String,
    /// What it shows where it passes.
    pub shows: String,
    /// What came of it.
    pub verdict: CheckVerdict,
    /// Why; a lower-case fragment.
    pub reason: String,
    /// What the user can do about it, where something is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// What was looked at, in the order it was seen.
    pub seen: Vec<Seen>,
    /// What it was held against.
    pub required: Vec<Required>,
    /// How long the check took, in nanoseconds.
    pub took_ns: u64,
}

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CheckVerdict {
    /// The instrument did what it promises.
    Pass,
    /// It did not, or the machine told it what is not so.
    Fail,
    /// What the check needs is not to be had here.
    CannotTell,
}

impl CheckVerdict {
    /// The words for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::CannotTell => "cannot tell",
        }
    }
}

/// A number that a check looked at, or its absence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// What it is of.
    pub what: String,
    /// The number with all that is to be said of it, or why there is none.
    pub observation: Observation,
}

/// A number that a check holds others against.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Required {
    /// What is to be so large, or at most or at least so large.
    pub what: String,
    /// The number.
    pub value: Value,
    /// Its unit.
    pub unit: Unit,
}

impl SelfTest {
    /// How many checks came out so.
    pub fn count(&self, verdict: CheckVerdict) -> usize {
        self.checks.iter().filter(|check| check.verdict == verdict).count()
    }
}
