//! What one iteration of a benchmark comes to: its time, what it allocates, and whatever else is
//! counted while it runs.
//!
//! **Scope.** One call of the code under measurement. A benchmark is a program that measures
//! itself: it takes samples of many iterations with a clock of its own, or counts over many
//! iterations, and says in the program protocol what came of it (`docs/spec/protocol.md`,
//! `samples` and `counted`). So nothing is read from outside, and of a program that says nothing
//! nothing is known. Time is told in runs without counters, everything else in counted runs.
//!
//! **Names.** `iteration.ID` is what the metric `ID` comes to in one iteration, counted by the
//! benchmark's own thread as a window in this process would be.

mod column;
mod said;
#[cfg(test)]
mod tests;

use crate::descriptor::{Descriptor, Naming, Offered, Reach, Source, Taken};
use probity_model::{Aggregation, Class, Determinism, Kind, MetricRole, Pass, Scope, Unit};

pub(crate) const SOURCE: Source = Source {
    id: "iteration",
    summary: "one iteration of a benchmark, as the benchmark says",
    reads: "the program protocol",
    taken: Taken::AtReap,
    self_charging: false,
    metrics: &[TIME, ALLOCATIONS, ALLOCATED, PEAK],
    abilities: &[],
    naming: Some(Naming { parse: column::parse, describe: column::describe }),
    open: said::open,
};

const SAID: Reach = Reach { scope: Scope::Iteration, reads: "the program protocol" };

const TIME: Descriptor = Descriptor {
    id: "iteration.time",
    unit: Unit::NanosecondsPerIteration,
    kind: Kind::Gauge,
    aggregation: Aggregation::Boundary,
    class: Class::Quantitative,
    role: MetricRole::IterationTime,
    pass: Pass::Every,
    determinism: Determinism::Varies,
    offered: Offered::ByName,
    quotient: None,
    child: SAID,
    this_process: SAID,
    needs: "a benchmark",
    summary: "time of one iteration: the median of the samples of a process",
};

const ALLOCATIONS: Descriptor = Descriptor {
    id: "iteration.allocations",
    unit: Unit::CountPerIteration,
    role: MetricRole::Allocations,
    pass: Pass::Counted,
    needs: "a benchmark with the counting allocator",
    summary: "allocations in one iteration",
    ..TIME
};

const ALLOCATED: Descriptor = Descriptor {
    id: "iteration.allocated_bytes",
    unit: Unit::BytesPerIteration,
    role: MetricRole::AllocatedBytes,
    summary: "bytes allocated in one iteration",
    ..ALLOCATIONS
};

const PEAK: Descriptor = Descriptor {
    id: "iteration.allocated_peak",
    unit: Unit::BytesPerIteration,
    role: MetricRole::AllocatedPeak,
    summary: "most bytes that an iteration had allocated at a time, beyond those before it",
    ..ALLOCATIONS
};
