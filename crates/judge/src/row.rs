//! What a judgement is given.

use crate::{Pair, Refusal};
use probity_model::{CaseId, MetricId};

/// One planned comparison: a candidate against the reference on one metric. It belongs to the
/// family whether or not it could be measured, since the number of blocks was planned for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<'a> {
    /// The judged metric.
    pub metric: &'a MetricId,
    /// The case judged against.
    pub reference: &'a CaseId,
    /// The case judged.
    pub candidate: &'a CaseId,
    /// The blocks that measured both; or why they must not be compared.
    pub pairs: Result<Vec<Pair>, Refusal>,
    /// The null control: the reference's null run over its timed run, in the same campaign.
    pub null: Result<Vec<Pair>, Refusal>,
    /// Whether both cases executed byte-identical files.
    pub same_binary: bool,
    /// Whether they were also given the same arguments.
    pub same_arguments: bool,
}

/// A campaign that ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interruption {
    /// Blocks that were finished.
    pub finished: u64,
    /// Blocks that were planned.
    pub planned: u64,
}
