//! The benchmarks of an executable: what the attribute registers, and the cases it comes to.
//!
//! A registration is a constant that the linker collects; listing them costs no list that someone
//! keeps. The cases of a function are made when they are listed, for its arguments are expressions.
//! A worker, which measures one case, makes only those of the function that its case names.
//!
//! A [`Catalog`] of another kind names cases that no attribute registered.
//!
//! `argument`, `returned` and `shown` are called by the code that the attribute writes.

pub mod shown;

mod argument;
mod case;
mod catalog;
mod identifier;
mod listing;
mod problem;
mod registration;
mod returned;
mod wish;

pub use argument::{Again, Pass, again, pass};
pub use case::{Case, CaseKey, Place};
pub use catalog::{Catalog, Registered};
pub use identifier::spelled;
pub use listing::{Listing, NotFound, cases, exactly, find};
pub use problem::Problem;
pub use registration::{Body, Label, Registration, Variant, package};
pub use returned::Returned;
pub use wish::Wish;

#[cfg(test)]
mod tests;
