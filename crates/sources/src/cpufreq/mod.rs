//! The frequency of the CPUs when a window ends.
//!
//! `scaling_cur_freq` of each CPU (Documentation/admin-guide/pm/cpufreq.rst): what the driver last
//! set or the hardware last measured, over the last milliseconds on most. A level, and of the end:
//! of a launched program it is read after its end, when the CPU that it ran on may have slowed down
//! already. So it shows a machine that is held at a low frequency, and not how fast a program ran:
//! cycles over task clock say that.
//!
//! Dear to read on a large machine: it interrupts each CPU, and kernels 4.15 to 5.17 wait 10 or
//! 20 ms for a stale number (arch/x86/kernel/cpu/aperfmperf.c). So it is read only where it is
//! asked for, after everything else, and at the start of a window of one CPU alone, to see that it
//! can be.
//!
//! Not run on any bed: none of ours has a frequency driver. Verified from the kernel's
//! documentation and on emulated hosts only.

#[cfg(target_os = "linux")]
mod linux;
mod parse;

#[cfg(not(target_os = "linux"))]
use crate::absent::open;
#[cfg(target_os = "linux")]
use linux::open;

use crate::descriptor::{Descriptor, Offered, Reach, Source, Taken};
use probity_model::{Aggregation, Class, Determinism, Kind, MetricRole, Pass, Scope, Unit};

const fn frequency(id: &'static str, summary: &'static str) -> Descriptor {
    let reads = "/sys/devices/system/cpu/cpu*/cpufreq/scaling_cur_freq";
    let reach = Reach { scope: Scope::System, reads };
    Descriptor {
        id,
        unit: Unit::Hertz,
        kind: Kind::Gauge,
        aggregation: Aggregation::Boundary,
        class: Class::Diagnostic,
        role: MetricRole::Frequency,
        pass: Pass::Every,
        determinism: Determinism::Varies,
        offered: Offered::Broadly,
        quotient: None,
        child: reach,
        this_process: reach,
        needs: "a frequency driver (few virtual machines have one)",
        summary,
    }
}

pub(crate) const SOURCE: Source = Source {
    id: "cpufreq",
    summary: "the frequency of the CPUs just after the window",
    reads: "/sys/devices/system/cpu/cpu*/cpufreq/scaling_cur_freq",
    taken: Taken::AtZombie,
    self_charging: false,
    metrics: &METRICS,
    abilities: &[],
    naming: None,
    open,
};

static METRICS: [Descriptor; 2] = [
    frequency("cpufreq.mean_at_end", "mean frequency of all CPUs just after the window"),
    frequency("cpufreq.highest_at_end", "frequency of the fastest CPU just after the window"),
];

#[cfg(test)]
mod tests;
