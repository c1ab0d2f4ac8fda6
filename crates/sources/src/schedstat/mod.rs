//! How long the first thread was on a CPU, and how long it was ready to run and waited for one.
//!
//! Fields 1 and 2 of `/proc/PID/schedstat`, of the *first thread* only: other threads and
//! descendants have their own files. A kernel whose accounting is off prints `0 0 0`, which is
//! no wait of zero but no answer; a thread that can be asked has run, so its count of time slices,
//! the third field, is never zero. A wait that is going on is only added when it ends, and the time
//! on a CPU of a running thread lags by up to a tick (in this process). A zombie's is final.
//!
//! The time on a CPU is there to be compared with the total of `wait4`: where the two agree, no
//! other thread and no waited-for descendant ran. Both read one clock of the kernel; `wait4` cuts
//! its two parts to microseconds. Measured on one machine (2 cores, Linux 6.18), `wait4` less the
//! zombie's file: -2.0 to 0 µs in 6,000 runs of single-threaded programs, and never below 12 µs
//! with a thread, or a child made by vfork, that did nothing at all.

#[cfg(target_os = "linux")]
mod linux;
mod parse;

#[cfg(not(target_os = "linux"))]
use crate::absent::open;
#[cfg(target_os = "linux")]
use linux::open;

use crate::descriptor::{Descriptor, Offered, Reach, Source, Taken};
use probity_model::{Aggregation, Class, Determinism, Kind, MetricRole, Pass, Scope, Unit};

pub(crate) const SOURCE: Source = Source {
    id: "schedstat",
    summary: "the first thread's time on a CPU and its wait for one",
    reads: "/proc/PID/schedstat",
    taken: Taken::AtZombie,
    self_charging: false,
    metrics: &METRICS,
    abilities: &[],
    naming: None,
    open,
};

const NEEDS: &str = "CONFIG_SCHEDSTATS, or kernel.task_delayacct=1";

static METRICS: [Descriptor; 2] = [
    Descriptor {
        id: "sched.run_queue_wait",
        unit: Unit::Nanoseconds,
        kind: Kind::Counter,
        aggregation: Aggregation::Delta,
        class: Class::Quantitative,
        role: MetricRole::RunQueueWait,
        pass: Pass::Every,
        determinism: Determinism::Varies,
        offered: Offered::Unasked,
        quotient: None,
        child: Reach { scope: Scope::MainThread, reads: "/proc/PID/schedstat" },
        this_process: Reach { scope: Scope::MainThread, reads: "/proc/self/schedstat" },
        needs: NEEDS,
        summary: "time ready to run, waiting for a CPU; first thread only",
    },
    Descriptor {
        id: "time.cpu_main_thread",
        unit: Unit::Nanoseconds,
        kind: Kind::Counter,
        aggregation: Aggregation::Delta,
        class: Class::Quantitative,
        role: MetricRole::OnCpuMainThread,
        pass: Pass::Every,
        determinism: Determinism::Varies,
        offered: Offered::Unasked,
        quotient: None,
        child: Reach {
            scope: Scope::MainThread,
            reads: "/proc/PID/schedstat, less getrusage(RUSAGE_SELF) at the barrier",
        },
        this_process: Reach { scope: Scope::MainThread, reads: "/proc/self/schedstat" },
        needs: NEEDS,
        summary: "time on a CPU, user and kernel; first thread only",
    },
];

#[cfg(test)]
mod tests;
