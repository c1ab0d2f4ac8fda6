//! The runs of a campaign by block.

use super::Derivation;
use super::excerpt::shortened;
use probity_judge::{Gap, Judgeable, Pair, Pairs, Refusal};
use probity_model::{CaseId, Metric, MetricId, Run, RunRole};
use std::collections::BTreeMap;

/// The runs of one case and role, by block.
pub(super) type Column<'a> = BTreeMap<u64, &'a Run>;

/// The judged runs, sorted into columns.
pub(super) struct Blocks<'a> {
    columns: BTreeMap<(&'a CaseId, RunRole), Column<'a>>,
    empty: Column<'a>,
}

impl<'a> Blocks<'a> {
    pub(super) fn of(input: &Derivation<'a>) -> Self {
        let mut columns: BTreeMap<(&CaseId, RunRole), Column<'_>> = BTreeMap::new();
        for run in input.runs.iter().filter(|run| !input.is_spoilt(run)) {
            columns.entry((&run.case, run.role)).or_default().insert(run.block, run);
        }
        Self { columns, empty: Column::new() }
    }

    pub(super) fn column(&self, case: &'a CaseId, role: RunRole) -> &Column<'a> {
        self.columns.get(&(case, role)).unwrap_or(&self.empty)
    }
}

/// The pairs of all blocks in which both sides were measured, and how many ran and were not.
///
/// # Errors
/// A refusal of any value, since a part of the blocks must not stand for the whole; and the first
/// absence, where both sides ran and no block was measured.
pub(super) fn pairs(
    metric: &MetricId,
    descriptor: Option<&Metric>,
    candidates: &Column<'_>,
    references: &Column<'_>,
) -> Result<Pairs, Refusal> {
    let descriptor = descriptor.ok_or_else(|| Refusal::Undescribed(metric.clone()))?;
    let mut measured = Vec::new();
    let (mut ran, mut first_absence) = (0, None);
    for (&block, candidate) in candidates {
        let Some(reference) = references.get(&block) else { continue };
        ran += 1;
        match pair(block, descriptor, candidate, reference) {
            Ok(pair) => measured.push(pair),
            Err(Refusal::NotMeasured { reason, .. }) => {
                first_absence.get_or_insert(reason);
            }
            Err(refusal) => return Err(refusal),
        }
    }
    let gap = match first_absence.map(|reason| shortened(&reason)) {
        Some(reason) if measured.is_empty() => {
            return Err(Refusal::NotMeasured { metric: metric.clone(), reason });
        }
        reason => reason.map(|reason| Gap { lacking: ran - measured.len() as u64, ran, reason }),
    };
    Ok(Pairs { measured, gap })
}

fn pair(block: u64, metric: &Metric, candidate: &Run, reference: &Run) -> Result<Pair, Refusal> {
    Pair::new(block, judgeable(metric, candidate)?, judgeable(metric, reference)?)
}

fn judgeable<'m>(metric: &'m Metric, run: &Run) -> Result<Judgeable<'m>, Refusal> {
    match run.observations.get(&metric.id) {
        Some(observed) => Judgeable::new(metric, &observed.to_observation()),
        None => Err(Refusal::NotMeasured {
            metric: metric.id.clone(),
            reason: "no run was asked for it".into(),
        }),
    }
}
