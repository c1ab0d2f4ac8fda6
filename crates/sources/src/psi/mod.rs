//! Pressure stall information: how long somebody waited for I/O, memory or a CPU.
//!
//! The `total=` microseconds of `/proc/pressure/{io,memory,cpu}`. *some*: at least one task waited;
//! *full*: all that were not idle did. They are of the whole machine (or container), so they say
//! what the program ran amid, never what it caused: always diagnostic. They are no sum of stalls
//! either: the kernel weighs each CPU's by its non-idle time.
//!
//! `full` of the CPU is there and pinned to zero at this scope (while a task waits for a CPU
//! another has it), so it is not applicable.
//!
//! A read that is cut off inside a number would turn into a stall of weeks: a number counts only if
//! another byte follows it.

#[cfg(target_os = "linux")]
mod linux;
mod parse;

#[cfg(not(target_os = "linux"))]
use crate::absent::open;
#[cfg(target_os = "linux")]
use linux::open;

use crate::descriptor::{Descriptor, Offered, Reach, Source, Taken};
use probity_model::{Aggregation, Class, Determinism, Kind, MetricRole, Pass, Scope, Unit};

const fn pressure(id: &'static str, file: &'static str, summary: &'static str) -> Descriptor {
    let reach = Reach { scope: Scope::System, reads: file };
    Descriptor {
        id,
        unit: Unit::Nanoseconds,
        kind: Kind::Counter,
        aggregation: Aggregation::Delta,
        class: Class::Diagnostic,
        role: MetricRole::Pressure,
        pass: Pass::Every,
        determinism: Determinism::Varies,
        offered: Offered::Unasked,
        quotient: None,
        child: reach,
        this_process: reach,
        needs: "CONFIG_PSI, not booted with psi=0",
        summary,
    }
}

const IO: &str = "/proc/pressure/io";
const MEMORY: &str = "/proc/pressure/memory";
const CPU: &str = "/proc/pressure/cpu";

pub(crate) const SOURCE: Source = Source {
    id: "psi",
    summary: "time in which somebody on the machine waited for I/O, memory or a CPU",
    reads: "/proc/pressure/io, /proc/pressure/memory, /proc/pressure/cpu",
    taken: Taken::AtZombie,
    self_charging: false,
    metrics: &METRICS,
    abilities: &[],
    naming: None,
    open,
};

/// `some` and `full` of each file, in this order.
static METRICS: [Descriptor; 6] = [
    pressure("psi.io.some", IO, "time in which some task waited for I/O"),
    pressure("psi.io.full", IO, "time in which all busy tasks waited for I/O"),
    pressure("psi.memory.some", MEMORY, "time in which some task waited for memory"),
    pressure("psi.memory.full", MEMORY, "time in which all busy tasks waited for memory"),
    pressure("psi.cpu.some", CPU, "time in which some task waited for a CPU"),
    pressure("psi.cpu.full", CPU, "pinned to zero by the kernel at system scope"),
];

#[cfg(test)]
mod tests;
