//! Counters that the kernel or the CPU keeps: `perf_event_open(2)`.
//!
//! A counter counts one [`Event`] for one thread and, inherited, for all that descends from it, or
//! for whatever runs on one CPU. It is never reset: a reset leaves what ended descendants have
//! counted, and does not touch the two times (seen on Linux 6.18), so that edges are to be
//! subtracted.

mod attributes;
mod counts;
#[cfg(target_os = "linux")]
mod descriptor;
pub(crate) mod group;
mod library;
mod open;
mod refusal;

pub use attributes::{Attributes, Encoded, Event, Hardware, Software};
pub use counts::{Count, Counter};
pub use group::{Group, Members, NotNow, Times};
pub use library::{Encoding, LibraryError, encode};
pub use open::{open, open_on};
pub use refusal::Refusal;

#[cfg(test)]
mod tests;
