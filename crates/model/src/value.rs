//! The number inside an observation.

use serde::{Deserialize, Serialize};

/// A measured number: an exact integer in its unit, or a real where the quantity has no integer
/// form (a ratio, the middle of two counts). Never NaN and never infinite: [`Value::real`] is the
/// only way to make a real from an untrusted float.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Value {
    /// An exact integer.
    Integer(u64),
    /// A finite real.
    Real(f64),
}

impl Value {
    /// A real value, or `None` where the float is not finite.
    pub fn real(value: f64) -> Option<Self> {
        value.is_finite().then_some(Self::Real(value))
    }

    /// The value as a float, for arithmetic. Exact up to 2^53.
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Integer(value) => value as f64,
            Self::Real(value) => value,
        }
    }

    /// The exact integer, if it is one.
    pub fn as_integer(self) -> Option<u64> {
        match self {
            Self::Integer(value) => Some(value),
            Self::Real(_) => None,
        }
    }
}

impl From<u64> for Value {
    fn from(value: u64) -> Self {
        Self::Integer(value)
    }
}
