//! How often a benchmark is called different from its saved baseline: where it is the same
//! executable, and where it does 2 % and 5 % more of the same work.
//!
//! One package is built three times in one target directory, with another number of units of work
//! each time. The first build is saved as a baseline; then each campaign is a process of its own
//! that measures one of the builds against it. What came of a campaign is appended to a file as it
//! ends, so that a run that was broken off can be gone on with.

mod bound;
mod campaign;
mod journal;
mod kind;
mod plan;
mod programs;
mod record;
mod run;
mod summary;
mod table;

pub(super) use run::run;

#[cfg(test)]
mod tests;
