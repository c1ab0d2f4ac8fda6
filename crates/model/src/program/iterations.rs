//! What a benchmark said of its iterations in one run.

use crate::Value;
use serde::{Deserialize, Serialize};

/// How much one iteration handles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Amount {
    /// Of what: `bytes`, `items`, `chars`, or the benchmark's own.
    pub units: String,
    /// How much.
    pub value: Value,
}

/// What the samples of one process say. All times are nanoseconds for one iteration, less what the
/// loop and the clock take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct IterationTime {
    /// The clock they were taken by.
    pub clock: String,
    /// How many ticks it makes in a second.
    pub hz: u64,
    /// The smallest step it was seen to make, in ticks.
    pub step: u64,
    /// How many samples.
    pub samples: u64,
    /// Iterations in each of them.
    pub iterations: u64,
    /// The median of them; it may be below 0 where nothing is left but error.
    pub median: f64,
    /// Median absolute deviation from it.
    pub mad: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// By how much all of them may be wrong together: the errors of what was subtracted.
    pub error: f64,
    /// Where it is not told apart from an empty loop: it is at most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<f64>,
}

/// What a benchmark said of its iterations.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Iterations {
    /// What its samples say, in a run that was timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<IterationTime>,
    /// How much one of them handles, in the order it was said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub amounts: Vec<Amount>,
    /// In how many of them things were counted, in a run that counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<u64>,
    /// The largest part of a count that was the counting's own, and was subtracted: what beginning
    /// and ending windows counts of itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counting_share: Option<f64>,
    /// Why it was not to be measured, in its words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<String>,
}
