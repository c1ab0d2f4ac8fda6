//! Derived fields: the one function that turns runs into summaries and verdicts, for sealing and
//! for validating alike.

mod blocks;
mod comparisons;
mod decomposition;
mod document;
mod excerpt;
mod failure;
mod plausibility;
mod program;
mod summaries;

pub use decomposition::LEAST_SPLIT_NS;
pub use document::{Derivation, derive};
pub(crate) use program::wall;

#[cfg(test)]
mod tests;
