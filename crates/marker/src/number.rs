//! The value of a counter, and how it is to be understood.

use core::fmt;

/// What sort of quantity a counter is.
///
/// Readers of the protocol have the same four words in a type of their own (`CounterKind` of
/// `probity-model`): what a measured program links depends on nothing. That both spell them alike
/// is tested where both are at hand, in `crates/testbed/tests/marker`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Accumulates and never falls.
    Counter,
    /// A level at one moment.
    Gauge,
    /// The largest level so far.
    HighWater,
    /// A span of time.
    Duration,
}

impl Kind {
    /// The spelling on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::HighWater => "high_water",
            Self::Duration => "duration",
        }
    }
}

/// A value: an integer is exact, a real has to be finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An exact integer.
    Integer(u64),
    /// A real. One that is not finite makes no line.
    Real(f64),
}

impl From<u64> for Number {
    fn from(value: u64) -> Self {
        Self::Integer(value)
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        Self::Real(value)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => write!(f, "{value}"),
            // The shortest form that reads back the same, always with a point or an exponent.
            Self::Real(value) => write!(f, "{value:?}"),
        }
    }
}
