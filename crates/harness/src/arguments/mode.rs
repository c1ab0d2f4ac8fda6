//! What a bench executable does with its benchmarks.

use super::given::Given;
use super::option::selection;

/// What a bench executable does with its benchmarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Measure them: `cargo bench` and `cargo nextest bench` ask for it with `--bench`.
    Measure,
    /// Run each body once and time nothing: `cargo test --benches`, `cargo nextest run`, and
    /// `cargo bench -- --test`.
    TestOnce,
}

impl Mode {
    /// The mode that was asked for. `--test` wins: cargo adds `--bench` whatever the user wrote.
    pub(crate) fn read(given: &Given) -> Self {
        match given.has(&selection::BENCH) && !given.has(&selection::TEST) {
            true => Self::Measure,
            false => Self::TestOnce,
        }
    }
}
