//! Where the wall time of a case went.

use crate::summary::SpreadAbsence;
use crate::{Absence, Case};
use serde::{Deserialize, Serialize};

/// Where the wall time went, summed over the timed runs of a case that count. Sums are taken, not
/// medians, so that the parts add up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Decomposition {
    /// One thread did all the work: its wall time falls into parts.
    Divided(TimeParts),
    /// The parts are not all known of the same threads: only CPU time beside wall time.
    Undivided(CpuShare),
    /// Not even that.
    Unavailable(Absence),
}

/// The parts of a single thread's wall time, in nanoseconds. On CPU, run-queue wait and other are
/// the wall time, but for `excess_ns`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TimeParts {
    /// Runs that are summed.
    pub runs: u64,
    /// Timed runs that lack the wall or the CPU time.
    pub absent: u64,
    /// The wall time.
    pub wall_ns: u64,
    /// On a CPU.
    pub on_cpu_ns: u64,
    /// The same by mode.
    pub modes: CpuModes,
    /// Ready to run, and waiting for a CPU.
    pub run_queue_wait_ns: u64,
    /// The rest: sleeping, waiting for storage or for others, and from its end until we saw it.
    pub other_ns: u64,
    /// By how much the first two parts exceed the wall time, where their clocks differ so much and
    /// `other_ns` is therefore 0.
    pub excess_ns: u64,
}

/// Time on a CPU by mode, or why it is not split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum CpuModes {
    /// Both modes, in nanoseconds; together all of the time on a CPU.
    Split(ModeTimes),
    /// Why there is no split.
    Absent(SpreadAbsence),
}

/// Time on a CPU in each mode, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ModeTimes {
    /// In user mode.
    pub user_ns: u64,
    /// In the kernel.
    pub kernel_ns: u64,
}

/// CPU time beside wall time, in nanoseconds. It may be the larger one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CpuShare {
    /// Runs that are summed.
    pub runs: u64,
    /// Timed runs that lack the wall or the CPU time.
    pub absent: u64,
    /// The wall time.
    pub wall_ns: u64,
    /// Time on CPUs, of all threads and waited-for descendants.
    pub on_cpu_ns: u64,
    /// Why it is not divided further; a lower-case fragment.
    pub reason: String,
}

impl CpuModes {
    /// No split, and why.
    pub fn absent(absence: Absence) -> Self {
        Self::Absent(SpreadAbsence::Unavailable(absence))
    }
}

impl Case {
    /// The parts of its wall time, where they are known.
    pub fn time_parts(&self) -> Option<&TimeParts> {
        match &self.decomposition {
            Decomposition::Divided(parts) => Some(parts),
            Decomposition::Undivided(_) | Decomposition::Unavailable(_) => None,
        }
    }
}
