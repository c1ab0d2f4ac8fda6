//! The attribute that registers benchmarks: what it registers, and what it refuses.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may; helpers of tests are tests")]

mod listed;
mod refused;
