//! The built command as its users meet it: text, JSON, exit codes, and what it leaves behind.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may; helpers of tests are tests")]

mod arguments;
mod bed;
mod compared;
mod decomposition;
mod disk;
mod doctor;
mod document;
mod failing_programs;
mod interruption;
mod killing;
mod leftovers;
mod options;
mod outputs;
mod page;
mod refusals;
mod streams;
mod unprivileged;
mod validate;
