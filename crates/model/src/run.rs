//! One invocation of one case.

use crate::{Exit, Incarnation, Observations, Speech, Text, Window};
use serde::{Deserialize, Serialize};

/// The name of a case inside its campaign (`c1`, `c2` …). The same command may be two cases.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct CaseId(pub String);

impl CaseId {
    /// The id of the case at `position` on the command line, from 0.
    pub fn at(position: usize) -> Self {
        Self(format!("c{}", position + 1))
    }
}

impl std::fmt::Display for CaseId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.0)
    }
}

/// What a run is for. Judged times come from `timed` runs only; counters are open in `counted`
/// runs only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RunRole {
    /// Kept, never judged: it warms caches and sizes the campaign.
    Warmup,
    /// Timed, with no counter open.
    Timed,
    /// A second run of the reference in the same block: the null control.
    Null,
    /// With counters open; its time is not judged.
    Counted,
}

impl RunRole {
    /// The spelling in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Warmup => "warmup",
            Self::Timed => "timed",
            Self::Null => "null",
            Self::Counted => "counted",
        }
    }
}

/// A process that outlived its run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Leftover {
    /// Its process id.
    pub pid: u32,
    /// Its command name as the kernel knows it.
    pub name: Text,
    /// Whether it had left the program's process group.
    pub escaped: bool,
    /// Whether it could be ended; otherwise it runs on.
    pub ended: bool,
}

/// One run as it was written before the next one started.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Whose run.
    pub case: CaseId,
    /// Its place in the order of the whole campaign, from 0.
    pub index: u64,
    /// Its block, from 0; warm-up sweeps are numbered by themselves, from 0 too.
    pub block: u64,
    /// Its place inside the block as planned, from 0.
    pub position: u64,
    /// What it is for.
    pub role: RunRole,
    /// How it ended.
    pub exit: Exit,
    /// Which process it was.
    pub process: Incarnation,
    /// What was observed, by metric id: the requested metrics of its pass.
    pub observations: Observations,
    /// The windows that the program marked, in the order they began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<Window>,
    /// What else the program said of itself, if it said anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Speech>,
    /// The end of what it wrote to standard error, kept only when it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr_tail: Option<Text>,
    /// Processes it left behind, which were then ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leftovers: Vec<Leftover>,
}
