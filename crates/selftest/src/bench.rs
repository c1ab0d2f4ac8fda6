//! What the checks need of the world.

use crate::Work;
use probity_model::{Absence, MetricId, Observation};
use probity_sources::{Context, Selection};
use std::collections::BTreeMap;

/// What was observed of a program, by metric.
pub type Observations = BTreeMap<MetricId, Observation>;

/// Where checks are made: a machine, and ways to have work done on it.
pub trait Bench {
    /// The machine.
    fn context(&self) -> &Context;

    /// Opens `selection` for programs that do known work.
    ///
    /// # Errors
    /// Why no program can be measured here.
    fn station(&self, selection: &Selection) -> Result<Box<dyn Station + '_>, Absence>;

    /// Does `work` on the calling thread.
    fn perform(&self, work: Work);

    /// Touches so many places of fresh memory on the calling thread, so far apart that each is a
    /// page fault of its own unless pages are very large.
    fn touch(&self, places: usize);
}

/// A place where programs are measured.
pub trait Station {
    /// What was observed of a program that did `work`, as a counted run observes it.
    ///
    /// # Errors
    /// Why it could not be measured.
    fn observe(&mut self, work: Work) -> Result<Observations, Absence>;
}
