//! The planned order of runs, replayed by whoever drives a campaign and by whoever checks one.

use probity_model::{CaseId, RunRole, Settings};
use probity_stats::BlockPlan;
use std::collections::BTreeSet;

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
/// in the seeded order of [`BlockPlan`].
///
/// It depends on the settings and on which runs failed, on nothing else. The caller takes a slot
/// and, before the next, records how its run ended. Blocks are made as they are reached, so that a
/// plan of any size costs no memory.
#[derive(Clone, Debug)]
pub struct Schedule {
    cases: Vec<CaseId>,
    slots: Vec<(CaseId, RunRole)>,
    orders: BlockPlan,
    sweeps: u64,
    blocks: u64,
    ignore_failure: bool,
    failed: BTreeSet<CaseId>,
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
    /// The schedule of a campaign with these settings. Only the cases, the reference, the plan and
    /// `ignore_failure` matter; the warm-up sweeps do not depend on the number of blocks.
    pub fn new(settings: &Settings) -> Self {
        let cases: Vec<CaseId> = settings.cases.iter().map(|case| case.id.clone()).collect();
        let timed = cases.iter().map(|case| (case.clone(), RunRole::Timed));
        let reference = settings.reference.iter().filter(|_| cases.len() > 1);
        let null = reference.map(|case| (case.clone(), RunRole::Null));
        let slots: Vec<(CaseId, RunRole)> = timed.chain(null).collect();
        Self {
            orders: BlockPlan::new(settings.plan.seed, slots.len()),
            cases,
            slots,
            sweeps: settings.plan.warmup,
            blocks: settings.plan.blocks,
            ignore_failure: settings.ignore_failure,
            failed: BTreeSet::new(),
            at: Place { warming: true, begun: 0, position: 0, remaining: Vec::new().into_iter() },
        }
    }

    /// Records how a run of `case` ended. After a failure its later slots are skipped, null slots
    /// too; with `ignore_failure` a failure changes nothing.
    pub fn record(&mut self, case: &CaseId, failed: bool) {
        if failed && !self.ignore_failure {
            self.failed.insert(case.clone());
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
            self.orders.next().unwrap_or_default()
        } else {
            return false;
        };
        self.at.begun += 1;
        self.at.position = 0;
        self.at.remaining = order.into_iter();
        true
    }

    /// The next slot of the sweep or block begun, skipped or not.
    fn planned(&mut self) -> Option<Slot> {
        let index = self.at.remaining.next()?;
        let (case, role) = self.slots.get(index)?.clone();
        let role = if self.at.warming { RunRole::Warmup } else { role };
        let position = self.at.position;
        self.at.position += 1;
        Some(Slot { block: self.at.begun.checked_sub(1)?, position, case, role })
    }
}

impl Iterator for Schedule {
    type Item = Slot;

    /// The next run to be made; none when all are, or when every case has failed.
    fn next(&mut self) -> Option<Slot> {
        // Without this a plan of 2^64 blocks would be walked to its end for nothing.
        while self.cases.iter().any(|case| !self.failed.contains(case)) {
            match self.planned() {
                Some(slot) if self.failed.contains(&slot.case) => {}
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
