//! What stands around the measured code.

use super::clock::Clock;

/// What is put around batches of the measured code: a clock, or counters. Nothing else of the
/// harness happens between its two calls but the batch.
pub trait Bracket {
    /// The batch starts now.
    fn begin(&mut self);

    /// The batch of so many iterations has ended.
    fn end(&mut self, iterations: u64);
}

/// Nothing at all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoBracket;

impl Bracket for NoBracket {
    fn begin(&mut self) {}

    fn end(&mut self, _iterations: u64) {}
}

/// One sample of the measured code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// It was taken.
    Taken {
        /// How long all of it took, in ticks.
        ticks: u64,
        /// How many brackets it was made of.
        brackets: u64,
    },
    /// The clock ran backwards in it: there is no such time.
    Backwards,
    /// The code failed and is not to be called again.
    Failed,
}

/// A clock as a bracket: it adds up what lies in its brackets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    clock: Clock,
    start: u64,
    ticks: u64,
    brackets: u64,
    backwards: bool,
}

impl Stopwatch {
    /// One that has measured nothing.
    #[inline(always)]
    pub(crate) fn new(clock: Clock) -> Self {
        Self { clock, start: 0, ticks: 0, brackets: 0, backwards: false }
    }

    /// What was measured.
    pub(crate) fn sample(&self) -> Sample {
        match self.backwards {
            true => Sample::Backwards,
            false => Sample::Taken { ticks: self.ticks, brackets: self.brackets },
        }
    }

    /// What was measured from `start` to `end`.
    pub(crate) fn between(start: u64, end: u64) -> Sample {
        end.checked_sub(start)
            .map_or(Sample::Backwards, |ticks| Sample::Taken { ticks, brackets: 1 })
    }
}

impl Bracket for Stopwatch {
    #[inline(always)]
    fn begin(&mut self) {
        self.start = self.clock.start();
    }

    #[inline(always)]
    fn end(&mut self, _iterations: u64) {
        let end = self.clock.end();
        match end.checked_sub(self.start) {
            Some(ticks) => self.ticks = self.ticks.saturating_add(ticks),
            None => self.backwards = true,
        }
        self.brackets += 1;
    }
}

/// Another bracket, and how often it was used.
pub(super) struct Tallied<'b> {
    inner: &'b mut dyn Bracket,
    /// How many brackets there were.
    pub(super) brackets: u64,
    /// How many iterations in them.
    pub(super) iterations: u64,
    /// Most iterations of one of them.
    pub(super) most: u64,
}

impl<'b> Tallied<'b> {
    /// None yet.
    pub(super) fn new(inner: &'b mut dyn Bracket) -> Self {
        Self { inner, brackets: 0, iterations: 0, most: 0 }
    }
}

impl Bracket for Tallied<'_> {
    fn begin(&mut self) {
        self.inner.begin();
    }

    fn end(&mut self, iterations: u64) {
        self.inner.end(iterations);
        self.brackets += 1;
        self.iterations += iterations;
        self.most = self.most.max(iterations);
    }
}
