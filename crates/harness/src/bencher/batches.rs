//! Code that needs an input, made outside of the time.

use crate::timing::{Bracket, Sampled, Shape};
use std::hint::black_box;

/// How many inputs are made before the code is called for all of them in one bracket.
///
/// It decides what is in the caches. In a batch all inputs are made first: those of large batches
/// are out of the near caches again when their turn comes, and their outputs are written to memory
/// beside them. With an input at a time the cache holds what making it left there, and each call is
/// between two readings of the clock that let nothing overlap. These are different measurements of
/// the same code, and neither is the right one: compare only what was measured by the same size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchSize {
    /// A tenth of a sample at once: for inputs of which thousands fit in a cache.
    SmallInput,
    /// A thousandth of a sample at once: for inputs that take much memory.
    LargeInput,
    /// One at a time. What a bracket costs is subtracted from each; that is not known well enough
    /// for code of some nanoseconds.
    PerIteration,
    /// A sample in so many batches.
    NumBatches(u64),
    /// So many inputs at once.
    NumIterations(u64),
}

impl BatchSize {
    /// Inputs of a batch, where a sample has so many iterations.
    pub(super) fn inputs(self, iterations: u64) -> u64 {
        let size = match self {
            Self::SmallInput => iterations.div_ceil(10),
            Self::LargeInput => iterations.div_ceil(1_000),
            Self::PerIteration => 1,
            Self::NumBatches(batches) => iterations.div_ceil(batches.max(1)),
            Self::NumIterations(size) => size,
        };
        size.clamp(1, iterations.max(1))
    }

    /// Batches that a sample of so many iterations has.
    fn brackets(self, iterations: u64) -> u64 {
        iterations.div_ceil(self.inputs(iterations)).max(1)
    }
}

/// Code that takes its input. Input and output are moved through memory in its time.
pub(super) struct Batches<I, O, S, F> {
    size: BatchSize,
    setup: S,
    routine: F,
    inputs: Vec<I>,
    outputs: Vec<O>,
}

impl<I, O, S: FnMut() -> I, F> Batches<I, O, S, F> {
    /// Batches of that size.
    pub(super) fn new(size: BatchSize, setup: S, routine: F) -> Self {
        Self { size, setup, routine, inputs: Vec::new(), outputs: Vec::new() }
    }

    /// Makes the inputs of the next batch of at most `left` iterations, and room for its outputs.
    fn prepare(&mut self, size: u64, left: u64) -> u64 {
        let count = size.min(left);
        // More than can be counted cannot be had either.
        let room = usize::try_from(count).unwrap_or(usize::MAX);
        self.inputs.reserve(room);
        if std::mem::needs_drop::<O>() {
            self.outputs.reserve(room);
        }
        self.inputs.extend((0..count).map(|_| (self.setup)()));
        black_box(&mut self.inputs);
        count
    }
}

impl<I, O, S: FnMut() -> I, F: FnMut(I) -> O> Sampled for Batches<I, O, S, F> {
    fn shape(&self) -> Shape {
        Shape::Batches
    }

    fn brackets(&self, iterations: u64) -> u64 {
        self.size.brackets(iterations)
    }

    fn keeps(&self) -> bool {
        std::mem::needs_drop::<O>()
    }

    #[inline(always)]
    fn sample<B: Bracket + ?Sized>(&mut self, iterations: u64, bracket: &mut B) {
        let size = self.size.inputs(iterations);
        let mut left = iterations;
        while left > 0 {
            let count = self.prepare(size, left);
            let inputs = self.inputs.drain(..);
            bracket.begin();
            call(inputs, &mut self.routine, &mut self.outputs);
            bracket.end(count);
            self.outputs.clear();
            left -= count;
        }
    }
}

/// Code that borrows its input, which is dropped outside of the time, as its output is.
pub(super) struct BatchesByRef<I, O, S, F>(Batches<I, O, S, F>);

impl<I, O, S: FnMut() -> I, F> BatchesByRef<I, O, S, F> {
    /// Batches of that size.
    pub(super) fn new(size: BatchSize, setup: S, routine: F) -> Self {
        Self(Batches::new(size, setup, routine))
    }
}

impl<I, O, S: FnMut() -> I, F: FnMut(&mut I) -> O> Sampled for BatchesByRef<I, O, S, F> {
    fn shape(&self) -> Shape {
        Shape::Batches
    }

    fn brackets(&self, iterations: u64) -> u64 {
        self.0.size.brackets(iterations)
    }

    fn keeps(&self) -> bool {
        std::mem::needs_drop::<I>() || std::mem::needs_drop::<O>()
    }

    #[inline(always)]
    fn sample<B: Bracket + ?Sized>(&mut self, iterations: u64, bracket: &mut B) {
        let Self(all) = self;
        let size = all.size.inputs(iterations);
        let mut left = iterations;
        while left > 0 {
            let count = all.prepare(size, left);
            let inputs = all.inputs.iter_mut();
            bracket.begin();
            call(inputs, &mut all.routine, &mut all.outputs);
            bracket.end(count);
            all.outputs.clear();
            all.inputs.clear();
            left -= count;
        }
    }
}

/// Calls `routine` for each input. Outputs that do something when they are dropped are kept until
/// the time is over: there is room for them.
#[inline(always)]
fn call<I, O>(
    inputs: impl Iterator<Item = I>,
    routine: &mut impl FnMut(I) -> O,
    outputs: &mut Vec<O>,
) {
    for input in inputs {
        let output = black_box(routine(input));
        if std::mem::needs_drop::<O>() {
            outputs.push(output);
        }
    }
}
