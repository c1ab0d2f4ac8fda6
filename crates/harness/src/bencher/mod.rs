//! What users meet: a `Bencher` that measures their code, and what came of it.

mod batches;
#[allow(clippy::module_inception, reason = "the file is named after what it defines")]
mod bencher;
mod crew;
mod custom;
mod executor;
mod fallible;
mod mode;
mod outcome;
mod skip;

pub use batches::BatchSize;
pub use bencher::Bencher;
pub use executor::{BlockOn, Executor};
pub use mode::Mode;
pub use outcome::{Level, Measured, Measurement, Outcome, Rate, Slot, Throughput};
pub use skip::{skip, skipped};
pub use std::hint::black_box;

#[cfg(test)]
mod tests;
