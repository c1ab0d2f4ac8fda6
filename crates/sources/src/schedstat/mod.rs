//! How long a thread was ready to run and waited for a CPU.
//!
//! The second field of `/proc/PID/schedstat`, of the *first thread* only: other threads and
//! descendants wait in their own files. A kernel whose accounting is off prints `0 0 0`, which is
//! no wait of zero but no answer; a thread that can be asked has run, so its count of time slices,
//! the third field, is never zero. A wait that is going on is only added when it ends.

#[cfg(target_os = "linux")]
mod linux;
mod parse;

#[cfg(not(target_os = "linux"))]
use crate::absent::open;
#[cfg(target_os = "linux")]
use linux::open;

use crate::descriptor::{Descriptor, Reach, Source, Taken};
use probity_model::{Aggregation, Class, Kind, MetricRole, Pass, Scope, Unit};

pub(crate) const SOURCE: Source = Source {
    id: "schedstat",
    summary: "time the first thread was ready to run and waited for a CPU",
    reads: "/proc/PID/schedstat",
    taken: Taken::AtZombie,
    self_charging: false,
    metrics: &[Descriptor {
        id: "sched.run_queue_wait",
        unit: Unit::Nanoseconds,
        kind: Kind::Counter,
        aggregation: Aggregation::Delta,
        class: Class::Quantitative,
        role: MetricRole::RunQueueWait,
        pass: Pass::Every,
        quotient: None,
        child: Reach { scope: Scope::MainThread, reads: "/proc/PID/schedstat" },
        this_process: Reach { scope: Scope::MainThread, reads: "/proc/self/schedstat" },
        needs: "CONFIG_SCHEDSTATS, or kernel.task_delayacct=1",
        summary: "time ready to run, waiting for a CPU; first thread only",
    }],
    open,
};

#[cfg(test)]
mod tests;
