//! Probabilities far below the smallest float.

/// A probability as `1.fraction * 2^exponent`. The sign test of a million blocks reaches 2^-999999,
/// which a float would make 0; the order of two such values is still needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Probability {
    // In this order: it is what the derived comparison needs.
    exponent: i64,
    fraction: u64,
}

const FRACTION_BITS: u32 = f64::MANTISSA_DIGITS - 1;
const BIAS: i64 = f64::MAX_EXP as i64 - 1;

impl Probability {
    /// Certainty.
    pub const ONE: Self = Self { exponent: 0, fraction: 0 };

    /// `value * 2^exponent`; none unless `value` is a normal float above 0.
    pub(crate) fn scaled(value: f64, exponent: i64) -> Option<Self> {
        (value.is_normal() && value > 0.0).then(|| {
            let bits = value.to_bits();
            Self {
                exponent: exponent + (bits >> FRACTION_BITS) as i64 - BIAS,
                fraction: bits & ((1 << FRACTION_BITS) - 1),
            }
        })
    }

    /// Whether it is at most `alpha`. Nothing is within an `alpha` that is not a normal float
    /// above 0.
    pub fn is_within(self, alpha: f64) -> bool {
        Self::scaled(alpha, 0).is_some_and(|alpha| self <= alpha)
    }
}
