//! Candidate over reference, block by block.

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

/// The blocks of a comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    /// Those that measured both sides.
    pub measured: Vec<Pair>,
    /// Those in which both sides ran and one was not measured, where there are any. The others
    /// are then a selection, and who selected is not known: they are shown and not judged.
    pub gap: Option<Gap>,
}

/// Blocks that ran and lack a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// How many lack it.
    pub lacking: u64,
    /// Blocks in which both sides ran.
    pub ran: u64,
    /// Why the first one lacks it; a lower-case fragment.
    pub reason: String,
}
