//! Numbers and a policy in, a decision with its reasons out; pure.
//!
//! The way in is narrow on purpose: a [`Judgeable`] is made only from a quantitative descriptor and
//! an exact observation, a [`Pair`] only from two of them that may be divided, and [`judge`] takes
//! nothing else. What may not be judged becomes a [`Refusal`] with its verdict and its reason,
//! never a number.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod control;
mod decision;
mod judgeable;
mod outlook;
mod pair;
mod refusal;
mod row;
mod series;
mod wording;

pub use control::Control;
pub use decision::{POLICY_ID, judge};
pub use judgeable::Judgeable;
pub use pair::{Gap, Pair, Pairs};
pub use refusal::Refusal;
pub use row::Row;

#[cfg(test)]
mod tests;
