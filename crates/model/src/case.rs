//! One thing measured, in a document.

use crate::{
    CaseId, CaseSpeech, Decomposition, Exit, MetricId, MetricSummary, Run, Text, WindowSummary,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The run that ended, or spoilt, the measuring of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaseFailure {
    /// Index of the run that ended its measuring, or of the first that failed where none did.
    pub run: u64,
    /// How it ended.
    pub exit: Exit,
    /// The end of its standard error, where it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr_tail: Option<Text>,
    /// How many runs failed.
    pub failed_runs: u64,
    /// Whether all of them were ignored on request (`-i`).
    pub ignored: bool,
}

/// One command with its runs and what they say together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its id.
    pub id: CaseId,
    /// Its name for people.
    pub name: Text,
    /// The command as it was given.
    pub command: Text,
    /// Its runs in order; left out of `summary.json`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<Vec<Run>>,
    /// What its timed runs say, and its counted runs of what only they observe, by metric id; the
    /// program's own metrics too.
    pub summary: BTreeMap<MetricId, MetricSummary>,
    /// Where the wall time of its timed runs went.
    pub decomposition: Decomposition,
    /// The windows that the program marked in its timed runs, in the order in which their names
    /// were first said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<WindowSummary>,
    /// What else the program said of itself, if it said anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<CaseSpeech>,
    /// What went wrong with it, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<CaseFailure>,
}
