//! Takes samples of code it knows nothing of.

use super::bracket::Sample;
use super::clock::{Clock, ClockChoice, NANOSECONDS_HZ};
use super::frequency::{Anchor, disagree};
use super::overhead::{self, EmptyLoops, Line, Overhead};
use super::precision::Precision;
use super::record::{ClockFacts, Ended, NoRecord, Record, Shape};
use super::warm_up::{self, Target};
use probity_sys::clock::monotonic_ns;

/// A sample is so many times what the clock can tell apart: it is off by less than 0.1 % by that.
const TOLD_APART: u64 = 1_000;

/// How much is spent on one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How long code is called before the first sample, at least.
    pub warm_up_ns: u64,
    /// How long samples are taken, at least.
    pub time_ns: u64,
    /// How long samples are taken at most, however few there are. The first one is always taken,
    /// and none is begun that would probably end later.
    pub most_ns: u64,
    /// How many samples are taken, at least.
    pub min_samples: usize,
    /// How many samples are taken at most. They get longer, so that the time is filled.
    pub max_samples: usize,
    /// How long a sample is, at least, unless it takes too much time that is not in it.
    pub min_sample_ns: u64,
}

impl Default for Effort {
    /// A pass of about 70 ms: some hundreds of samples that most interrupts miss.
    fn default() -> Self {
        Self {
            warm_up_ns: 15_000_000,
            time_ns: 50_000_000,
            most_ns: 1_000_000_000,
            min_samples: 11,
            max_samples: 500,
            min_sample_ns: 20_000,
        }
    }
}

/// Warms `sample` up and takes equally long samples of it, of which `shape` says how it brackets
/// them. Nothing between the first call and the last allocates or locks, but for what `sample`
/// does.
///
/// # Errors
/// When the code failed, or the clock is unfit to time anything.
pub fn run(
    choice: &ClockChoice,
    effort: &Effort,
    shape: Shape,
    sample: &mut dyn FnMut(u64) -> Sample,
) -> Result<Record, NoRecord> {
    let clock = match shape {
        // It says nanoseconds.
        Shape::Custom => Clock::Monotonic,
        _ => choice.clock,
    };
    let pass = Pass::start(clock, shape)?;
    let mut taken = Taken::new(effort);

    let target = pass.target(effort, sample)?;
    let warm = warm_up::run(effort, target, sample)?;
    let before = pass.line(sample)?;
    let settled = pass.first.next(clock);
    let ended = taken.fill(effort, warm.iterations, sample)?;
    let after = pass.line(sample)?;
    let last = settled.next(clock);

    let facts = pass.facts(choice, settled, last)?;
    Ok(Record {
        clock: facts,
        overhead: match shape {
            // What its own clock costs is not known.
            Shape::Custom => Overhead::default(),
            _ => Overhead::of(before, after),
        },
        shape: shape.made_of(warm.iterations, taken.brackets),
        iterations: warm.iterations,
        brackets: taken.brackets,
        threads: 1,
        warm_up_iterations: warm.total,
        ticks: taken.ticks,
        backwards: taken.backwards,
        ended,
    })
}

/// What is known of the clock while samples are taken.
struct Pass {
    clock: Clock,
    shape: Shape,
    first: Anchor,
    precision: Precision,
    loops: EmptyLoops,
    /// Ticks in a second, well enough to plan by.
    rough_hz: u64,
}

impl Pass {
    fn start(clock: Clock, shape: Shape) -> Result<Self, NoRecord> {
        let first = Anchor::take(clock);
        let precision = Precision::measure(clock).ok_or(NoRecord::ClockUnfit)?;
        let loops = EmptyLoops::new(clock, precision);
        let rough_hz = first.hz(Anchor::take(clock)).ok_or(NoRecord::ClockUnfit)?;
        Ok(Self { clock, shape, first, precision, loops, rough_hz })
    }

