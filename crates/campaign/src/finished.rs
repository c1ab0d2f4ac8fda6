//! What a campaign leaves.

use crate::{CampaignError, HookFailure};
use probity_evidence::{ShelfError, ValidEvidence};
use std::path::PathBuf;

/// A campaign that ran: to its end, to an interruption, or until something failed.
#[derive(Debug)]
pub struct Finished {
    /// What it measured, validated and judged.
    pub evidence: ValidEvidence,
    /// Where the evidence is kept, if it was to be kept.
    pub published: Option<PathBuf>,
    /// Its name on the shelf, if it was put there.
    pub kept: Option<String>,
    /// Why it is not on the shelf, where it was to be put there.
    pub unkept: Option<ShelfError>,
    /// Whether the user interrupted it.
    pub interrupted: bool,
    /// What ended it early, where something failed: a hook, or a run that could not be made.
    pub failure: Option<CampaignError>,
    /// Cleanups that failed; what was measured is whole all the same.
    pub failed_cleanups: Vec<HookFailure>,
}
