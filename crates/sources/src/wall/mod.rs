//! Elapsed time, on the monotonic clock.
//!
//! The window of a launched program runs from its release at the barrier to the moment its end was
//! seen. Whoever does both hands the two moments in: nothing else can take them as close. The clock
//! stands still while the machine is suspended.
//!
//! There is nothing to parse and nothing that differs between systems, hence neither a `parse.rs`
//! nor a body for Linux alone.

mod moment;

use crate::descriptor::{Descriptor, Offered, Reach, Source, Taken};
use probity_model::{Aggregation, Class, Determinism, Kind, MetricRole, Pass, Scope, Unit};

const CLOCK: Reach = Reach { scope: Scope::Window, reads: "clock_gettime(CLOCK_MONOTONIC)" };

pub(crate) const SOURCE: Source = Source {
    id: "wall",
    summary: "elapsed time of the window",
    reads: "clock_gettime(CLOCK_MONOTONIC)",
    taken: Taken::Given,
    self_charging: false,
    metrics: &[Descriptor {
        id: "time.wall",
        unit: Unit::Nanoseconds,
        kind: Kind::Duration,
        aggregation: Aggregation::Delta,
        class: Class::Quantitative,
        role: MetricRole::Wall,
        pass: Pass::Every,
        determinism: Determinism::Varies,
        offered: Offered::Unasked,
        quotient: None,
        child: CLOCK,
        this_process: CLOCK,
        needs: "",
        summary: "elapsed time, from release to end",
    }],
    abilities: &[],
    naming: None,
    open: moment::open,
};

#[cfg(test)]
mod tests;
