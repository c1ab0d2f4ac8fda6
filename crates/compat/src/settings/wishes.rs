//! The settings that mean something to the harness.

use probity_harness::registry::Wish;
use std::num::NonZeroU32;
use std::time::Duration;

/// The settings that mean something to the harness, and that were made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wishes(Wish);

impl Wishes {
    /// So many samples.
    pub(crate) fn sample_size(&mut self, n: usize) {
        self.0.samples = u32::try_from(n).ok().and_then(NonZeroU32::new);
    }

    /// So long a warm-up.
    pub(crate) fn warm_up_time(&mut self, time: Duration) {
        self.0.warm_up_time = Some(time);
    }

    /// So long a measurement.
    pub(crate) fn measurement_time(&mut self, time: Duration) {
        self.0.measurement_time = Some(time);
    }

    /// The smallest difference that matters.
    pub(crate) fn noise_threshold(&mut self, threshold: f64) {
        self.0.limit = fraction(threshold);
    }

    /// How probable a difference may be that is none.
    pub(crate) fn significance_level(&mut self, level: f64) {
        self.0.significance_level = fraction(level);
    }

    /// Those of a group, and of what it belongs to where it has none.
    pub(crate) fn or(self, outer: Self) -> Wish {
        let (Self(inner), Self(outer)) = (self, outer);
        Wish {
            samples: inner.samples.or(outer.samples),
            measurement_time: inner.measurement_time.or(outer.measurement_time),
            warm_up_time: inner.warm_up_time.or(outer.warm_up_time),
            limit: inner.limit.or(outer.limit),
            significance_level: inner.significance_level.or(outer.significance_level),
        }
    }
}

/// A part of one; whatever else was given asks for nothing.
fn fraction(value: f64) -> Option<f64> {
    (value > 0.0 && value < 1.0).then_some(value)
}
