//! A process that measures one case in one pass, and says what came of it.

mod assignment;
mod counters;
mod pass;
mod report;
mod variables;

pub(crate) use assignment::{Assignment, WORKER_ARGUMENT};
pub use pass::heed_panics;
pub(crate) use pass::run;
pub(crate) use variables::{ROLE_VARIABLE, SHIFT_VARIABLE};

#[cfg(test)]
mod tests;
