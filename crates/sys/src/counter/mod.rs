//! Counters that the kernel or the CPU keeps: `perf_event_open(2)`.
//!
//! A counter counts one [`Event`] for one thread and, inherited, for all that descends from it. It
//! is never reset: a reset leaves what ended descendants have counted, and does not touch the two
//! times (seen on Linux 6.18), so that edges are to be subtracted.

mod attributes;
mod counts;
#[cfg(target_os = "linux")]
mod descriptor;
pub(crate) mod group;
mod open;
mod refusal;

pub use attributes::{Attributes, Event, Hardware, Software};
pub use counts::{Count, Counter};
pub use group::{Group, Members, NotNow, Times};
pub use open::open;
pub use refusal::Refusal;

#[cfg(test)]
mod tests;
