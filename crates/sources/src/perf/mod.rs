//! What the CPU and the kernel count for a launched program: `perf_event_open(2)`.
//!
//! **Scope.** Each counter is opened on the program while it waits at its barrier, is off, and is
//! switched on by its exec. It is inherited: all threads and descendants are counted, waited for or
//! not, until the end edge. What they have counted is added up when they end. The counters' own
//! work falls outside: they are opened before the release and read after the end. What the kernel
//! does to *keep* them (at each fork, switch and end) does not, which is why timed runs open none.
//!
//! In this process they count the thread that opens a window, with what it starts in it; threads
//! that were there before are left out, and the source of each value says so (`counting/own.rs`).
//!
//! **Exact or absent.** Each value is gated by its own two times. A counter that was on the
//! hardware for a part of the time gives its share as the reason, never a scaled number. The
//! hardware events form one group, so that they are of the same moments; one that does not fit is
//! opened by itself. Counters are never reset: edges are subtracted.
//!
//! **What the kernel takes away.** Where a program executes a file that is not readable or brings
//! privileges (set-uid, set-gid, capabilities), the kernel removes its counters at that exec,
//! *after* having switched them on: they then read small numbers with equal times, as if all were
//! well (seen on Linux 6.18: 13 µs of a program of 122 ms). So one more clock and one more counter
//! of page faults are opened and compared with what is charged to the program and its waited-for
//! descendants. What they tell, and what they do not, is in `counting/shortfall.rs`.
//!
//! **User mode only.** Where the kernel's part is not for us (perf_event_paranoid 2), hardware
//! events count user mode and say so. The task clock is the same either way (seen on Linux 6.18),
//! page faults would lack those met in the kernel, and switches and migrations would read 0.
//!
//! `exclude_hv` is set as perf does. The guest of a virtual machine monitor that is measured is
//! counted: it is the program's work.

mod abilities;
mod event;
#[cfg(target_os = "linux")]
mod linux;

mod naming;

#[cfg(not(target_os = "linux"))]
use crate::absent::open;
#[cfg(target_os = "linux")]
use linux::open;

use crate::descriptor::{Descriptor, Naming, Offered, Reach, Source, Taken};
use event::{CYCLES, EVENTS, INSTRUCTIONS, Listed};
use probity_model::{Aggregation, Class, Determinism, Kind, MetricRole, Pass, Scope, Unit};

pub(crate) const SOURCE: Source = Source {
    id: "perf",
    summary: "what the CPU and the kernel count for a program, in counted runs only; opened before \
              it has threads, and inherited by all that it starts",
    reads: "perf_event_open",
    taken: Taken::AtReap,
    self_charging: false,
    metrics: &METRICS,
    abilities: &abilities::ABILITIES,
    naming: Some(Naming { parse: naming::parse, describe: naming::describe }),
    open,
};

/// Counts explain: they are of other runs than the times that are judged.
const fn counter(event: &Listed, role: MetricRole, summary: &'static str) -> Descriptor {
    let reach = Reach { scope: Scope::ProcessTree, reads: event.reads };
    Descriptor {
        id: event.id,
        unit: Unit::Count,
        kind: Kind::Counter,
        aggregation: Aggregation::Delta,
        class: Class::Diagnostic,
        role,
        pass: Pass::Counted,
        determinism: Determinism::Varies,
        offered: Offered::Unasked,
        quotient: None,
        child: reach,
        this_process: Reach { scope: Scope::ThreadTree, ..reach },
        needs: event.needs,
        summary,
    }
}

use MetricRole::{
    CountedCpuTime, Cycles, HardwareEvent, Instructions, InstructionsPerCycle, SoftwareEvent,
};

/// The events in their order, and what follows from them.
static METRICS: [Descriptor; EVENTS.len() + 1] = [
    counter(&EVENTS[0], Cycles, "cycles of the CPUs it ran on"),
    counter(&EVENTS[1], Instructions, "instructions that were retired"),
    counter(&EVENTS[2], HardwareEvent, "branch instructions that were retired"),
    counter(&EVENTS[3], HardwareEvent, "branches that were predicted wrongly"),
    counter(&EVENTS[4], HardwareEvent, "accesses of a cache, mostly of the last level"),
    counter(&EVENTS[5], HardwareEvent, "such accesses that missed"),
    Descriptor {
        unit: Unit::Nanoseconds,
        ..counter(&EVENTS[6], CountedCpuTime, "time on a CPU from exec on, by the kernel's clock")
    },
    counter(&EVENTS[7], SoftwareEvent, "page faults of every kind"),
    counter(&EVENTS[8], SoftwareEvent, "times a thread was switched away from"),
    counter(&EVENTS[9], SoftwareEvent, "times a thread went on on another CPU"),
    Descriptor {
        id: "perf.ipc",
        unit: Unit::Ratio,
        kind: Kind::Gauge,
        aggregation: Aggregation::Boundary,
        quotient: Some([INSTRUCTIONS, CYCLES]),
        ..counter(&EVENTS[0], InstructionsPerCycle, "instructions per cycle")
    },
];

#[cfg(test)]
mod tests;
