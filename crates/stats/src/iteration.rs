//! Time per iteration from samples of many iterations.

use crate::Ordered;

/// What is known of samples: all of it as it was said, so that whoever has it comes to the same
/// number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Samples<'a> {
    /// What each sample took, in ticks.
    pub ticks: &'a [u64],
    /// Iterations in each of them.
    pub iterations: u64,
    /// Ticks in a second.
    pub hz: u64,
    /// The smallest step of the clock, in ticks.
    pub step: u64,
    /// What reading the clock adds to a sample, and by how much that may be wrong, in thousandths
    /// of a tick.
    pub sample_mt: [u64; 2],
    /// What the loop adds to each iteration, and by how much that may be wrong, in the same.
    pub iteration_mt: [u64; 2],
}

/// What the samples come to, in nanoseconds for one iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerIteration {
    /// The median; below 0 where nothing is left but error.
    pub median: f64,
    /// The median absolute deviation from it.
    pub mad: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// By how much all of them may be wrong together.
    pub error: f64,
    /// Where it is not told apart from an empty loop: it is at most this.
    pub at_most: Option<f64>,
}

/// A time is told apart from nothing where it is more than so many times what it may be wrong by.
/// The errors are spreads of a calibration, about one standard deviation each; three of them leave
/// one empty body in hundreds.
const TOLD_APART: f64 = 3.0;
const THOUSANDTHS: f64 = 1_000.0;
const NANOSECONDS: f64 = 1e9;

impl Samples<'_> {
    /// Nanoseconds for one iteration of a sample that took so many ticks.
    fn each(&self, ticks: f64) -> f64 {
        let [sample, _] = self.sample_mt;
        let [iteration, _] = self.iteration_mt;
        let left = ticks - sample as f64 / THOUSANDTHS;
        let each = left / self.iterations as f64 - iteration as f64 / THOUSANDTHS;
        self.nanoseconds(each)
    }

    fn nanoseconds(&self, ticks: f64) -> f64 {
        ticks * NANOSECONDS / self.hz as f64
    }

    /// By how much each of them may be wrong together with all others: what was subtracted, and a
    /// step of the clock in a sample.
    fn error(&self) -> f64 {
        let [_, sample] = self.sample_mt;
        let [_, iteration] = self.iteration_mt;
        let of_sample = sample as f64 / THOUSANDTHS + self.step as f64;
        self.nanoseconds(of_sample / self.iterations as f64 + iteration as f64 / THOUSANDTHS)
    }

    /// What they come to; none of no samples, or of what no clock could have said.
    pub fn per_iteration(&self) -> Option<PerIteration> {
        if self.iterations == 0 || self.hz == 0 {
            return None;
        }
        let each = Ordered::reals(self.ticks.iter().map(|&ticks| self.each(ticks as f64)))?;
        let (median, mad) = (each.median()?, each.mad()?);
        let error = self.error();
        let least = TOLD_APART * error;
        let bound = if median > 0.0 { median + least } else { least };
        let at_most = (median <= least).then_some(bound);
        Some(PerIteration { median, mad, min: each.min()?, max: each.max()?, error, at_most })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(ticks: &[u64]) -> Samples<'_> {
        Samples {
            ticks,
            iterations: 1_000,
            hz: 2_000_000_000,
            step: 2,
            sample_mt: [50_000, 1_000],
            iteration_mt: [1_500, 100],
        }
    }

    #[test]
    fn what_is_not_the_body_is_taken_away() {
        let found = samples(&[21_550, 21_450, 21_650]).per_iteration().unwrap();
        // (21,550 - 50) / 1,000 - 1.5 = 20 ticks of half a nanosecond.
        assert!((found.median - 10.0).abs() < 1e-9, "{found:?}");
        assert!((found.mad - 0.05).abs() < 1e-9, "{found:?}");
        // (1 + 2) / 1,000 + 0.1 ticks.
        assert!((found.error - 0.0515).abs() < 1e-9, "{found:?}");
        assert_eq!(found.at_most, None);
        assert!(found.min < found.median && found.median < found.max);
    }

    #[test]
    fn what_is_near_nothing_has_a_bound_and_no_point() {
        let found = samples(&[1_560, 1_555, 1_550]).per_iteration().unwrap();
        assert!(found.at_most.is_some_and(|most| most >= found.median && most > 0.0));
        // More was taken away than there was.
        let found = samples(&[100, 100, 100]).per_iteration().unwrap();
        assert!(found.median < 0.0);
        assert!(found.at_most.is_some_and(|most| most > 0.0), "{found:?}");
    }

    #[test]
    fn nothing_comes_of_nothing() {
        assert_eq!(samples(&[]).per_iteration(), None);
        assert_eq!(Samples { iterations: 0, ..samples(&[1]) }.per_iteration(), None);
        assert_eq!(Samples { hz: 0, ..samples(&[1]) }.per_iteration(), None);
    }
}
