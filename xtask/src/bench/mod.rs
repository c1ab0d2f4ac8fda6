//! Promises about the built command that need real programs and some time.
//!
//! Each target builds the command, or a program that links the marker, in the release profile, runs
//! it, prints what it saw as a table and says whether the promised bound is met.

mod alarms;
mod calls;
mod compiled;
mod marker;
mod outcome;
mod peak_memory;
mod program;
mod spread;
mod stat;
mod target;
mod verdicts;

pub use outcome::Outcome;
pub use target::Target;

#[cfg(test)]
mod tests;
