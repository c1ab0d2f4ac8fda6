//! One outcome of measuring one metric.

mod flat;
mod observations;

pub use observations::{Observations, Observed, Reading};

use crate::{Absence, Cause, Scope, Unit, Value};
use serde::{Deserialize, Serialize};

/// The outcome of measuring: a value, the reason there is none, or that none makes sense here.
/// There is no fourth state, and no number stands for the last two.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "snake_case", deny_unknown_fields)]
pub enum Observation {
    /// It was measured. A measured zero is legal.
    Measured(Measured),
    /// It could not be had here.
    Unavailable(Absence),
    /// It makes no sense here.
    NotApplicable {
        /// Why it makes no sense; a lower-case fragment.
        reason: String,
    },
}

/// A value with everything that says what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measured {
    /// The number, in `unit`.
    pub value: Value,
    /// Its unit.
    pub unit: Unit,
    /// Exact or estimated.
    #[serde(flatten)]
    pub quality: Quality,
    /// Whose number it is.
    pub scope: Scope,
    /// What was actually read: the call or the file.
    pub source: String,
}

/// How far a number can be trusted as a count of what happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "quality", rename_all = "snake_case")]
pub enum Quality {
    /// Everything that happened in the window was counted.
    Exact,
    /// The counter ran for part of the window only and was scaled up.
    Estimated {
        /// How long the counter was enabled, in nanoseconds.
        enabled_ns: u64,
        /// How long it really counted, in nanoseconds.
        running_ns: u64,
    },
}

impl Observation {
    /// Shorthand for an absence.
    pub fn unavailable(cause: Cause, reason: impl Into<String>) -> Self {
        Self::Unavailable(Absence::new(cause, reason))
    }

    /// The measured part, if there is one.
    pub fn measured(&self) -> Option<&Measured> {
        match self {
            Self::Measured(measured) => Some(measured),
            Self::Unavailable(_) | Self::NotApplicable { .. } => None,
        }
    }
}

impl From<Absence> for Observation {
    fn from(absence: Absence) -> Self {
        Self::Unavailable(absence)
    }
}
