//! What the lines of a program amount to: the one function that turns them into windows and a
//! [`Speech`], for recording and for validating alike (`docs/spec/protocol.md`).

mod counters;
mod hearing;
mod iterations;
mod once;
mod speaker;
mod tally;

pub use hearing::{Hearing, RunTime};

#[cfg(test)]
mod tests;
