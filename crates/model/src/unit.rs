//! Units: types inside, suffixes at every edge.

use serde::{Deserialize, Serialize};

/// The unit of a metric as it is written in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Unit {
    /// Nanoseconds; always an integer.
    #[serde(rename = "ns")]
    Nanoseconds,
    /// Bytes; always an integer.
    #[serde(rename = "bytes")]
    Bytes,
    /// A number of things.
    #[serde(rename = "count")]
    Count,
    /// A dimensionless ratio.
    #[serde(rename = "ratio")]
    Ratio,
    /// Microjoules, of energy; always an integer.
    #[serde(rename = "uj")]
    Microjoules,
    /// Microwatts, of power; always an integer.
    #[serde(rename = "uw")]
    Microwatts,
    /// Thousandths of a degree Celsius; always an integer, so that nothing below freezing has one.
    #[serde(rename = "millicelsius")]
    Millicelsius,
    /// Hertz; always an integer.
    #[serde(rename = "hz")]
    Hertz,
    /// Nanoseconds for each iteration of a benchmark; may have a fraction.
    #[serde(rename = "ns/iter")]
    NanosecondsPerIteration,
    /// A number of things for each iteration of a benchmark.
    #[serde(rename = "count/iter")]
    CountPerIteration,
    /// Bytes for each iteration of a benchmark.
    #[serde(rename = "bytes/iter")]
    BytesPerIteration,
    /// The unit of a measured program's own, which it named: see [`crate::ProgramMetric`].
    #[serde(rename = "own")]
    Own,
}

impl Unit {
    /// The spelling in JSON and in tables of metrics.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nanoseconds => "ns",
            Self::Bytes => "bytes",
            Self::Count => "count",
            Self::Ratio => "ratio",
            Self::Microjoules => "uj",
            Self::Microwatts => "uw",
            Self::Millicelsius => "millicelsius",
            Self::Hertz => "hz",
            Self::NanosecondsPerIteration => "ns/iter",
            Self::CountPerIteration => "count/iter",
            Self::BytesPerIteration => "bytes/iter",
            Self::Own => "own",
        }
    }

    /// The unit that a program means by `name`: its own, where it is none of these, which the
    /// protocol fixed. What else is measured in a unit of ours is no program's business.
    pub fn named(name: &str) -> Self {
        let ours = [Self::Nanoseconds, Self::Bytes, Self::Count, Self::Ratio];
        ours.into_iter().find(|unit| unit.name() == name).unwrap_or(Self::Own)
    }

    /// Whether statistics of it stay integers too (times are integer nanoseconds, sizes integer
    /// bytes, physical quantities integers of a unit far below what their sensors tell apart; the
    /// middle of two counts may be a half).
    pub fn is_integral(self) -> bool {
        !matches!(
            self,
            Self::Count
                | Self::Ratio
                | Self::NanosecondsPerIteration
                | Self::CountPerIteration
                | Self::BytesPerIteration
                | Self::Own
        )
    }
}

/// A span of time in nanoseconds, or a reading of a monotonic clock whose zero means nothing.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Nanoseconds(pub u64);

impl Nanoseconds {
    /// The span as seconds, for people and for planning; not for evidence.
    pub fn as_seconds(self) -> f64 {
        self.0 as f64 / 1e9
    }

    /// The span since `earlier`, or `None` where the clock went backwards.
    pub fn since(self, earlier: Self) -> Option<Self> {
        self.0.checked_sub(earlier.0).map(Self)
    }
}

/// A size in bytes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Bytes(pub u64);
