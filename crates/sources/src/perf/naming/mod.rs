//! Events that are in no table of ours: raw numbers, the PMUs' own names, and those of libpfm4.

mod column;
mod device;
mod format;
mod found;
mod library;
mod selector;

pub(super) use column::describe;
pub(super) use device::{Device, Reach};
pub(super) use found::{Found, found};
pub(super) use selector::{EventName, Modes, event_name, parse};

#[cfg(test)]
mod tests;
