//! Ordered samples and what can be read from their order.

use crate::{Halves, Quantile, blocks_required, interval_ranks};

/// A statistic that needs more samples than there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFew {
    /// How many there are.
    pub n: u64,
    /// How many it needs.
    pub needed: u64,
}

impl std::fmt::Display for TooFew {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "needs {} samples, has {}", self.needed, self.n)
    }
}

impl std::error::Error for TooFew {}

/// Samples in ascending order. None is ever discarded.
#[derive(Clone, Debug, PartialEq)]
pub struct Ordered<T>(Vec<T>);

impl<T: Copy> Ordered<T> {
    /// How many samples.
    pub fn n(&self) -> u64 {
        self.0.len() as u64
    }

    /// The samples, smallest first.
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    /// The smallest, if there is any.
    pub fn min(&self) -> Option<T> {
        self.0.first().copied()
    }

    /// The largest, if there is any.
    pub fn max(&self) -> Option<T> {
        self.0.last().copied()
    }

    /// The sample at `rank`, from 1.
    pub fn at_rank(&self, rank: u64) -> Option<T> {
        let place = usize::try_from(rank.checked_sub(1)?).ok()?;
        self.0.get(place).copied()
    }

    /// A quantile by nearest rank: always one of the samples.
    ///
    /// # Errors
    /// When there are too few samples for this quantile.
    pub fn quantile(&self, quantile: Quantile) -> Result<T, TooFew> {
        let too_few = TooFew { n: self.n(), needed: quantile.samples_needed() };
        if too_few.n < too_few.needed {
            return Err(too_few);
        }
        self.at_rank(quantile.rank(self.n())).ok_or(too_few)
    }

    /// The first and the third quartile.
    ///
    /// # Errors
    /// Below four samples.
    pub fn quartiles(&self) -> Result<[T; 2], TooFew> {
        Ok([self.quantile(Quantile::FIRST_QUARTILE)?, self.quantile(Quantile::THIRD_QUARTILE)?])
    }

    /// The two-sided sign-test interval of the median at confidence `1 - alpha`. It assumes
    /// independent samples and nothing about their distribution.
    ///
    /// # Errors
    /// When there are too few samples for that confidence (below 6 for 95 %).
    pub fn interval(&self, alpha: f64) -> Result<[T; 2], TooFew> {
        let bounds = interval_ranks(self.n(), alpha)
            .and_then(|ranks| Some([self.at_rank(ranks.lower)?, self.at_rank(ranks.upper)?]));
        bounds.ok_or_else(|| TooFew { n: self.n(), needed: blocks_required(1, alpha) })
    }

    /// The middle two; the same sample twice where their number is odd.
    fn middle(&self) -> Option<(T, T)> {
        let n = self.n();
        Some((self.at_rank(n.div_ceil(2))?, self.at_rank(n / 2 + 1)?))
    }
}

impl Ordered<u64> {
    /// Orders integers.
    pub fn integers(values: impl IntoIterator<Item = u64>) -> Self {
        let mut values: Vec<u64> = values.into_iter().collect();
        values.sort_unstable();
        Self(values)
    }

    /// The exact median: the mean of the middle two where their number is even.
    pub fn median(&self) -> Option<Halves> {
        self.middle().map(|(a, b)| Halves::mean(a, b))
    }

    /// The exact median absolute deviation from the exact median, unscaled.
    pub fn mad(&self) -> Option<Halves> {
        let median = self.median()?.count();
        let halves = |value: u64| (2 * u128::from(value)).abs_diff(median);
        let mut deviations: Vec<u128> = self.0.iter().map(|&value| halves(value)).collect();
        deviations.sort_unstable();
        // All deviations have the parity of the median, so the mean of two is whole halves again.
        let (a, b) = Ordered(deviations).middle()?;
        Some(Halves::new((a + b) / 2))
    }
}

impl Ordered<f64> {
    /// Orders reals; none where one of them is not finite.
    pub fn reals(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        values.iter().all(|value| value.is_finite()).then_some(Self(values))
    }

    /// The median: the mean of the middle two where their number is even.
    pub fn median(&self) -> Option<f64> {
        self.middle().map(|(a, b)| a.midpoint(b))
    }

    /// The median absolute deviation from the median, unscaled.
    pub fn mad(&self) -> Option<f64> {
        let median = self.median()?;
        Self::reals(self.0.iter().map(|value| (value - median).abs()))?.median()
    }

    /// The median of ratios: the geometric mean of the middle two where their number is even,
    /// which is the median of their logarithms without a logarithm. For samples of 0 and more.
    pub fn median_ratio(&self) -> Option<f64> {
        self.middle().map(|(a, b)| if a == b { a } else { geometric_mean(a, b) })
    }
}

/// `sqrt(a * b)`; by the roots where the product leaves the range in which it is exact.
fn geometric_mean(a: f64, b: f64) -> f64 {
    let product = a * b;
    if product.is_normal() { product.sqrt() } else { a.sqrt() * b.sqrt() }
}
