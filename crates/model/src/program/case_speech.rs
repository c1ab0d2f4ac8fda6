//! What a program said of itself over the runs of a case.

use super::{SaidErrors, SpeechFault, UnknownKind};
use crate::protocol::CounterKind;
use crate::{MetricId, MetricSummary};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the windows of one name say together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WindowSummary {
    /// What the program called them.
    pub name: String,
    /// How many there are, in the timed runs in which each of them was measured.
    pub windows: u64,
    /// By metric id. A run counts once, by the median of its windows of that name: windows of one
    /// process are no independent samples.
    pub summary: BTreeMap<MetricId, MetricSummary>,
}

/// What the work of one unit says, and what was measured for each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WorkSummary {
    /// What is counted.
    pub units: String,
    /// How many a timed run did.
    pub count: MetricSummary,
    /// What was measured of a run divided by the work of that run, by metric id.
    pub per_unit: BTreeMap<MetricId, MetricSummary>,
}

/// What a number of a program's own is: its statistics are in the case's summary under its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ProgramMetric {
    /// `program.` and what the program called it.
    pub id: MetricId,
    /// Its unit, as the program spelt it. Where that is the program's own the summary has `own`.
    pub unit: String,
    /// What sort of quantity.
    pub kind: CounterKind,
}

/// What the numbers of a case depend on and its command does not show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaseProvenance {
    /// What.
    pub name: String,
    /// Which, as the first run of any role said that named it.
    pub value: String,
    /// Index of the first run that said another value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub differs_in: Option<u64>,
}

/// Whether the judged runs of a case came to the same outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "snake_case", deny_unknown_fields)]
pub enum Outcome {
    /// All said the same checksum.
    Same {
        /// The checksum.
        checksum: String,
        /// How many.
        runs: u64,
    },
    /// Two said different ones.
    Different {
        /// Indices of the first run, and of the first that differs from it.
        runs: [u64; 2],
        /// What they said.
        checksums: [String; 2],
    },
    /// One said two different ones.
    Contradictory {
        /// Index of the first such run.
        run: u64,
    },
    /// Some said none.
    Partial {
        /// How many said one.
        said: u64,
        /// Of how many.
        runs: u64,
    },
}

/// A fault in what the runs of a case said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaseSpeechFinding {
    /// What is wrong.
    pub fault: SpeechFault,
    /// In how many runs, of every role.
    pub runs: u64,
    /// How often in all.
    pub count: u64,
    /// Index of the first of those runs.
    pub run: u64,
    /// The first, in words; it may quote the program, up to a bound.
    pub first: String,
}

/// What the program of a case said of itself, over its runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaseSpeech {
    /// What it called itself in the first run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// What it was built from, in the first run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// What its numbers depend on, in the order it was first said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub provenance: Vec<CaseProvenance>,
    /// Runs of every role in which it said anything.
    pub runs: u64,
    /// Its work.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub work: Vec<WorkSummary>,
    /// Its own metrics.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metrics: Vec<ProgramMetric>,
    /// Whether its judged runs came to the same outcome; none where none said a checksum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// Names of windows, units, metrics and provenance beyond those that are summed up.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub names_beyond: u64,
    /// Runs in which it said that something went wrong, and the first time in its words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errors: Option<SaidErrors>,
    /// Messages of kinds that are not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<UnknownKind>,
    /// What is wrong with what it said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<CaseSpeechFinding>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}
