//! What a campaign leaves.

use crate::HookFailure;
use probity_evidence::ValidEvidence;
use std::path::PathBuf;

/// A campaign that ran, to its end or to an interruption.
#[derive(Debug)]
pub struct Finished {
    /// What it measured, validated and judged.
    pub evidence: ValidEvidence,
    /// Where the evidence is kept, if it was to be kept.
    pub published: Option<PathBuf>,
    /// Its name on the shelf, if it was put there.
    pub kept: Option<String>,
    /// Whether the user interrupted it.
    pub interrupted: bool,
    /// Cleanups that failed; what was measured is whole all the same.
    pub failed_cleanups: Vec<HookFailure>,
}
