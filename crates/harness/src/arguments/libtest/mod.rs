//! What people and tools know from libtest: lists, and the lines of a test run.

mod listing;
mod progress;

pub use listing::{list_pretty, list_terse};
pub use progress::{Outcome, Progress, Tally, TestFailure};

#[cfg(test)]
mod tests;
