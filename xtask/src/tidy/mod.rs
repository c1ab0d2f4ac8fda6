//! The rules of the tree that no compiler knows. A rule without a check is a wish.
//!
//! [`check`] reads a tree once and hands it to every rule; a rule is a pure function from the tree
//! to findings. The same rules run on planted trees in the tests, where each is seen to fail.

mod check;
mod finding;
mod lexer;
mod manifest;
mod markdown;
mod rules;
mod tree;

pub use check::{check, rule_names};
pub use finding::Finding;

#[cfg(test)]
mod tests;
