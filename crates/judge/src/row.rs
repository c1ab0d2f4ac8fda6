//! What a judgement is given.

use crate::{Control, Pairs, Refusal};
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
    /// The blocks; or why they must not be compared.
    pub pairs: Result<Pairs, Refusal>,
    /// The null control of the same metric in the same campaign.
    pub control: &'a Control,
    /// Whether both cases executed byte-identical files.
    pub same_binary: bool,
    /// Whether they were also given the same arguments.
    pub same_arguments: bool,
}
