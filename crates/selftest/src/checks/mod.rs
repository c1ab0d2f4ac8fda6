//! The checks, one file each.

mod clocks;
mod dead_events;
mod definition;
mod descendants;
mod event_order;
mod instructions;
mod multiplexing;
mod overhead;
mod system_calls;

pub use definition::{CHECKS, Definition, check};
