//! How often and how long CPUs were held back: by heat, and by the quota of a control group.
//!
//! Heat: `core_throttle_count` and `package_throttle_count` of each CPU (arch/x86/kernel/cpu/mce or
//! drivers/thermal/intel/therm_throt.c), added up over the CPUs. Each CPU that shares a core or a
//! package notes the same event for itself, so that these say *whether* and roughly how much, not
//! how many events there were. CPUs of Intel have them; others have no such files.
//!
//! Quota: `nr_throttled` and `throttled_usec` of `cpu.stat` (`throttled_time` in version 1), of our
//! control group and those around it: the most that any of them grew, as their periods overlap. A
//! program that is launched runs in our group, and so does everything else there: this is context,
//! no attribution. A box that is throttled looks idle, which is why it is worth a column.
//!
//! Heat has run on no bed: none of ours has such files (verified from source and on emulated
//! hosts). Quota has, in version 1 on Linux 6.18: three runs at a fifth of a CPU were throttled in
//! 10 periods each, and `cpu.stat` itself said 31 for all and what was around them.

#[cfg(target_os = "linux")]
mod linux;
mod parse;

#[cfg(not(target_os = "linux"))]
use crate::absent::open;
#[cfg(target_os = "linux")]
use linux::open;

use crate::descriptor::{Descriptor, Offered, Reach, Source, Taken};
use probity_model::{Aggregation, Class, Determinism, Kind, MetricRole, Pass, Scope, Unit};

const fn throttling(
    id: &'static str,
    scope: Scope,
    unit: Unit,
    reads: &'static str,
    needs: &'static str,
    summary: &'static str,
) -> Descriptor {
    let reach = Reach { scope, reads };
    Descriptor {
        id,
        unit,
        kind: Kind::Counter,
        aggregation: Aggregation::Delta,
        class: Class::Diagnostic,
        role: MetricRole::Throttling,
        pass: Pass::Every,
        determinism: Determinism::Varies,
        offered: Offered::Broadly,
        quotient: None,
        child: reach,
        this_process: reach,
        needs,
        summary,
    }
}

const HEAT: &str = "a CPU of Intel, and its files (no virtual machine)";
const QUOTA: &str = "a control group with the CPU controller";

pub(crate) const SOURCE: Source = Source {
    id: "throttle",
    summary: "how often CPUs were held back by heat, or by the quota of our control group",
    reads: "/sys/devices/system/cpu/cpu*/thermal_throttle, cpu.stat of our control groups",
    taken: Taken::AtZombie,
    self_charging: false,
    metrics: &METRICS,
    abilities: &[],
    naming: None,
    open,
};

static METRICS: [Descriptor; 4] = [
    throttling(
        "throttle.core_events",
        Scope::System,
        Unit::Count,
        "/sys/devices/system/cpu/cpu*/thermal_throttle/core_throttle_count",
        HEAT,
        "heat slowed a core down, as each of its CPUs noted it",
    ),
    throttling(
        "throttle.package_events",
        Scope::System,
        Unit::Count,
        "/sys/devices/system/cpu/cpu*/thermal_throttle/package_throttle_count",
        HEAT,
        "heat slowed a package down, as each of its CPUs noted it",
    ),
    throttling(
        "throttle.cgroup_periods",
        Scope::ControlGroup,
        Unit::Count,
        "nr_throttled of cpu.stat, the most of our control group and those around it",
        QUOTA,
        "periods in which our control group had to wait, as its quota was used up",
    ),
    throttling(
        "throttle.cgroup_time",
        Scope::ControlGroup,
        Unit::Nanoseconds,
        "throttled time of cpu.stat, the most of our control group and those around it",
        QUOTA,
        "time for which our control group had to wait, over all its CPUs",
    ),
];

#[cfg(test)]
mod tests;
