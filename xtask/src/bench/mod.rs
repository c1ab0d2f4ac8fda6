//! Promises about the built command that need real programs and some time.
//!
//! Each target builds the command, or a program that measures itself, in the release profile, runs
//! it, prints what it saw as a table and says whether the promised bound is met.

mod alarms;
mod calls;
mod compiled;
mod counters;
mod example;
mod load;
mod marker;
mod outcome;
mod peak_memory;
mod program;
mod quantity;
mod spread;
mod stat;
mod target;
mod verdicts;

pub use outcome::Outcome;
pub use target::Target;

#[cfg(test)]
mod tests;
