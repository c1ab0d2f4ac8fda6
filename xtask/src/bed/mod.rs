//! Emulated guests that have what this machine may lack: a CPU with counters, several memory nodes,
//! every controller of control groups, another kernel.
//!
//! A bed is made of the packages of Debian, fetched with the machine's own apt into a folder of
//! cargo's target directory, and boots in seconds. [`Request`] says which bed and what to do in it;
//! `beds/` has a page for each.

mod boot;
mod bundle;
mod emulator;
mod image;
mod machine;
mod packages;
mod request;
mod suite;
mod tool;

pub use machine::Machine;
pub use request::{Action, Request, Settings};

#[cfg(test)]
mod tests;
