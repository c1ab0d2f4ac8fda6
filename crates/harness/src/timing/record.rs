//! What a pass came to.

use super::overhead::Overhead;

/// How the calls of measured code were bracketed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// All calls of a sample in one loop, in one bracket.
    Loop,
    /// The calls of a sample in several batches, a bracket each; inputs were made and outputs
    /// dropped between them.
    Batches,
    /// Each call in a bracket of its own.
    PerIteration,
    /// Several threads at once, from their common start to the end of the last.
    Threads,
    /// By a clock of the measured code's own: nothing was subtracted.
    Custom,
}

impl Shape {
    /// Its name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Loop => "loop",
            Self::Batches => "batches",
            Self::PerIteration => "per_iteration",
            Self::Threads => "threads",
            Self::Custom => "custom",
        }
    }

    /// What it is, now that it is known how many brackets a sample was made of.
    pub(super) fn made_of(self, iterations: u64, brackets: u64) -> Self {
        match self {
            Self::Batches if brackets >= iterations => Self::PerIteration,
            shape => shape,
        }
    }
}

/// Why no more samples were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// There was time for enough of them.
    Enough,
    /// There were as many as are kept, before the time was over.
    MostSamples,
    /// One more would have gone beyond the longest time: there may be fewer than were wanted.
    MostTime,
}

impl Ended {
    /// Its name in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Enough => "enough",
            Self::MostSamples => "most_samples",
            Self::MostTime => "most_time",
        }
    }
}

/// The clock that samples were taken by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockFacts {
    /// Its name: of the CPU's counter, `monotonic`, or `custom`.
    pub name: &'static str,
    /// Why this one.
    pub reason: String,
    /// Ticks in a second, by the operating system's clock over the whole pass.
    pub hz: u64,
    /// The same over the start of the pass alone.
    pub start_hz: u64,
    /// Whether the two differ by more than a thousandth. Then the length of a tick is not known,
    /// and no sample of the pass is a time.
    pub disagrees: bool,
    /// The same as the machine states it, where it does; nothing was decided by it.
    pub stated_hz: Option<u64>,
    /// The smallest time it was seen to tell from none, in ticks.
    pub precision_ticks: u64,
    /// What it was seen to move by at once, in ticks.
    pub step_ticks: u64,
}

/// Everything a timed pass of one benchmark came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The clock.
    pub clock: ClockFacts,
    /// What a bracket and an iteration cost.
    pub overhead: Overhead,
    /// How the calls were bracketed.
    pub shape: Shape,
    /// Iterations in each sample. Where there are threads: of each of them.
    pub iterations: u64,
    /// Brackets in each sample; 0 where the measured code has its own clock.
    pub brackets: u64,
    /// How many threads called the code at once.
    pub threads: u64,
    /// Iterations before the first sample, which are in none.
    pub warm_up_iterations: u64,
    /// What each sample took, in ticks, in the order they were taken.
    pub ticks: Vec<u64>,
    /// Samples in which the clock ran backwards; there is no time of them.
    pub backwards: u64,
    /// Why no more samples were taken.
    pub ended: Ended,
}

/// Why there is no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRecord {
    /// The measured code failed.
    Failed,
    /// The clock stood still or ran backwards, so nothing can be told by it.
    ClockUnfit,
}

impl std::fmt::Display for NoRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Failed => "the benchmark failed",
            Self::ClockUnfit => {
                "the clock stood still or ran backwards: nothing can be timed by it"
            }
        })
    }
}

impl std::error::Error for NoRecord {}
