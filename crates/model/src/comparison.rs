//! What was decided about a candidate against the reference.

use crate::{CaseId, MetricId};
use serde::{Deserialize, Serialize};

/// The verdict on one comparison. Refusing is a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Shown to be slower (larger) by more than the limit.
    Regressed,
    /// Shown to be faster (smaller) by more than the limit.
    Improved,
    /// Shown to lie within the limit.
    NoDifferenceShown,
    /// Noise, or too few blocks, hides the answer.
    Inconclusive,
    /// The two must not be compared.
    Incomparable,
    /// The evidence cannot be used.
    Invalid,
}

impl Verdict {
    /// The spelling, the same everywhere.
    pub fn name(self) -> &'static str {
        match self {
            Self::Regressed => "regressed",
            Self::Improved => "improved",
            Self::NoDifferenceShown => "no_difference_shown",
            Self::Inconclusive => "inconclusive",
            Self::Incomparable => "incomparable",
            Self::Invalid => "invalid",
        }
    }
}

/// An interval of a ratio.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum RatioInterval {
    /// Lower and upper bound: order statistics of the block ratios.
    Bounds([f64; 2]),
    /// Why there is none.
    Absent(crate::summary::SpreadAbsence),
}

impl RatioInterval {
    /// The bounds, if there are any.
    pub fn bounds(&self) -> Option<[f64; 2]> {
        match self {
            Self::Bounds(bounds) => Some(*bounds),
            Self::Absent(_) => None,
        }
    }

    /// An absent interval.
    pub fn absent(absence: crate::Absence) -> Self {
        Self::Absent(crate::summary::SpreadAbsence::Unavailable(absence))
    }
}

/// The ratio of candidate to reference over the blocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ratio {
    /// Median of the block ratios (geometric mean of the middle two where even).
    pub median: f64,
    /// Its sign-test interval at `level`.
    pub interval: RatioInterval,
    /// The confidence the interval was drawn for (Holm's step of this row).
    pub level: f64,
}

/// In how many blocks each side was the smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Wins {
    /// Blocks in which the candidate was smaller.
    pub candidate: u64,
    /// Blocks in which the reference was smaller.
    pub reference: u64,
    /// Blocks without a difference.
    pub ties: u64,
}

/// The null control: the reference against itself, in the same blocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NullControl {
    /// Null run over timed run of the reference.
    pub ratio: Ratio,
    /// Blocks in which both were had.
    pub blocks: u64,
    /// Whether it strays so far that the campaign is void.
    pub void: bool,
}

/// The limits a difference has to pass, as fractions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// What was asked for.
    pub practical: f64,
    /// The larger of that and the null's own deviation from 1.
    pub effective: f64,
}

/// One candidate judged against the reference on one metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// The judged metric.
    pub metric: MetricId,
    /// The case judged against.
    pub reference: CaseId,
    /// The case judged.
    pub candidate: CaseId,
    /// Candidate over reference; absent where no block had both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio: Option<Ratio>,
    /// Blocks that had both.
    pub blocks: u64,
    /// Blocks that a verdict needs, from the size of the family.
    pub blocks_required: u64,
    /// About how many more blocks would decide it, when it is inconclusive for noise or number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks_more: Option<u64>,
    /// Comparisons in the family.
    pub family: u64,
    /// Which side was smaller how often.
    pub wins: Wins,
    /// The null control of the same campaign; absent where no block had it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub null: Option<NullControl>,
    /// The limits.
    pub limit: Limit,
    /// Whether both cases executed byte-identical files.
    pub same_binary: bool,
    /// The verdict.
    pub verdict: Verdict,
    /// Why; a lower-case fragment.
    pub reason: String,
}

impl Comparison {
    /// Where a verdict needs more than so many times the blocks that there are, nobody should wait
    /// for them.
    pub const FAR: u64 = 50;
}