    /// How long samples are to be: as long as the clock needs, and as the effort says.
    fn target(
        &self,
        effort: &Effort,
        sample: &mut dyn FnMut(u64) -> Sample,
    ) -> Result<Target, NoRecord> {
        let share = effort.time_ns / effort.max_samples.max(1) as u64;
        let told_apart = self.precision.smallest.max(match self.shape {
            // The start and the end of several threads are less sharp than a reading.
            Shape::Threads => overhead::bracket(sample).ok_or(NoRecord::ClockUnfit)?.error as u64,
            _ => 0,
        });
        let planned_ns = u128::from(effort.min_sample_ns.max(share));
        let planned = planned_ns * u128::from(self.rough_hz) / u128::from(NANOSECONDS_HZ);
        Ok(Target {
            ticks: TOLD_APART
                .saturating_mul(told_apart)
                .max(u64::try_from(planned).unwrap_or(u64::MAX)),
            wall_ns: effort.time_ns / effort.min_samples.max(1) as u64,
        })
    }

    /// What a bracket and an iteration cost now.
    fn line(&self, sample: &mut dyn FnMut(u64) -> Sample) -> Result<Line, NoRecord> {
        let line = self.loops.measure().ok_or(NoRecord::ClockUnfit)?;
        match self.shape {
            Shape::Threads => {
                let bracket = overhead::bracket(sample).ok_or(NoRecord::ClockUnfit)?;
                Ok(Line { bracket, ..line })
            }
            _ => Ok(line),
        }
    }

    fn facts(
        &self,
        choice: &ClockChoice,
        settled: Anchor,
        last: Anchor,
    ) -> Result<ClockFacts, NoRecord> {
        let rate = |later: Anchor| match self.clock {
            Clock::Counter => self.first.hz(later).ok_or(NoRecord::ClockUnfit),
            Clock::Monotonic => Ok(NANOSECONDS_HZ),
        };
        let (start_hz, hz) = (rate(settled)?, rate(last)?);
        let (name, reason) = match self.shape {
            Shape::Custom => ("custom", "the benchmark has a clock of its own".to_owned()),
            _ => (self.clock.name(), choice.reason.clone()),
        };
        Ok(ClockFacts {
            name,
            reason,
            hz,
            start_hz,
            disagrees: disagree(start_hz, hz),
            stated_hz: choice.stated_hz,
            precision_ticks: self.precision.smallest,
            step_ticks: self.precision.step,
        })
    }
}

/// The samples so far.
struct Taken {
    ticks: Vec<u64>,
    backwards: u64,
    brackets: u64,
}

impl Taken {
    /// None yet, with room for all.
    fn new(effort: &Effort) -> Self {
        let most = effort.max_samples.max(1);
        Self { ticks: Vec::with_capacity(most), backwards: 0, brackets: 0 }
    }

    /// Takes samples until there are enough.
    fn fill(
        &mut self,
        effort: &Effort,
        iterations: u64,
        sample: &mut dyn FnMut(u64) -> Sample,
    ) -> Result<Ended, NoRecord> {
        let start = monotonic_ns();
        let mut elapsed = 0;
        for taken in 1.. {
            match sample(iterations) {
                Sample::Taken { ticks, brackets } => {
                    self.ticks.push(ticks);
                    self.brackets = brackets;
                }
                Sample::Backwards => self.backwards += 1,
                Sample::Failed => return Err(NoRecord::Failed),
            }
            let before = std::mem::replace(&mut elapsed, monotonic_ns().saturating_sub(start));
            if elapsed >= effort.time_ns && taken >= effort.min_samples {
                return Ok(Ended::Enough);
            }
            if taken >= effort.max_samples {
                return Ok(Ended::MostSamples);
            }
            if elapsed.saturating_add(elapsed.saturating_sub(before)) > effort.most_ns {
                return Ok(Ended::MostTime);
            }
        }
        Ok(Ended::MostSamples)
    }
}
