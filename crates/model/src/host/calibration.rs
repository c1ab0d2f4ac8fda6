//! Whether a counter repeats itself: what it counts of nothing, and of known work.

use crate::{Absence, MetricId, Unit, Value};
use serde::{Deserialize, Serialize};

/// The energy counters of a machine, calibrated, or why there is nothing to calibrate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case", deny_unknown_fields)]
pub enum EnergyCalibration {
    /// There are counters.
    Measured {
        /// About how long each window was, in nanoseconds.
        window_ns: u64,
        /// Each counter that there is, in column order.
        counters: Vec<CounterCalibration>,
    },
    /// There is none.
    Unavailable(Absence),
}

/// One counter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CounterCalibration {
    /// The metric that it is.
    pub metric: MetricId,
    /// The unit of both medians.
    pub unit: Unit,
    /// In windows in which we only waited.
    pub idle: Repeatability,
    /// In windows in which we did the same work each time.
    pub known_work: Repeatability,
}

/// What several windows with the same content say together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeatability {
    /// How many windows have a value.
    pub n: u64,
    /// Their median; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub median: Option<Value>,
    /// Their relative standard deviation, of the sample; left out where it is not defined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rsd: Option<f64>,
    /// What that makes of the counter.
    pub quality: Steadiness,
    /// Why the first window without a value has none; left out where each has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absence: Option<Absence>,
}

/// Whether a counter repeats itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Steadiness {
    /// The relative standard deviation is at most [`Steadiness::LIMIT`].
    Stable,
    /// It is above.
    Noisy,
    /// It is not defined: fewer than two values, or a mean of 0. That is never stable.
    Indeterminate,
}

impl Steadiness {
    /// The largest relative standard deviation of what is stable.
    pub const LIMIT: f64 = 0.05;

    /// By the relative standard deviation, where there is one.
    pub fn of(rsd: Option<f64>) -> Self {
        match rsd {
            Some(rsd) if rsd <= Self::LIMIT => Self::Stable,
            Some(_) => Self::Noisy,
            None => Self::Indeterminate,
        }
    }

    /// The spelling in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stable => "stable",
            Self::Noisy => "noisy",
            Self::Indeterminate => "indeterminate",
        }
    }
}
