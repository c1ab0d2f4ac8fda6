//! What many observations of one metric say together.

use crate::{Absence, Unit, Value};
use serde::{Deserialize, Serialize};

/// A metric of a case over its timed runs: statistics, or the reason there are none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum MetricSummary {
    /// At least one run measured it.
    Measured(Statistics),
    /// No run measured it.
    Unavailable(Absence),
    /// It makes no sense here.
    NotApplicable {
        /// Why; a lower-case fragment.
        reason: String,
    },
}

/// Statistics of the runs that measured it. Nothing is discarded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Statistics {
    /// Samples.
    pub n: u64,
    /// Independent processes they come from.
    pub processes: u64,
    /// How many of the samples are estimates: their counter ran for a part of the window only.
    pub estimated: u64,
    /// Timed runs in which it was absent.
    pub absent: u64,
    /// The median; the mean of the middle two where `n` is even.
    pub median: Value,
    /// Median absolute deviation from the median, unscaled; 0 of a single sample, where it says
    /// nothing.
    pub mad: Value,
    /// The smallest.
    pub min: Value,
    /// The largest.
    pub max: Value,
    /// First and third quartile (nearest rank), from four samples on.
    pub quartiles: Spread,
    /// 95 % interval of the median (sign test), from six samples on.
    pub interval: Spread,
    /// The unit of all of them.
    pub unit: Unit,
}

impl Statistics {
    /// The median absolute deviation, where there are two samples that can deviate.
    pub fn deviation(&self) -> Option<Value> {
        (self.n > 1).then_some(self.mad)
    }
}

/// Two bounds, or why there are none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Spread {
    /// Lower and upper bound.
    Bounds([Value; 2]),
    /// Why there are none.
    Absent(SpreadAbsence),
}

/// The absent form of a [`Spread`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum SpreadAbsence {
    /// There are none, and why.
    Unavailable(Absence),
}

impl Spread {
    /// An absent spread.
    pub fn absent(absence: Absence) -> Self {
        Self::Absent(SpreadAbsence::Unavailable(absence))
    }

    /// The bounds, if there are any.
    pub fn bounds(&self) -> Option<[Value; 2]> {
        match self {
            Self::Bounds(bounds) => Some(*bounds),
            Self::Absent(_) => None,
        }
    }
}

impl MetricSummary {
    /// The statistics, if it was measured.
    pub fn statistics(&self) -> Option<&Statistics> {
        match self {
            Self::Measured(statistics) => Some(statistics),
            Self::Unavailable(_) | Self::NotApplicable { .. } => None,
        }
    }
}
