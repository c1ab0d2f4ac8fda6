//! Which processes and which binaries the numbers belong to.

use crate::{Fact, Text};
use serde::{Deserialize, Serialize};

/// One process for one lifetime. Together with the boot id of the [`Cohort`] it names a process
/// that no later process can be taken for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Incarnation {
    /// The process id.
    pub pid: u32,
    /// When it was created, in clock ticks since boot (field 22 of /proc/PID/stat).
    pub start_ticks: u64,
}

/// One executable file as it was when the campaign ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Binary {
    /// The path that was executed.
    pub path: Text,
    /// SHA-256 of its content, lower-case hex; or why it could not be read.
    pub sha256: Fact<String>,
    /// Its size in bytes.
    pub bytes: u64,
    /// The linker's build-id, lower-case hex.
    pub build_id: Fact<String>,
}

/// All processes of a campaign and what they executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cohort {
    /// The boot the processes lived in.
    pub boot_id: Fact<String>,
    /// The executables, one per case and in the order of the cases.
    pub binaries: Vec<Binary>,
    /// Every measured process, in the order of the runs.
    pub processes: Vec<Incarnation>,
}
