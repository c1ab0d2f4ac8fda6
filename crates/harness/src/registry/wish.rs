//! How a benchmark itself wants to be measured.

use std::num::NonZeroU32;
use std::time::Duration;

/// How a benchmark itself wants to be measured, in all its runs together. The command line wins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wish {
    /// The fewest samples.
    pub samples: Option<NonZeroU32>,
    /// How long it is measured.
    pub measurement_time: Option<Duration>,
    /// How long it is warmed up.
    pub warm_up_time: Option<Duration>,
    /// The smallest relative difference that matters.
    pub limit: Option<f64>,
    /// How probable a difference may be that is none.
    pub significance_level: Option<f64>,
}
