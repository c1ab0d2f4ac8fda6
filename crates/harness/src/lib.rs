//! Measures code in this process: the benchmarks of `cargo bench`.
//!
//! A bench executable is two things. Started by cargo it is the *conductor*: it reads the
//! arguments, lists or selects the registered cases, and makes a campaign of them. Started by the
//! conductor it is the *worker*: it measures one case in one pass and says what came of it in the
//! program protocol.
//! `docs/decisions/0015-a-benchmark-is-measured-in-a-process-of-its-own.md` says why.

#![cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, unused_imports, reason = "some of it only the conductor uses")
)]

#[doc(hidden)]
pub mod registry;

pub mod arguments;
mod bencher;
mod built;
#[cfg(target_os = "linux")]
mod conductor;
#[cfg(not(target_os = "linux"))]
#[path = "absent.rs"]
mod conductor;
mod console;
mod entry;
mod tests_once;
pub mod timing;
mod worker;

pub use bencher::{
    BatchSize, Bencher, BlockOn, Executor, Level, Measured, Measurement, Mode, Outcome, Rate, Slot,
    Throughput, black_box, skip, skipped,
};
pub use entry::{Executable, main, main_with, refuse};
#[doc(hidden)]
pub use inventory;
pub use timing::{
    Bracket, ClockChoice, Counted, CountingEffort, Effort, NoRecord, Record, Shape, summary,
};
#[doc(hidden)]
pub use worker::heed_panics;
