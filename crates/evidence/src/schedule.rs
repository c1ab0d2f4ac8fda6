//! The planned order of runs, replayed by whoever drives a campaign and by whoever checks one.

use probity_model::{CaseId, CaseSettings, CountedRuns, RunRole, Settings};
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
/// blocks, each one timed run per case and one null run per reference, in a seeded order;
/// and after these, in each block or in the last as planned, one counted run per case, in the order
/// of the cases.
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
    /// The timed and null runs of a block, then the counted runs of all cases.
    slots: Vec<(usize, RunRole)>,
    orders: Orders,
    sweeps: u64,
    blocks: u64,
    counted: CountedRuns,
    at: Place,
}

/// What stands together in a block: with one reference for all, everything; and otherwise each
/// reference with what is judged against it, so that little time passes between them.
fn groups(settings: &Settings, places: &BTreeMap<CaseId, usize>) -> Vec<Vec<(usize, RunRole)>> {
    let place = |id: &CaseId| places.get(id).copied();
    let null = |id: &CaseId| Some((place(id)?, RunRole::Null));
    let timed = |place| (place, RunRole::Timed);
    let references: Vec<&CaseId> = settings.references().collect();
    if settings.cases.iter().all(|case| case.against.is_none()) && !settings.plan.in_order {
        let nulls = references.into_iter().filter_map(null);
        return vec![(0..settings.cases.len()).map(timed).chain(nulls).collect()];
    }
    let alone = |case: &&CaseSettings| case.against.is_none();
    let group = |case: &CaseSettings| {
        let judged = settings.cases.iter().filter(|other| other.against.as_ref() == Some(&case.id));
        let ids = std::iter::once(&case.id).chain(judged.map(|other| &other.id));
        let null = references.contains(&&case.id).then(|| null(&case.id)).flatten();
        ids.filter_map(place).map(timed).chain(null).collect()
    };
    settings.cases.iter().filter(alone).map(group).collect()
}

/// The orders of blocks. Each second one is the mirror image of the one before it.
#[derive(Clone, Debug)]
struct Orders {
    /// The order of the groups; none where they stay in theirs.
    outer: Option<BlockPlan>,
    /// The order inside each of them, and its first slot.
    inner: Vec<(usize, BlockPlan)>,
    blocks: u64,
}

impl Orders {
    /// Of groups of such sizes. A single group has its order of `seed`.
    fn new(seed: u64, sizes: &[usize], in_order: bool) -> Self {
        let mut first = 0;
        let mut inner = Vec::with_capacity(sizes.len());
        for (&size, number) in sizes.iter().zip(0..) {
            inner.push((first, BlockPlan::new(seed.wrapping_add(number), size)));
            first += size;
        }
        let is_shuffled = sizes.len() > 1 && !in_order;
        let outer = is_shuffled.then(|| BlockPlan::new(!seed, sizes.len()));
        Self { outer, inner, blocks: 0 }
    }

    fn next_block(&mut self) -> Vec<usize> {
        let inner = self.inner.iter_mut();
        let each = |(first, plan): &mut (usize, BlockPlan)| -> Vec<usize> {
            let order = plan.next().unwrap_or_default();
            order.into_iter().map(|slot| *first + slot).collect()
        };
        let groups: Vec<Vec<usize>> = inner.map(each).collect();
        let order = match &mut self.outer {
            Some(plan) => plan.next().unwrap_or_default(),
            None if self.blocks.is_multiple_of(2) => (0..groups.len()).collect(),
            None => (0..groups.len()).rev().collect(),
        };
        self.blocks += 1;
        order.into_iter().filter_map(|group| groups.get(group)).flatten().copied().collect()
    }
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
        let groups = groups(settings, &places);
        let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
        let orders = Orders::new(settings.plan.seed, &sizes, settings.plan.in_order);
        let mut slots: Vec<(usize, RunRole)> = groups.into_iter().flatten().collect();
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
            let mut order = self.orders.next_block();
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
