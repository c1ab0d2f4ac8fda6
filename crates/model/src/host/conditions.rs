//! What decides how far a number can be trusted on a machine, and may differ between two runs.

use super::Fact;
use crate::Absence;
use serde::{Deserialize, Serialize};

/// The condition of the machine, as found at the start of a campaign but for
/// `steal`, which is over all of it. No part of the fingerprint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Conditions {
    /// What the hypervisor calls itself; `none` where no hypervisor announces itself.
    pub hypervisor: Fact<String>,
    /// What points to a container, such as a file that its runtime makes; empty where nothing does.
    /// A mark is no proof: an image that is started as a virtual machine keeps its files.
    pub container_marks: Fact<Vec<String>>,
    /// Whether CPUs share a core (simultaneous multi-threading).
    pub smt: Fact<bool>,
    /// The driver that sets the frequency of the first CPU.
    pub frequency_driver: Fact<String>,
    /// Whether CPUs may exceed their nominal frequency for a while.
    pub turbo: Fact<bool>,
    /// Whether the machine runs from a battery.
    pub on_battery: Fact<bool>,
    /// Which kinds of control groups are mounted.
    pub cgroup_version: Fact<CgroupVersion>,
    /// CPU time that our control group and those around it may use, in thousandths of one CPU.
    pub cpu_quota_millicpus: Fact<Bound>,
    /// Memory that our control group and those around it may use, in bytes.
    pub memory_limit_bytes: Fact<Bound>,
    /// Whether a seccomp filter stands before our system calls; programs inherit it.
    pub seccomp: Fact<Seccomp>,
    /// When the kernel gives huge pages unasked: `always`, `madvise`, `never`.
    pub transparent_huge_pages: Fact<String>,
    /// `kernel.randomize_va_space`: 0 places every run at the same addresses.
    pub address_randomisation: Fact<u64>,
    /// CPU time that the hypervisor gave to others while it was wanted here: over the campaign, or
    /// over the doctor's short look.
    pub steal: Fact<Steal>,
}

/// Which kinds of control groups there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CgroupVersion {
    /// One tree per controller.
    V1,
    /// One tree for all.
    V2,
    /// Both kinds are mounted.
    Hybrid,
}

/// The most that may be used. No bound is not a large number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// No bound that is seen from here.
    Unbounded,
    /// So much, in the unit that the fact's name says.
    AtMost(u64),
}

/// How the kernel filters the system calls of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Seccomp {
    /// Not at all.
    Off,
    /// Only read, write and exit are left.
    Strict,
    /// Each call passes a filter program.
    Filter,
}

/// Part of the CPU time of all CPUs between two readings, in the kernel's clock ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Steal {
    /// Ticks that the hypervisor took. One that does not tell its guest shows 0 here.
    pub stolen_ticks: u64,
    /// Ticks that passed on all CPUs together, at least 1.
    pub all_ticks: u64,
}

impl Conditions {
    /// All conditions, none of which can be told, for this one reason.
    pub fn untold(absence: &Absence) -> Self {
        fn fact<T>(absence: &Absence) -> Fact<T> {
            Fact::Unavailable(absence.clone())
        }
        Self {
            hypervisor: fact(absence),
            container_marks: fact(absence),
            smt: fact(absence),
            frequency_driver: fact(absence),
            turbo: fact(absence),
            on_battery: fact(absence),
            cgroup_version: fact(absence),
            cpu_quota_millicpus: fact(absence),
            memory_limit_bytes: fact(absence),
            seccomp: fact(absence),
            transparent_huge_pages: fact(absence),
            address_randomisation: fact(absence),
            steal: fact(absence),
        }
    }

    /// Why each condition cannot be told, where it cannot.
    pub fn absences(&self) -> [(&'static str, Option<&Absence>); 13] {
        [
            ("hypervisor", self.hypervisor.absence()),
            ("container_marks", self.container_marks.absence()),
            ("smt", self.smt.absence()),
            ("frequency_driver", self.frequency_driver.absence()),
            ("turbo", self.turbo.absence()),
            ("on_battery", self.on_battery.absence()),
            ("cgroup_version", self.cgroup_version.absence()),
            ("cpu_quota_millicpus", self.cpu_quota_millicpus.absence()),
            ("memory_limit_bytes", self.memory_limit_bytes.absence()),
            ("seccomp", self.seccomp.absence()),
            ("transparent_huge_pages", self.transparent_huge_pages.absence()),
            ("address_randomisation", self.address_randomisation.absence()),
            ("steal", self.steal.absence()),
        ]
    }
}
