//! The sign test and the interval it gives.
//!
//! If the median of a difference is 0, each block falls on either side like a fair coin. Nothing
//! is assumed about the size of the noise.

use crate::Probability;

/// The doubled lower tail of a fair binomial, walked from 0 heads upward:
/// `2 * P(at most heads of n)`.
///
/// Both the ranks of an interval and a p-value come from this one walk, so that they agree to the
/// last bit. Each step is two exactly rounded operations; after a million of them the relative
/// error stays below 1e-9.
struct Tail {
    n: u64,
    heads: u64,
    term: f64,
    sum: f64,
    /// `term` and `sum` are in units of 2^exponent; up to the middle neither outgrows the other by
    /// more than a factor of n.
    exponent: i64,
}

/// Where a term is scaled down, and by what: powers of two, so scaling is exact.
const LARGE: f64 = f64::from_bits((1023 + 512) << 52);
const DOWN: f64 = f64::from_bits((1023 - 512) << 52);

impl Tail {
    fn new(n: u64) -> Self {
        Self { n, heads: 0, term: 1.0, sum: 1.0, exponent: 1 - n as i64 }
    }

    /// From the middle on both tails overlap, and the two-sided probability is 1.
    fn is_certain(&self) -> bool {
        2 * self.heads + 1 >= self.n
    }

    fn probability(&self) -> Probability {
        if self.is_certain() {
            return Probability::ONE;
        }
        Probability::scaled(self.sum, self.exponent).unwrap_or(Probability::ONE)
    }

    fn advance(&mut self) {
        self.term = self.term * (self.n - self.heads) as f64 / (self.heads + 1) as f64;
        self.heads += 1;
        self.sum += self.term;
        if self.term > LARGE {
            self.term *= DOWN;
            self.sum *= DOWN;
            self.exponent += 512;
        }
    }
}

/// The ranks, from 1, of the order statistics that bound the median.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranks {
    /// Of the lower bound.
    pub lower: u64,
    /// Of the upper bound.
    pub upper: u64,
}

/// The ranks of the narrowest two-sided sign-test interval of the median of `n` samples whose
/// confidence is at least `1 - alpha` (`alpha` between 0 and 1); none where `n` is too small.
/// Takes time in proportion to `n`.
pub fn interval_ranks(n: u64, alpha: f64) -> Option<Ranks> {
    let mut tail = Tail::new(n);
    while !tail.is_certain() && tail.probability().is_within(alpha) {
        tail.advance();
    }
    let lower = tail.heads;
    (lower > 0).then(|| Ranks { lower, upper: n + 1 - lower })
}

/// On which side of a value samples fell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// Samples below it.
    pub below: u64,
    /// Samples above it.
    pub above: u64,
    /// Samples equal to it.
    pub ties: u64,
}

impl Signs {
    /// Counts the samples about `centre`.
    pub fn about(centre: f64, samples: &[f64]) -> Self {
        let mut signs = Self::default();
        for sample in samples {
            if *sample < centre {
                signs.below += 1;
            } else if *sample > centre {
                signs.above += 1;
            } else {
                signs.ties += 1;
            }
        }
        signs
    }

    /// The two-sided p-value of "the median is the centre". Ties count against the majority, so
    /// that it is at most `alpha` exactly when the interval at `1 - alpha` excludes the centre.
    pub fn p_value(self) -> Probability {
        let n = self.below + self.above + self.ties;
        let minority = n - self.below.max(self.above);
        let mut tail = Tail::new(n);
        while tail.heads < minority && !tail.is_certain() {
            tail.advance();
        }
        tail.probability()
    }
}
