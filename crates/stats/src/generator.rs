//! The random numbers of plans.

/// SplitMix64: a seed in, the same numbers out on every machine and in every version.
///
/// Frozen, as evidence names only the seed: another algorithm is a new version of the plan.
/// Source: S. Vigna's public-domain `splitmix64.c` (prng.di.unimi.it), after Steele, Lea and
/// Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. Not for secrets.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Starts from a seed; every seed is as good as another.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `bound`, each equally likely: draws from the incomplete last stretch of
    /// 2^64 are thrown away. A bound of 0 counts as 1.
    pub fn below(&mut self, bound: u64) -> u64 {
        let bound = bound.max(1);
        let whole = u64::MAX - u64::MAX % bound;
        loop {
            let draw = self.next_u64();
            if draw < whole {
                return draw % bound;
            }
        }
    }

    /// Puts `items` in random order, every order equally likely (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}
