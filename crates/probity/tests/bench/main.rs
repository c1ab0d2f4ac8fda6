//! `cargo bench` with Probity, as a user has it: the text, the JSON, the exit codes and the files of
//! built bench executables.
//!
//! They are built without optimisation, on machines where other work runs: only structure, bounds
//! and identities are asserted, never a time.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may; helpers of tests are tests")]

mod baselines;
mod bed;
mod contract;
mod evidence;
mod executables;
mod flags;
mod formats;
mod gates;
mod hostile;
mod interruption;
mod nextest;
mod once;
mod terminal;
mod variables;
