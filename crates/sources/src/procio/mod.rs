//! What a process read and wrote, as storage traffic and as system calls.
//!
//! `/proc/PID/io` of the whole process, all threads, and of those of its descendants that were
//! waited for: the kernel adds a child's totals to its parent's when it is reaped.
//!
//! `io.read_bytes` and `io.write_bytes` are storage: what had to be fetched, and the pages that
//! were made dirty, when they were made dirty (a later truncation does not take them back).
//! `io.read_chars` and the others are what passed through `read` and `write` calls of all kinds,
//! whether or not storage was involved; memory-mapped access never shows there.
//!
//! Reading needs ptrace access to the process, which everybody has to their own programs at the
//! barrier. Set-uid programs and such whose file we may not read refuse it later, and a zombie
//! refuses everybody without `CAP_SYS_PTRACE` (tried: Linux 6.18.44; a zombie has no memory map
//! left to tell whether it may be read). What the zombie refuses is had from its reaping instead:
//! the kernel then adds its totals to ours, so the growth of `/proc/self/io` over the `wait4` is
//! the program's, less our own one read in between. That is exact as long as nothing else in this
//! process does I/O meanwhile, so it is done only while we have a single thread.
//!
//! **This process**: the session's own readings at the edges are charged to it. Once calibrated,
//! the smallest charge of an empty window is subtracted, never below zero; others can only add to
//! it. The numbers' text grows a digit now and then, so `io.read_chars` keeps a few bytes of it.

#[cfg(target_os = "linux")]
mod linux;
mod parse;

#[cfg(not(target_os = "linux"))]
use crate::absent::open;
#[cfg(target_os = "linux")]
use linux::open;

use crate::descriptor::{Descriptor, Offered, Reach, Source, Taken};
use probity_model::{Aggregation, Class, Determinism, Kind, MetricRole, Pass, Scope, Unit};

const STORAGE: Descriptor = Descriptor {
    id: "",
    unit: Unit::Bytes,
    kind: Kind::Counter,
    aggregation: Aggregation::Delta,
    class: Class::Quantitative,
    role: MetricRole::StorageRead,
    pass: Pass::Every,
    determinism: Determinism::Varies,
    offered: Offered::Unasked,
    quotient: None,
    child: Reach { scope: Scope::ProcessAndWaitedDescendants, reads: "/proc/PID/io" },
    this_process: Reach { scope: Scope::ProcessAndWaitedDescendants, reads: "/proc/self/io" },
    needs: "CONFIG_TASK_IO_ACCOUNTING; ptrace access to the process",
    summary: "",
};

/// A program that makes the same calls moves the same bytes; whether storage had to be asked is the
/// page cache's affair.
const CALLS: Descriptor =
    Descriptor { role: MetricRole::CallTraffic, determinism: Determinism::Exact, ..STORAGE };

pub(crate) const SOURCE: Source = Source {
    id: "procio",
    summary: "bytes read and written, of storage and through system calls, and those calls",
    reads: "/proc/PID/io",
    taken: Taken::AtZombie,
    self_charging: true,
    metrics: &METRICS,
    abilities: &[],
    naming: None,
    open,
};

/// In the order of [`parse::KEYS`].
static METRICS: [Descriptor; 6] = [
    Descriptor { id: "io.read_bytes", summary: "bytes fetched from storage", ..STORAGE },
    Descriptor {
        id: "io.write_bytes",
        role: MetricRole::StorageWrite,
        summary: "bytes of pages made dirty, to be written to storage",
        ..STORAGE
    },
    Descriptor {
        id: "io.read_chars",
        summary: "bytes returned by read calls of every kind",
        ..CALLS
    },
    Descriptor {
        id: "io.write_chars",
        summary: "bytes passed to write calls of every kind",
        ..CALLS
    },
    Descriptor {
        id: "io.read_calls",
        unit: Unit::Count,
        summary: "read calls of every kind",
        ..CALLS
    },
    Descriptor {
        id: "io.write_calls",
        unit: Unit::Count,
        summary: "write calls of every kind",
        ..CALLS
    },
];

#[cfg(test)]
mod tests;
