//! The planned order of runs, replayed by whoever drives a campaign and by whoever checks one.

use probity_model::{CaseId, CountedRuns, RunRole, Settings};
use probity_stats::BlockPlan;
use std::collections::BTreeMap;

/// One planned run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its block, or its warm-up sweep; each is numbered from 0.
    pub block: u64,
    /// Its place in the block as planned, from 0; a skipped slot leaves a gap.
    pub position: u64,
    /// Whose run it is.
    pub case: CaseId,
    /// What it is for.
    pub role: RunRole,
}

/// The slots of a campaign, one at a time: the warm-up sweeps, each the cases in order; then the
/// blocks, each one timed run per case and, with two or more cases, one null run of the reference,
/// in the seeded order of [`BlockPlan`]; and after these, in each block or in the last as planned,
/// one counted run per case, in the order of the cases.
///
/// It depends on the settings and on which runs failed, on nothing else. The caller takes a slot
/// and, before the next, records how its run ended. Blocks are made as they are reached, so that a
/// plan of any size costs no memory.
#[derive(Clone, Debug)]
pub struct Schedule {
    cases: Vec<CaseId>,
    places: BTreeMap<CaseId, usize>,
    /// Whether the case at each place has failed, and how many have not.
    failed: Vec<bool>,
    living: usize,
    /// The timed runs of all cases by their places, then the null run of the reference, then the
    /// counted runs of all cases.
    slots: Vec<(usize, RunRole)>,
    orders: BlockPlan,
    sweeps: u64,
    blocks: u64,
    counted: CountedRuns,
    at: Place,
}

/// Where the schedule stands: what remains of the sweep or block begun last.
#[derive(Clone, Debug)]
struct Place {
    warming: bool,
    begun: u64,
    position: u64,
    remaining: std::vec::IntoIter<usize>,
}

impl Schedule {
    /// The schedule of a campaign with these settings. Only the cases, the reference and the plan
    /// matter; the warm-up sweeps do not depend on the number of blocks.
    pub fn new(settings: &Settings) -> Self {
        let cases: Vec<CaseId> = settings.cases.iter().map(|case| case.id.clone()).collect();
        let places: BTreeMap<CaseId, usize> = cases.iter().cloned().zip(0..).collect();
        let timed = (0..cases.len()).map(|place| (place, RunRole::Timed));
        let reference = settings.reference.as_ref().filter(|_| cases.len() > 1);
        let null = reference.and_then(|id| Some((*places.get(id)?, RunRole::Null)));
        let mut slots: Vec<(usize, RunRole)> = timed.chain(null).collect();
        let orders = BlockPlan::new(settings.plan.seed, slots.len());
        slots.extend((0..cases.len()).map(|place| (place, RunRole::Counted)));
        Self {
            orders,
            failed: vec![false; cases.len()],
            living: cases.len(),
            cases,
            places,
            slots,
            sweeps: settings.plan.warmup,
            blocks: settings.plan.blocks,
            counted: settings.plan.counted,
            at: Place { warming: true, begun: 0, position: 0, remaining: Vec::new().into_iter() },
        }
    }

    /// Records whether a run of `case` failed in a way that stops it
    /// ([`probity_model::IgnoredFailures::stops`]). Then its later slots are skipped, null slots
    /// too.
    pub fn record(&mut self, case: &CaseId, failed: bool) {
        if !failed {
            return;
        }
        let place = self.places.get(case);
        if let Some(has_failed) = place.and_then(|place| self.failed.get_mut(*place))
            && !std::mem::replace(has_failed, true)
        {
            self.living -= 1;
        }
    }

    /// Begins the next sweep or block; false at the end of the plan.
    fn begin(&mut self) -> bool {
        if self.at.warming && self.at.begun == self.sweeps {
            (self.at.warming, self.at.begun) = (false, 0);
        }
        let order = if self.at.warming {
            (0..self.cases.len()).collect()
        } else if self.at.begun < self.blocks {
            let mut order = self.orders.next().unwrap_or_default();
            if self.is_counting() {
                order.extend(self.slots.len() - self.cases.len()..self.slots.len());
            }
            order
        } else {
            return false;
        };
        self.at.begun += 1;
        self.at.position = 0;
        self.at.remaining = order.into_iter();
        true
    }

    /// Whether the block about to begin has counted runs.
    fn is_counting(&self) -> bool {
        match self.counted {
            CountedRuns::None => false,
            CountedRuns::EachBlock => true,
            CountedRuns::AtEnd => self.at.begun + 1 == self.blocks,
        }
    }

    /// The next slot of the sweep or block begun that is not skipped.
    fn planned(&mut self) -> Option<Slot> {
        for index in self.at.remaining.by_ref() {
            let position = self.at.position;
            self.at.position += 1;
            let &(place, role) = self.slots.get(index)?;
            if !*self.failed.get(place)? {
                let role = if self.at.warming { RunRole::Warmup } else { role };
                let case = self.cases.get(place)?.clone();
                return Some(Slot { block: self.at.begun.checked_sub(1)?, position, case, role });
            }
        }
        None
    }
}

impl Iterator for Schedule {
    type Item = Slot;

    /// The next run to be made; none when all are, or when every case has failed.
    fn next(&mut self) -> Option<Slot> {
        // Without this a plan of 2^64 blocks would be walked to its end for nothing.
        while self.living > 0 {
            match self.planned() {
                Some(slot) => return Some(slot),
                None if self.begin() => {}
                None => return None,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
