//! What the kernel has charged to a process: CPU time, memory, faults, switches.
//!
//! **A launched program**: everything comes from the `wait4` that reaps it, so the numbers hold the
//! program and those of its descendants that were waited for. What was charged before it was
//! released is subtracted: CPU times by the usage that it read of itself at the barrier
//! (`getrusage(RUSAGE_SELF)`), faults and switches by `/proc/PID/stat` and `/proc/PID/status` read
//! from outside while it waits there, since those are then at rest and also hold what reading its
//! own usage and going to sleep cost. What remains is the way from the barrier to the program: exec
//! takes down the copied image of the creator at the program's expense. Measured on one machine
//! (2 cores, Linux 6.18), beside a program created by vfork: some 6 µs of CPU in every run, and 65
//! to 75 µs where the launcher has to create it. It is the same for all commands, so it cancels in
//! differences and dilutes ratios of very short ones.
//!
//! **This process**: total CPU time is the process's CPU clock, exact to the moment; the split is
//! from `getrusage`, which on kernels that account by ticks only samples it. User and kernel time
//! therefore need not add up to the total.
//!
//! Peak memory is a boundary value and never subtracted: of a child the peak of its *largest
//! single* process, of this process its peak since it began. A child's peak starts at that of the
//! process that created it, which is why programs are created by a creator of a few pages.

#[cfg(target_os = "linux")]
mod linux;
mod parse;

#[cfg(not(target_os = "linux"))]
use crate::absent::open;
#[cfg(target_os = "linux")]
use linux::open;

use crate::descriptor::{Descriptor, Offered, Reach, Source, Taken};
use probity_model::{Aggregation, Class, Determinism, Kind, MetricRole, Pass, Scope, Unit};

/// Places of the metrics, in the order below.
const PLACES: usize = 8;

const fn tree(reads: &'static str) -> Reach {
    Reach { scope: Scope::ProcessAndWaitedDescendants, reads }
}

const OWN: Reach = Reach { scope: Scope::Process, reads: "getrusage(RUSAGE_SELF)" };

const TIME: Descriptor = Descriptor {
    id: "",
    unit: Unit::Nanoseconds,
    kind: Kind::Counter,
    aggregation: Aggregation::Delta,
    class: Class::Quantitative,
    role: MetricRole::OnCpuTotal,
    pass: Pass::Every,
    determinism: Determinism::Varies,
    offered: Offered::Unasked,
    quotient: None,
    child: tree("wait4, less getrusage(RUSAGE_SELF) at the barrier"),
    this_process: OWN,
    needs: "",
    summary: "",
};

/// The split of CPU time into modes may only explain: kernels that account by ticks (most) scale
/// an exact total by the modes in which the ticks found the process, so that a run shorter than a
/// few ticks may be all of one mode (kernel/sched/cputime.c, `cputime_adjust`).
const SPLIT: Descriptor = Descriptor { class: Class::Diagnostic, ..TIME };

const FAULTS: Descriptor = Descriptor {
    unit: Unit::Count,
    child: tree("wait4, less /proc/PID/stat at the barrier"),
    ..TIME
};

const SWITCHES: Descriptor = Descriptor {
    unit: Unit::Count,
    child: tree("wait4, less /proc/PID/status at the barrier"),
    ..TIME
};

pub(crate) const SOURCE: Source = Source {
    id: "rusage",
    summary: "what the kernel charged: CPU time, peak memory, page faults, context switches",
    reads: "wait4, getrusage, clock_gettime(CLOCK_PROCESS_CPUTIME_ID), /proc/PID/stat, \
            /proc/PID/status",
    taken: Taken::AtReap,
    self_charging: false,
    metrics: &METRICS,
    abilities: &[],
    naming: None,
    open,
};

static METRICS: [Descriptor; PLACES] = [
    Descriptor {
        id: "time.cpu_user",
        role: MetricRole::OnCpuUser,
        summary: "time on a CPU in user mode, as the kernel splits the total",
        ..SPLIT
    },
    Descriptor {
        id: "time.cpu_kernel",
        role: MetricRole::OnCpuKernel,
        summary: "time on a CPU in the kernel, as the kernel splits the total",
        ..SPLIT
    },
    Descriptor {
        id: "time.cpu_total",
        role: MetricRole::OnCpuTotal,
        this_process: Reach {
            scope: Scope::Process,
            reads: "clock_gettime(CLOCK_PROCESS_CPUTIME_ID)",
        },
        summary: "time on a CPU, user and kernel",
        ..TIME
    },
    Descriptor {
        id: "mem.peak_rss",
        unit: Unit::Bytes,
        kind: Kind::HighWater,
        aggregation: Aggregation::Boundary,
        role: MetricRole::PeakMemory,
        child: Reach { scope: Scope::LargestProcess, reads: "wait4" },
        summary: "largest resident set of any one process",
        ..TIME
    },
    Descriptor {
        id: "mem.minor_faults",
        role: MetricRole::MinorFaults,
        summary: "page faults served without I/O",
        ..FAULTS
    },
    Descriptor {
        id: "mem.major_faults",
        role: MetricRole::MajorFaults,
        summary: "page faults that waited for I/O",
        ..FAULTS
    },
    Descriptor {
        id: "sched.voluntary_switches",
        role: MetricRole::VoluntarySwitches,
        summary: "times it gave up the CPU to wait",
        ..SWITCHES
    },
    Descriptor {
        id: "sched.involuntary_switches",
        role: MetricRole::InvoluntarySwitches,
        summary: "times it lost the CPU while able to run",
        ..SWITCHES
    },
];

#[cfg(test)]
mod tests;
