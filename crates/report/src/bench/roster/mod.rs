//! The benchmarks of a campaign, what they are called, and in which order they stand.

mod entries;
mod identity;
mod order;
mod side;

pub(crate) use entries::{Entry, Roster};
pub(crate) use order::order;
pub(crate) use side::{Side, Timed};

#[cfg(test)]
mod tests;
