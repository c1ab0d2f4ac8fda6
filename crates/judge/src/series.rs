//! The block ratios of a comparison.

use crate::Pair;
use probity_model::{Absence, Cause, Ratio, RatioInterval, Wins};
use probity_stats::{Ordered, Probability, Signs};

/// Ratios of at least one block, in the order of the blocks and in the order of their size.
pub(crate) struct Series {
    by_block: Vec<f64>,
    ordered: Ordered<f64>,
    median: f64,
}

impl Series {
    /// The ratios of the pairs; none without pairs.
    pub(crate) fn of(pairs: &[Pair]) -> Option<Self> {
        let mut pairs = pairs.to_vec();
        pairs.sort_by_key(|pair| pair.block());
        let by_block: Vec<f64> = pairs.iter().map(|pair| pair.ratio()).collect();
        let ordered = Ordered::reals(by_block.iter().copied())?;
        let median = ordered.median_ratio()?;
        Some(Self { by_block, ordered, median })
    }

    pub(crate) fn blocks(&self) -> u64 {
        self.ordered.n()
    }

    pub(crate) fn median(&self) -> f64 {
        self.median
    }

    /// The interval of the median at confidence `1 - alpha`, where there are blocks enough.
    pub(crate) fn bounds(&self, alpha: f64) -> Option<[f64; 2]> {
        self.ordered.interval(alpha).ok()
    }

    pub(crate) fn p_value(&self) -> Probability {
        self.signs().p_value()
    }

    pub(crate) fn wins(&self) -> Wins {
        let Signs { below, above, ties } = self.signs();
        Wins { candidate: below, reference: above, ties }
    }

    pub(crate) fn ratio(&self, alpha: f64) -> Ratio {
        let interval = match self.ordered.interval(alpha) {
            Ok(bounds) => RatioInterval::Bounds(bounds),
            Err(too_few) => {
                let reason = format!("needs {} blocks, has {}", too_few.needed, too_few.n);
                RatioInterval::absent(Absence::new(Cause::TooFew, reason))
            }
        };
        Ratio { median: self.median, interval, level: 1.0 - alpha }
    }

    /// The medians of the first and of the last half of the blocks; the middle one of an odd
    /// number belongs to neither. None below two blocks.
    pub(crate) fn halves(&self) -> Option<[f64; 2]> {
        let half = self.by_block.len() / 2;
        let first = self.by_block.get(..half)?;
        let last = self.by_block.get(self.by_block.len() - half..)?;
        let median = |ratios: &[f64]| Ordered::reals(ratios.iter().copied())?.median_ratio();
        Some([median(first)?, median(last)?])
    }

    fn signs(&self) -> Signs {
        Signs::about(1.0, &self.by_block)
    }
}
