//! How much is measured, and how.

use crate::arguments::error::UsageError;
use crate::arguments::given::Given;
use crate::arguments::option::effort;
use crate::arguments::value::{choice, duration, number};
use std::num::NonZeroU32;
use std::time::Duration;

/// How much is measured, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Timed runs of each benchmark, each in a process of its own.
    pub processes: Option<NonZeroU32>,
    /// Time for all benchmarks together.
    pub budget: Option<Duration>,
    /// The shortest time that one run measures.
    pub min_time: Option<Duration>,
    /// The longest; never shorter than the shortest.
    pub max_time: Option<Duration>,
    /// Time for one benchmark in all its runs together; never beside the two above.
    pub measurement_time: Option<Duration>,
    /// How long each run warms up.
    pub warm_up_time: Option<Duration>,
    /// The fewest samples of a run.
    pub samples: Option<NonZeroU32>,
    /// Whether a first look will do; never beside `samples`.
    pub quick: bool,
    /// Seed of the order inside blocks.
    pub seed: Option<u64>,
    /// The order inside blocks.
    pub order: Option<Order>,
    /// Numbers of threads to run each benchmark with; empty where nothing was said.
    pub threads: Vec<Threads>,
    /// The clock.
    pub timer: Option<Timer>,
}

/// The order of runs inside a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By the seed, so that a drift of the machine hits all benchmarks alike.
    Shuffled,
    /// As the benchmarks are registered.
    Registered,
}

/// How many threads run a benchmark at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// So many.
    Exactly(NonZeroU32),
    /// As many as there are CPUs for us; written 0, as for divan.
    Available,
}

/// The clock of samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// That of the operating system.
    Os,
    /// The time stamp counter of the CPU.
    Tsc,
}

const ORDERS: &[(&str, Order)] =
    &[("shuffled", Order::Shuffled), ("registered", Order::Registered)];
const TIMERS: &[(&str, Timer)] = &[("os", Timer::Os), ("tsc", Timer::Tsc)];

impl Effort {
    pub(crate) fn read(given: &Given) -> Result<Self, UsageError> {
        let samples = [effort::SAMPLES, effort::SAMPLE_SIZE, effort::SAMPLE_COUNT];
        Ok(Self {
            processes: given.value(&effort::PROCESSES, number::count)?,
            budget: given.value(&effort::BUDGET, duration::read)?,
            min_time: given.value(&effort::MIN_TIME, duration::read)?,
            max_time: given.value(&effort::MAX_TIME, duration::read)?,
            measurement_time: given.value(&effort::MEASUREMENT_TIME, duration::read)?,
            warm_up_time: given.value(&effort::WARM_UP_TIME, duration::read)?,
            samples: given.value_of_any(&samples, number::count)?,
            quick: given.has(&effort::QUICK),
            seed: given.value(&effort::SEED, number::whole)?,
            order: given.value(&effort::ORDER, |text| choice::read(ORDERS, text))?,
            threads: threads(given)?,
            timer: given.value(&effort::TIMER, |text| choice::read(TIMERS, text))?,
        })
    }
}

fn threads(given: &Given) -> Result<Vec<Threads>, UsageError> {
    // Read one by one, so that an error shows the list that is wrong.
    let mut all = Vec::new();
    for occurrence in given.all(&effort::THREADS) {
        let numbers = occurrence.text().unwrap_or_default().split(',').map(thread_count);
        all.extend(numbers.collect::<Option<Vec<_>>>().ok_or_else(|| {
            occurrence.refuse(String::from(
                "give numbers with commas between them, as 1,2,4; 0 is as many as there are CPUs",
            ))
        })?);
    }
    Ok(all)
}

fn thread_count(text: &str) -> Option<Threads> {
    let number: u32 = text.trim().parse().ok()?;
    Some(NonZeroU32::new(number).map_or(Threads::Available, Threads::Exactly))
}
