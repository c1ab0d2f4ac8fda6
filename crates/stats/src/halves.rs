//! Exact middles of integers.

/// A number of halves: the exact mean of two integers, which a float may not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Halves(u128);

impl Halves {
    /// The mean of two integers.
    pub fn mean(a: u64, b: u64) -> Self {
        Self(u128::from(a) + u128::from(b))
    }

    /// So many halves; at most twice the largest `u64`, so that every form below fits.
    pub(crate) fn new(halves: u128) -> Self {
        Self(halves.min(2 * u128::from(u64::MAX)))
    }

    /// How many halves it is.
    pub fn count(self) -> u128 {
        self.0
    }

    /// The integer it is, if it is one.
    pub fn integer(self) -> Option<u64> {
        self.0.is_multiple_of(2).then_some((self.0 / 2) as u64)
    }

    /// The nearest integer; a half goes to the even neighbour, so that rounding has no direction.
    pub fn round_half_even(self) -> u64 {
        let floor = (self.0 / 2) as u64;
        // No overflow: the largest odd count has the floor u64::MAX - 1, which is even.
        floor + u64::from(self.0 % 2 == 1 && floor % 2 == 1)
    }

    /// As a float; exact below 2^52.
    pub fn as_f64(self) -> f64 {
        self.0 as f64 * 0.5
    }
}
