//! What it costs to measure with `probity stat`, beside `hyperfine -N` and `perf stat -r`.
//!
//! Of each tool a campaign of N runs and one of 2 N are timed as a whole, by a tiny parent, in
//! interleaved rounds. The difference by N is what one run costs without what starting and ending
//! the tool costs; less what the program takes under the tiny parent, it is the tool's own.

mod comparison;
mod cost;
mod quantity;
mod rounds;
pub(crate) mod table;
mod tool;

pub(crate) use comparison::run;
pub(super) use cost::{Cost, per_run};

#[cfg(test)]
mod tests;
