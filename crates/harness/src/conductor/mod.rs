//! Measuring the registered cases: a campaign of this executable's own processes.

mod baseline;
mod comparison;
mod launcher;
mod live;
mod machine;
mod place;
mod planning;
mod progress;
mod result;
mod run;
mod selection;
mod store;

pub(crate) use launcher::launcher;
pub(crate) use run::run;
pub(crate) use selection::metrics;

#[cfg(test)]
mod tests;
