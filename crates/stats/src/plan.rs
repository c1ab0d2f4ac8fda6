//! The order of runs inside blocks.

use crate::SplitMix64;

/// An endless, seeded plan: each item is the order in which the slots of the next block run, as
/// slot numbers from 0.
///
/// Even blocks, from 0, are random; each odd block is the mirror image of the one before. So over
/// any two such blocks every slot has the same mean position, and a steady drift of the machine
/// cancels.
///
/// Frozen, as evidence names only the seed and is replayed: one [`SplitMix64`] from the seed, one
/// shuffle of `0, 1, 2 …` per even block. Any other order is a new version of the plan.
#[derive(Clone, Debug)]
pub struct BlockPlan {
    generator: SplitMix64,
    slots: usize,
    mirror: Option<Vec<usize>>,
}

impl BlockPlan {
    /// A plan for blocks of so many slots.
    pub fn new(seed: u64, slots: usize) -> Self {
        Self { generator: SplitMix64::new(seed), slots, mirror: None }
    }
}

impl Iterator for BlockPlan {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        if let Some(order) = self.mirror.take() {
            return Some(order);
        }
        let mut order: Vec<usize> = (0..self.slots).collect();
        self.generator.shuffle(&mut order);
        self.mirror = Some(order.iter().rev().copied().collect());
        Some(order)
    }
}
