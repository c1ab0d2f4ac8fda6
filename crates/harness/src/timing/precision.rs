//! How finely a clock tells time.

use super::clock::Clock;

/// How many differences are looked at.
const PAIRS: usize = 1_000;
/// How many pairs are read at most: a clock that did not move in so many stands still.
const MOST_PAIRS: usize = 1 << 20;

/// What pairs of readings in a row differ by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Precision {
    /// The smallest difference that is not 0, in ticks: no shorter time is seen.
    pub(super) smallest: u64,
    /// The smallest difference of two such differences, in ticks: what the clock moves by at once.
    pub(super) step: u64,
}

impl Precision {
    /// Reads pairs of `clock`; none where it does not move.
    pub(super) fn measure(clock: Clock) -> Option<Self> {
        let mut differences = Vec::with_capacity(PAIRS);
        for _ in 0..MOST_PAIRS {
            let start = clock.start();
            let difference = clock.end().saturating_sub(start);
            if difference > 0 {
                differences.push(difference);
            }
            if differences.len() == PAIRS {
                break;
            }
        }
        Self::of(&mut differences)
    }

    /// What differences say; none where all of them are 0.
    pub(super) fn of(differences: &mut [u64]) -> Option<Self> {
        differences.sort_unstable();
        let smallest = differences.iter().copied().find(|&difference| difference > 0)?;
        let gaps = differences.windows(2).map(|pair| pair[1] - pair[0]);
        let step = gaps.filter(|&gap| gap > 0).fold(smallest, u64::min);
        Some(Self { smallest, step })
    }
}
