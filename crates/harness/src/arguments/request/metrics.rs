//! What is observed.

use crate::arguments::error::UsageError;
use crate::arguments::given::{Content, Given};
use crate::arguments::option::metrics;
use crate::arguments::value::number;
use std::num::NonZeroU64;

/// All names of system calls, as a pattern.
const ALL: &str = "*";

/// What is observed. Lists are as `probity stat` takes them: whether they name something is found
/// out where they are followed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metrics {
    /// Ids, globs and groups with commas between them.
    pub metrics: Option<String>,
    /// Whether events of the CPU and the kernel are counted too.
    pub counters: bool,
    /// Whether a count may be estimated.
    pub estimate: bool,
    /// Names and globs of the system calls that are counted; `*` is all of them.
    pub syscalls: Option<String>,
    /// Whether allocations are counted.
    pub allocations: bool,
    /// Iterations that a run counts, at most.
    pub count_iterations: Option<NonZeroU64>,
    /// Iterations in each counted window.
    pub count_batch: Option<NonZeroU64>,
}

impl Metrics {
    pub(crate) fn read(given: &Given) -> Result<Self, UsageError> {
        Ok(Self {
            metrics: given.joined(&metrics::METRICS)?,
            counters: given.has(&metrics::COUNTERS),
            estimate: given.has(&metrics::ESTIMATE),
            syscalls: syscalls(given)?,
            allocations: given.has(&metrics::ALLOCATIONS),
            count_iterations: given.value(&metrics::COUNT_ITERATIONS, number::large_count)?,
            count_batch: given.value(&metrics::COUNT_BATCH, number::large_count)?,
        })
    }
}

/// Without names it is all of them, whatever else is named.
fn syscalls(given: &Given) -> Result<Option<String>, UsageError> {
    let names = given.joined(&metrics::SYSCALLS)?;
    let all = given.all(&metrics::SYSCALLS).any(|one| one.content == Content::On);
    Ok(if all { Some(ALL.to_owned()) } else { names })
}
