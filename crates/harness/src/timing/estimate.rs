//! What a record says of one iteration.
//!
//! The arithmetic is in `probity_stats::Samples`, where whoever reads the evidence does it again:
//! a sample of `t` ticks with `n` iterations in `c` brackets is
//!
//! ```text
//! ((t - c * bracket) / n - iteration) * 1e9 / hz    nanoseconds for one iteration
//! ```
//!
//! and all of them may be wrong together by
//! `((c * bracket_error + step) / n + iteration_error) * 1e9 / hz`. A median of no more than three
//! times that is not told apart from an empty loop: it is at most itself, or 0, and three times
//! that.

use super::overhead::{Cost, Overhead};
use super::record::{Record, Shape};
use probity_stats::{PerIteration, Samples};

/// What a record amounts to; none where no sample was taken. Whether its clock can be believed
/// (`ClockFacts::disagrees`) is not in it.
pub fn summary(record: &Record) -> Option<PerIteration> {
    samples(record).per_iteration()
}

/// The record as it is written down: costs of a whole sample, not of its parts.
pub fn samples(record: &Record) -> Samples<'_> {
    let Overhead { bracket, iteration } = record.overhead;
    // A sum beyond the integers is more than any sample: what is left is below 0, as it should be.
    let all = |mt: u64| mt.saturating_mul(record.brackets);
    let iteration = match record.shape {
        Shape::Loop | Shape::Batches | Shape::Threads => iteration,
        Shape::PerIteration | Shape::Custom => Cost::default(),
    };
    Samples {
        ticks: &record.ticks,
        iterations: record.iterations,
        hz: record.clock.hz,
        step: record.clock.step_ticks,
        sample_mt: [all(bracket.mt), all(bracket.error_mt)],
        iteration_mt: [iteration.mt, iteration.error_mt],
    }
}
