//! Candidate over reference in one block.

use crate::{Judgeable, Refusal};

/// One block of a comparison: the ratio of two judgeable values, finite and 0 or more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    block: u64,
    ratio: f64,
}

impl Pair {
    /// Divides the candidate by the reference.
    ///
    /// # Errors
    /// Where the two are not of one metric and scope, or the reference is too near 0 to divide by.
    pub fn new(
        block: u64,
        candidate: Judgeable<'_>,
        reference: Judgeable<'_>,
    ) -> Result<Self, Refusal> {
        let (above, below) = (candidate.metric(), reference.metric());
        if (&above.id, above.scope) != (&below.id, below.scope) {
            let (candidate, reference) = (above.id.clone(), below.id.clone());
            return Err(Refusal::NotAlike { candidate, reference });
        }
        let ratio = candidate.value() / reference.value();
        if !ratio.is_finite() {
            return Err(Refusal::NoRatio { metric: below.id.clone(), block });
        }
        Ok(Self { block, ratio })
    }

    /// The block.
    pub fn block(self) -> u64 {
        self.block
    }

    /// Candidate over reference.
    pub fn ratio(self) -> f64 {
        self.ratio
    }
}
