//! Which quantile, exactly.

/// A quantile strictly between 0 and 1, kept as a fraction: `0.07 * 100` in floats is a little
/// more than 7, and its ceiling would name the wrong sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quantile {
    numerator: u32,
    denominator: u32,
}

impl Quantile {
    /// The lower quartile.
    pub const FIRST_QUARTILE: Self = Self { numerator: 1, denominator: 4 };
    /// The upper quartile.
    pub const THIRD_QUARTILE: Self = Self { numerator: 3, denominator: 4 };

    /// `numerator / denominator`; none unless strictly between 0 and 1 (the ends are the smallest
    /// and the largest sample, not quantiles).
    pub fn new(numerator: u32, denominator: u32) -> Option<Self> {
        (0 < numerator && numerator < denominator).then_some(Self { numerator, denominator })
    }

    /// How many samples it needs. Outside [0.1, 0.9] ten samples must be expected in the tail,
    /// `n >= 10 / min(q, 1 - q)`; quartiles need four.
    pub fn samples_needed(self) -> u64 {
        let (numerator, denominator) = (u64::from(self.numerator), u64::from(self.denominator));
        let tail = numerator.min(denominator - numerator);
        if 10 * tail < denominator {
            (10 * denominator).div_ceil(tail)
        } else if 4 * tail == denominator {
            4
        } else {
            1
        }
    }

    /// The nearest rank among `n` ordered samples, from 1: `ceil(n * q)`.
    pub fn rank(self, n: u64) -> u64 {
        let product = u128::from(n) * u128::from(self.numerator);
        product.div_ceil(u128::from(self.denominator)) as u64
    }
}
