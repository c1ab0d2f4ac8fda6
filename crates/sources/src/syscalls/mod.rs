//! System calls of a launched program: the tracepoint `raw_syscalls:sys_enter`, counted by
//! `perf_event_open(2)`.
//!
//! **Scope.** As of all counters: of the program and all its threads and descendants, from its exec
//! to the end edge, in counted runs. A call is counted when it is entered. So the `execve` that
//! starts the program is not counted (the counters are switched on by it), and a call that never
//! returns (`exit_group`) is. Not counted is what never gets there: what the vDSO answers, and what
//! seccomp refuses (seen on Linux 6.18; in kernel/entry/common.c the tracepoint comes last).
//!
//! **By name.** Each name is a counter of the same tracepoint with the filter `id == N`, N being
//! the call's number on this architecture. The kernel also has a tracepoint for each name
//! (`syscalls:sys_enter_NAME`), and they are not used: to give one back takes the kernel two grace
//! periods of RCU, 36 ms as seen on Linux 6.18, one after the other, so that a run with all of them
//! took 14 s to end. With filters there is one tracepoint for all, and a call costs some 25 ns
//! more for each name that is looked for; where many are wanted only the first run looks for all
//! of them, see `choice.rs`. Names that have no tracepoint of their own, or one of
//! another name (`sys_enter_newfstat`), need no exception either.
//!
//! **Numbers of others.** 32-bit programs call by other numbers, which their events show without
//! saying so. Such a program ends with an `exit_group` whose number is hardly ever used here: where
//! it was seen, names have no count (the total has). A 64-bit program that makes 32-bit calls
//! (`int 0x80`), or a 32-bit one that is killed, is not seen.
//!
//! **Cost to other counters.** What it takes to count a call, some 0.1 µs and 25 ns for each name,
//! is the program's own time and instructions. So nobody who asks for counters of the CPU gets
//! these unasked.
//!
//! **Cost to others.** While the tracepoint is open every process of the machine enters its calls
//! the long way. It is closed, and the kernel has forgotten it, before the run's end edge is done.

mod architecture;
mod choice;
mod table;
mod tracefs;

#[cfg(target_os = "linux")]
mod linux;

#[cfg(not(target_os = "linux"))]
use crate::absent::open;
#[cfg(target_os = "linux")]
use linux::open;

use crate::abilities::any_of;
use crate::descriptor::{Descriptor, Offered, Reach, Source, Taken};
use probity_model::{
    Ability, Aggregation, Class, Determinism, Kind, MetricRole, Pass, Scope, Unit,
};
use table::CALLS;

pub(crate) const SOURCE: Source = Source {
    id: "syscalls",
    summary: "system calls of a program, all and by name, in counted runs only",
    reads: "perf_event_open",
    taken: Taken::AtReap,
    self_charging: false,
    metrics: &METRICS,
    abilities: &[(Ability::EventTracing, |_, metrics| {
        any_of(metrics, |role| role == MetricRole::SystemCalls)
    })],
    naming: None,
    open,
};

const fn calls(id: &'static str, role: MetricRole, summary: &'static str) -> Descriptor {
    let reads = match role {
        MetricRole::SystemCalls => "perf_event_open(raw_syscalls:sys_enter)",
        _ => "perf_event_open(raw_syscalls:sys_enter, by id)",
    };
    let reach = Reach { scope: Scope::ProcessTree, reads };
    Descriptor {
        id,
        unit: Unit::Count,
        kind: Kind::Counter,
        aggregation: Aggregation::Delta,
        class: Class::Diagnostic,
        role,
        pass: Pass::Counted,
        determinism: Determinism::Varies,
        offered: match role {
            MetricRole::SystemCalls => Offered::Broadly,
            _ => Offered::ByName,
        },
        quotient: None,
        child: reach,
        this_process: Reach { scope: Scope::ThreadTree, ..reach },
        needs: "tracefs; kernel.perf_event_paranoid ≤ 1",
        summary,
    }
}

const TOTAL: Descriptor = calls(
    "syscalls.total",
    MetricRole::SystemCalls,
    "system calls that were entered (`syscalls.NAME`: those of one name)",
);

/// The total, then each name in the order of the table.
static METRICS: [Descriptor; CALLS.len() + 1] = {
    let mut metrics = [TOTAL; CALLS.len() + 1];
    let mut place = 0;
    while place < CALLS.len() {
        let call = &CALLS[place];
        metrics[place + 1] = calls(call.id, MetricRole::SystemCall, call.summary);
        place += 1;
    }
    metrics
};

#[cfg(test)]
mod tests;
