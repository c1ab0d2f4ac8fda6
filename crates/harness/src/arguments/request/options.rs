//! How benchmarks are run.

use super::{Comparing, Effort, Metrics, Output, Throughput};
use crate::arguments::error::UsageError;
use crate::arguments::filter::Filter;
use crate::arguments::given::Given;
use crate::arguments::mode::Mode;
use crate::arguments::notices::notices;
use crate::arguments::option::{familiar, selection};
use std::ffi::OsString;

/// Why it is refused.
const NO_PROFILE: &str = "there is no pass for profilers yet; start a profiler on the bench \
                          executable itself, with the name of one benchmark, --exact and --bench";

/// How benchmarks are run. What nobody asked for is none: the harness and the benchmarks have their
/// own defaults.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Whether they are measured.
    pub mode: Mode,
    /// Which.
    pub filter: Filter,
    /// How much is measured, and how.
    pub effort: Effort,
    /// What is observed.
    pub metrics: Metrics,
    /// What an iteration handles.
    pub throughput: Throughput,
    /// What is compared.
    pub comparing: Comparing,
    /// How the result is shown, and what is kept.
    pub output: Output,
    /// Whether the first benchmark that fails as a test is the last that is run.
    pub fail_fast: bool,
    /// What was asked for and is not followed: sentences, a line each.
    pub notices: Vec<String>,
}

impl Options {
    /// What the options ask for, rivals being settled.
    pub(crate) fn read(
        given: &Given,
        environment: &dyn Fn(&str) -> Option<OsString>,
    ) -> Result<Self, UsageError> {
        if let Some(profile) = given.last(&familiar::PROFILE_TIME) {
            return Err(UsageError::Reserved { word: profile.name(), why: NO_PROFILE });
        }
        let mode = Mode::read(given);
        Ok(Self {
            mode,
            filter: Filter::read(given)?,
            effort: Effort::read(given)?,
            metrics: Metrics::read(given)?,
            throughput: Throughput::read(given)?,
            comparing: Comparing::read(given)?,
            output: Output::read(given, environment)?,
            fail_fast: given.has(&selection::FAIL_FAST),
            notices: notices(given, mode),
        })
    }
}
