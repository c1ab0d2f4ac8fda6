//! Promises about the built command that need real programs and some time.
//!
//! Each target builds the command, or a program that measures itself, in the release profile, runs
//! it, prints what it saw as a table and says whether the promised bound is met.

mod aa;
mod alarms;
mod calls;
mod compiled;
mod counters;
mod example;
mod harness;
mod load;
mod marker;
mod options;
mod outcome;
mod peak_memory;
mod program;
mod quantity;
mod spread;
mod stat;
mod target;
mod verdicts;

pub use options::Options;
pub use outcome::Outcome;
pub use target::Target;

#[cfg(test)]
mod tests;
