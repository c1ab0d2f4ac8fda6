//! Why something may not be judged.

use probity_model::{MetricId, Verdict};

/// A refusal to judge. Its text is a lower-case fragment, fit for the reason of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing describes the metric, so nothing says that it may be judged.
    Undescribed(MetricId),
    /// The metric may only explain.
    Diagnostic(MetricId),
    /// There is no value.
    NotMeasured {
        /// The metric.
        metric: MetricId,
        /// Why there is none; a lower-case fragment.
        reason: String,
    },
    /// The value is an estimate.
    Estimated(MetricId),
    /// The value is in another unit, or of another scope, than its descriptor says.
    OtherQuantity(MetricId),
    /// The value, or another of the same run, cannot be: no program takes no time, no amount is
    /// negative, no CPU works twice at once.
    Impossible {
        /// The metric.
        metric: MetricId,
        /// What was read; a lower-case fragment.
        reason: String,
    },
    /// Candidate and reference are not of the same metric and scope.
    NotAlike {
        /// The candidate's.
        candidate: MetricId,
        /// The reference's.
        reference: MetricId,
    },
    /// The reference measured 0, or so little that no finite ratio to it exists.
    NoRatio {
        /// The metric.
        metric: MetricId,
        /// The block.
        block: u64,
    },
    /// Runs came to different outcomes, by what their programs say.
    OtherOutcome {
        /// Which, and what they said; a lower-case fragment.
        reason: String,
    },
    /// It is not known what runs did, although their programs said something of it.
    Unheard {
        /// Of which, and why; a lower-case fragment.
        reason: String,
    },
    /// Runs did different work, by what their programs say.
    OtherWork {
        /// Which, and what they did; a lower-case fragment.
        reason: String,
    },
    /// A program failed, so its runs are not runs of the work to be compared.
    Failed {
        /// Which, and how it ended; a lower-case fragment.
        reason: String,
    },
}

impl Refusal {
    /// What a comparison is called that is refused for this.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Impossible { .. } | Self::OtherOutcome { .. } => Verdict::Invalid,
            Self::Unheard { .. } => Verdict::Inconclusive,
            _ => Verdict::Incomparable,
        }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Undescribed(metric) => write!(f, "{metric} has no descriptor here"),
            Self::Diagnostic(metric) => write!(f, "{metric} is diagnostic: it may only explain"),
            Self::NotMeasured { metric, reason } => write!(f, "{metric} is absent: {reason}"),
            Self::Estimated(metric) => write!(f, "{metric} is an estimate, not a full count"),
            Self::OtherQuantity(metric) => {
                write!(f, "{metric} has another unit or scope than its descriptor")
            }
            Self::Impossible { metric, reason } => write!(f, "{metric} is impossible: {reason}"),
            Self::NotAlike { candidate, reference } => {
                write!(f, "{candidate} and {reference} are not of one metric and scope")
            }
            Self::NoRatio { metric, block } => {
                write!(f, "{metric} of the reference is 0 or next to it in block {block}")
            }
            Self::OtherOutcome { reason }
            | Self::Unheard { reason }
            | Self::OtherWork { reason }
            | Self::Failed { reason } => f.write_str(reason),
        }
    }
}

impl std::error::Error for Refusal {}
