//! What a worker is to do: a few words on its command line, which evidence keeps.

use crate::timing::{CountingEffort, Effort};
use std::fmt;

/// The first argument of a worker.
pub(crate) const WORKER_ARGUMENT: &str = "--probity-worker";

/// What a worker is to do. What is 0 or empty is left to the worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Assignment {
    /// The case.
    pub(crate) id: String,
    /// How much is spent on a timed run.
    pub(crate) effort: Effort,
    /// How long a counted run counts, in nanoseconds.
    pub(crate) count_ns: u64,
    /// How many threads run the case; 0 where it says so itself.
    pub(crate) threads: usize,
    /// At most so many iterations are counted.
    pub(crate) count_iterations: u64,
    /// So many in each window; 0 leaves it to what a window costs.
    pub(crate) count_batch: u64,
    /// What is counted in counted runs: metrics of windows in this process.
    pub(crate) metrics: Vec<String>,
    /// Whether allocations are counted.
    pub(crate) allocations: bool,
    /// Whether a count may be estimated.
    pub(crate) estimate: bool,
    /// Whether the clock of the operating system is used, whatever else there is.
    pub(crate) system_clock: bool,
    /// What an iteration handles, whatever the benchmark says: units and how much.
    pub(crate) amounts: Vec<(String, u64)>,
}

/// What an argument says that is no part of an assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotUnderstood(String);

impl fmt::Display for NotUnderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "follow the conductor, which may be of another version: '{}'", self.0)
    }
}

impl Assignment {
    /// The arguments that say so, after the name of the program. What is as usual is left out.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let usual = Self::default();
        let mut words = vec![WORKER_ARGUMENT.to_owned()];
        for ((name, value), (_, usual)) in self.numbers().iter().zip(usual.numbers()) {
            if *value != usual {
                words.push(format!("{name}={value}"));
            }
        }
        words.extend(self.metrics.iter().map(|metric| format!("metric={metric}")));
        words.extend(self.amounts.iter().map(|(units, amount)| format!("amount={units}={amount}")));
        words.push(format!("case={}", self.id));
        words
    }

    fn numbers(&self) -> [(&'static str, u64); 13] {
        let Effort { warm_up_ns, time_ns, most_ns, min_samples, max_samples, min_sample_ns } =
            self.effort;
        [
            ("warm_up_ns", warm_up_ns),
            ("time_ns", time_ns),
            ("most_ns", most_ns),
            ("min_samples", min_samples as u64),
            ("max_samples", max_samples as u64),
            ("min_sample_ns", min_sample_ns),
            ("threads", self.threads as u64),
            ("count_ns", self.count_ns),
            ("count_iterations", self.count_iterations),
            ("count_batch", self.count_batch),
            ("allocations", self.allocations.into()),
            ("estimate", self.estimate.into()),
            ("system_clock", self.system_clock.into()),
        ]
    }

    /// Reads them again, without the first.
    ///
    /// # Errors
    /// The first that is none of these.
    pub(crate) fn parse(words: impl Iterator<Item = String>) -> Result<Self, NotUnderstood> {
        let mut assignment = Self::default();
        for word in words {
            assignment.take(&word).ok_or(NotUnderstood(word))?;
        }
        Ok(assignment)
    }

    fn take(&mut self, word: &str) -> Option<()> {
        let (name, value) = word.split_once('=')?;
        let number = || value.parse::<u64>().ok();
        let size = || value.parse::<usize>().ok();
        match name {
            "warm_up_ns" => self.effort.warm_up_ns = number()?,
            "time_ns" => self.effort.time_ns = number()?,
            "most_ns" => self.effort.most_ns = number()?,
            "min_samples" => self.effort.min_samples = size()?,
            "max_samples" => self.effort.max_samples = size()?,
            "min_sample_ns" => self.effort.min_sample_ns = number()?,
            "threads" => self.threads = size()?,
            "count_ns" => self.count_ns = number()?,
            "count_iterations" => self.count_iterations = number()?,
            "count_batch" => self.count_batch = number()?,
            "allocations" => self.allocations = number()? != 0,
            "estimate" => self.estimate = number()? != 0,
            "system_clock" => self.system_clock = number()? != 0,
            "metric" => self.metrics.push(value.to_owned()),
            "amount" => {
                let (units, amount) = value.split_once('=')?;
                self.amounts.push((units.to_owned(), amount.parse().ok()?));
            }
            "case" => self.id = value.to_owned(),
            _ => return None,
        }
        Some(())
    }

    /// How much is spent on a counted run, where a window costs so much.
    pub(crate) fn counting(&self, bracket_ns: u64) -> CountingEffort {
        let usual = |value: u64, usual: u64| if value == 0 { usual } else { value };
        CountingEffort {
            bracket_ns,
            warm_up_ns: self.effort.warm_up_ns,
            time_ns: usual(self.count_ns, COUNT_NS),
            max_iterations: usual(self.count_iterations, u64::MAX),
            batch: Some(self.count_batch).filter(|batch| *batch > 0),
        }
    }
}

/// How long is counted unless it is said: some windows, of which each costs up to a millisecond.
const COUNT_NS: u64 = 20_000_000;
