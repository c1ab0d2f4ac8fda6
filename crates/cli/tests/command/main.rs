//! The built command as its users meet it: text, JSON, exit codes, and what it leaves behind.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may; helpers of tests are tests")]

mod arguments;
mod bed;
mod compared;
mod disk;
mod doctor;
mod document;
mod failing_programs;
mod hooks;
mod ignored;
mod interruption;
mod killing;
mod leftovers;
mod metrics;
mod options;
mod outputs;
mod page;
mod refusals;
mod streams;
mod unprivileged;
mod validate;
