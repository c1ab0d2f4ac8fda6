//! What only the doctor tells: it helps to set a machine up, and belongs to no number.

use super::{Fact, Steal};
use serde::Serialize;

/// Facts beyond those that evidence keeps, as they are now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DoctorFacts {
    /// The clock sources that the kernel could use.
    pub clock_sources: Fact<Vec<String>>,
    /// The CPUs that our control group may use, as a list.
    pub cpuset: Fact<String>,
    /// In how many periods at least our control group, or one around it, has had to wait because a
    /// CPU quota was used up.
    pub throttled_periods: Fact<u64>,
    /// `kernel.kptr_restrict`: whether kernel addresses may be read, which names them in profiles.
    pub kptr_restrict: Fact<i64>,
    /// `kernel.perf_event_max_sample_rate`, in samples a second.
    pub perf_max_sample_rate: Fact<u64>,
    /// Whether the kernel watches for hard lock-ups, for which it keeps a hardware counter.
    pub nmi_watchdog: Fact<bool>,
    /// Which privileges that matter to measuring are in effect.
    pub capabilities: Fact<HeldCapabilities>,
    /// Swap space.
    pub swap: Fact<Swap>,
    /// CPU time that the hypervisor took, since boot.
    pub steal_since_boot: Fact<Steal>,
}

/// Effective privileges of this process (capabilities(7)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HeldCapabilities {
    /// `CAP_PERFMON`: counters beyond the paranoid level.
    pub perfmon: bool,
    /// `CAP_SYS_ADMIN`: the same, and more, on older kernels.
    pub sys_admin: bool,
    /// `CAP_SYS_PTRACE`: the files of processes of others.
    pub sys_ptrace: bool,
    /// `CAP_SYS_RESOURCE`: limits beyond the hard ones, short pressure windows.
    pub sys_resource: bool,
}

/// Swap space, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Swap {
    /// How much there is; 0 is none.
    pub total_bytes: u64,
    /// How much of it is used.
    pub used_bytes: u64,
}
