//! The built command as its users meet it: text, JSON, exit codes, and what it leaves behind.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may; helpers of tests are tests")]

mod arguments;
mod bed;
mod compared;
mod counters;
mod decomposition;
mod destinations;
mod disk;
mod doctor;
mod document;
mod ended_early;
mod exports;
mod failing_programs;
mod from_hyperfine;
mod hooks;
mod ignored;
mod interruption;
mod kept;
mod killing;
mod leftovers;
mod metrics;
mod options;
mod outputs;
mod page;
mod parameters;
mod rebuilt;
mod refusals;
mod selftest;
mod speech;
mod streams;
mod syscalls;
mod terminal;
mod unprivileged;
mod validate;
