//! Code that has a clock of its own.

use crate::timing::{Bracket, Clock, Sample, Sampled, Shape};
use std::time::Duration;

/// Code that is told how often it is to do its work, and says how long that took.
pub(super) struct Custom<F>(pub(super) F);

impl<F: FnMut(u64) -> Duration> Sampled for Custom<F> {
    fn shape(&self) -> Shape {
        Shape::Custom
    }

    /// In a bracket of ours there is all it does, whether it times that or not.
    fn sample<B: Bracket + ?Sized>(&mut self, iterations: u64, bracket: &mut B) {
        bracket.begin();
        let _ = (self.0)(iterations);
        bracket.end(iterations);
    }

    fn timed(&mut self, _clock: Clock, iterations: u64) -> Sample {
        // 2^64 ns are 584 years.
        let ticks = u64::try_from((self.0)(iterations).as_nanos()).unwrap_or(u64::MAX);
        Sample::Taken { ticks, brackets: 0 }
    }
}
