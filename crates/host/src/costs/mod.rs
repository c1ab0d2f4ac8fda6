//! What looking costs on this machine, measured.
//!
//! Each cost is the time of many calls in a row by their number, a sample; the samples of all costs
//! take turns, so that what disturbs the machine for a while disturbs all of them alike. A cost
//! that cannot be had is absent with its reason. It takes some tens of milliseconds, and nothing on
//! the machine is changed.

mod events;
mod measurement;
mod reasons;
mod sampling;

pub use measurement::costs;

#[cfg(test)]
mod tests;
