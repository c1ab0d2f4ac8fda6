//! What a sample holds that is not the measured code: the bracket, and the loop.

use super::body::{Loop, Sampled};
use super::bracket::{Sample, Stopwatch};
use super::clock::Clock;
use super::precision::Precision;
use std::hint::black_box;

/// How many samples of each length; an odd number has a middle.
const SAMPLES: usize = 51;
/// Brackets of a sample of the shortest loops. Their sum is a finer measure than one of them: the
/// counter may move by 10 ns at once (so it does on a Zen 4), and they begin at any moment between.
const BRACKETS: u32 = 64;
/// Iterations of the long loop, at least and at most.
const LONG: u64 = 8_192;
const LONGEST: u64 = 1 << 22;
/// The long loop is so many times what the clock can tell apart: its error is what the cost of an
/// iteration is off by.
const LONG_ENOUGH: u64 = 100;
/// What is subtracted is never known better than to this part of itself, at one standard deviation.
///
/// An empty loop costs as much as it did when nothing else was in it. Beside a body the CPU may
/// hide all of it; elsewhere in the code, across another boundary of 32 or 64 bytes, or with a
/// neighbour on the same core, it may cost twice as much. And a bracket hides the first turns of a
/// long loop: on a Zen 4, 20 ticks of 70. So the whole of it is three deviations, and what is not
/// more than what was subtracted is not told apart from nothing.
const KNOWN_TO: f64 = 1.0 / 3.0;
const THOUSANDTHS: f64 = 1_000.0;

/// A cost in thousandths of a tick, as it is written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// How much.
    pub mt: u64,
    /// By how much that may be wrong, about one standard deviation.
    pub error_mt: u64,
}

/// What is in a sample besides the measured code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overhead {
    /// Of each bracket: reading the clock, starting the loop and leaving it.
    pub bracket: Cost,
    /// Of each iteration: counting it, and going back.
    pub iteration: Cost,
}

/// A number and what it may be wrong by, in ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    /// The number.
    pub(super) value: f64,
    /// What it may be wrong by.
    pub(super) error: f64,
}

impl Estimate {
    /// One of so many equal parts of it.
    fn part(self, parts: f64) -> Self {
        Self { value: self.value / parts, error: self.error / parts }
    }
}

/// A line through samples of loops of two lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    /// Where it starts.
    pub(super) bracket: Estimate,
    /// What it rises by, an iteration.
    pub(super) iteration: Estimate,
}

/// Measures empty loops of one clock, without allocating.
#[derive(Clone, Copy, Debug)]
pub(super) struct EmptyLoops {
    clock: Clock,
    long: u64,
}

impl EmptyLoops {
    /// Finds out how long the long loop has to be.
    pub(super) fn new(clock: Clock, precision: Precision) -> Self {
        let enough = precision.smallest.saturating_mul(LONG_ENOUGH);
        let mut long = LONG;
        while long < LONGEST && empty(clock, long).is_none_or(|ticks| ticks < enough) {
            long *= 2;
        }
        Self { clock, long }
    }

    /// Measures them now; none where the clock ran backwards too often.
    pub(super) fn measure(self) -> Option<Line> {
        let [mut short, mut long] = [[None; SAMPLES]; 2];
        for (short, long) in short.iter_mut().zip(&mut long) {
            *short = shortest(self.clock);
            *long = empty(self.clock, self.long);
        }
        let short = middle(&mut short)?.part(f64::from(BRACKETS));
        Some(Line::through([1.0, self.long as f64], [short, middle(&mut long)?]))
    }
}

/// The loop that measured code is called in, without code.
fn empty(clock: Clock, iterations: u64) -> Option<u64> {
    ticks_of(Loop(|| ()).timed(clock, iterations))
}

/// The same for one iteration, in many brackets.
fn shortest(clock: Clock) -> Option<u64> {
    let mut stopwatch = Stopwatch::new(clock);
    for _ in 0..BRACKETS {
        Loop(|| ()).sample(black_box(1), &mut stopwatch);
    }
    ticks_of(stopwatch.sample())
}

/// Samples of no iterations at all, where a bracket is more than two readings.
pub(super) fn bracket(sample: &mut dyn FnMut(u64) -> Sample) -> Option<Estimate> {
    let mut samples = [None; SAMPLES];
    for each in &mut samples {
        *each = ticks_of(sample(0));
    }
    middle(&mut samples)
}

fn ticks_of(sample: Sample) -> Option<u64> {
    match sample {
        Sample::Taken { ticks, .. } => Some(ticks),
        Sample::Backwards | Sample::Failed => None,
    }
}

/// The median and the MAD of samples, where more than half of them are there; in place.
fn middle(samples: &mut [Option<u64>; SAMPLES]) -> Option<Estimate> {
    samples.sort_unstable();
    let taken = &samples[samples.partition_point(Option::is_none)..];
    if taken.len() <= SAMPLES / 2 {
        return None;
    }
    let mut sorted = [0.0; SAMPLES];
    let sorted = &mut sorted[..taken.len()];
    for (to, from) in sorted.iter_mut().zip(taken.iter().flatten()) {
        *to = *from as f64;
    }
    let value = sorted_median(sorted);
    sorted.iter_mut().for_each(|sample| *sample = (*sample - value).abs());
    sorted.sort_unstable_by(f64::total_cmp);
    Some(Estimate { value, error: sorted_median(sorted) })
}

fn sorted_median(sorted: &[f64]) -> f64 {
    let n = sorted.len();
    sorted[(n - 1) / 2].midpoint(sorted[n / 2])
}

impl Line {
    /// The line through the middles of samples of two lengths. Noise of the longer hardly moves
    /// its start; noise of both moves its slope.
    pub(super) fn through([near, far]: [f64; 2], [short, long]: [Estimate; 2]) -> Self {
        let iteration = Estimate {
            value: (long.value - short.value) / (far - near),
            error: (long.error + short.error) / (far - near),
        };
        let bracket = Estimate {
            value: short.value - iteration.value * near,
            error: short.error + iteration.error * near,
        };
        Self { bracket, iteration }
    }
}

impl Overhead {
    /// What was found before the samples and after them, together: the CPU may have changed its
    /// frequency, or the machine its mood.
    pub(super) fn of(before: Line, after: Line) -> Self {
        Self {
            bracket: Cost::of(before.bracket, after.bracket),
            iteration: Cost::of(before.iteration, after.iteration),
        }
    }
}

impl Cost {
    /// The middle of two estimates, in whole thousandths of a tick: from here on it is used as it
    /// is written down. It may be wrong by the worse of their errors and half of what they differ
    /// by, and never by less than a third of itself.
    pub(super) fn of(before: Estimate, after: Estimate) -> Self {
        let middle = before.value.midpoint(after.value);
        let value = middle.max(0.0);
        let error = before.error.max(after.error) + (before.value - after.value).abs() / 2.0;
        let error = (error + value - middle).max(value * KNOWN_TO);
        // A float beyond the integers becomes the nearest of them.
        Self {
            mt: (value * THOUSANDTHS).round() as u64,
            error_mt: (error * THOUSANDTHS).ceil() as u64,
        }
    }
}
