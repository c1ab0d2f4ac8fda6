//! What measuring benchmarks costs, and how true it is, beside criterion and divan.
//!
//! The same bodies are benchmarks of three packages, one for each tool, which are made in a
//! temporary folder and built by cargo as a user's would be. What is compared: the time that each
//! tool tells of a body of known time; how long it takes for results that agree between processes;
//! and what it costs to build.

mod bodies;
mod build;
mod comparison;
mod counting;
mod floor;
mod interval;
mod package;
mod precision;
mod reading;
mod row;
mod tool;

pub(super) use comparison::run;
pub(super) use package::Package;

#[cfg(test)]
mod tests;
