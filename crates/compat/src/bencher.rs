//! What measures one benchmark.

use crate::async_bencher::AsyncBencher;
use crate::async_executor::AsyncExecutor;
use crate::measurement::{Measurement, WallTime};
use probity_harness::{BatchSize, Measured};
use std::marker::PhantomData;

/// What measures one benchmark: its closure calls one of these methods, once.
#[derive(Debug)]
pub struct Bencher<'a, M: Measurement = WallTime> {
    inner: Option<probity_harness::Bencher>,
    calls: u32,
    measures: PhantomData<&'a M>,
}

impl<'a, M: Measurement> Bencher<'a, M> {
    /// Measures what `closure` gives it.
    ///
    /// # Errors
    /// Where that is nothing, or more than one thing.
    pub(crate) fn called(
        inner: probity_harness::Bencher,
        closure: impl FnOnce(&mut Self),
    ) -> Result<(), String> {
        let mut bencher = Self { inner: Some(inner), calls: 0, measures: PhantomData };
        closure(&mut bencher);
        match bencher.calls {
            0 => Err("its closure never calls `iter` or another method of its bencher".into()),
            1 => Ok(()),
            n => Err(format!(
                "its closure measures {n} times, and one number cannot stand for all of them: call \
                 `iter` once, in a benchmark each"
            )),
        }
    }

    /// Measures `routine`, called in a loop. Dropping what it returns is in the time.
    pub fn iter<O, R: FnMut() -> O>(&mut self, routine: R) {
        self.once(|inner| inner.iter(routine));
    }

    /// Measures by the clock of `routine`, which is told how often it is to do its work.
    pub fn iter_custom<R: FnMut(u64) -> M::Value>(&mut self, mut routine: R) {
        self.once(|inner| inner.iter_custom(|iterations| routine(iterations).into()));
    }

    /// Measures `routine` without making its inputs and without dropping its outputs.
    pub fn iter_batched<I, O, S, R>(&mut self, setup: S, routine: R, size: BatchSize)
    where
        S: FnMut() -> I,
        R: FnMut(I) -> O,
    {
        self.once(|inner| inner.iter_batched(setup, routine, size));
    }

    /// The same where `routine` borrows its input.
    pub fn iter_batched_ref<I, O, S, R>(&mut self, setup: S, routine: R, size: BatchSize)
    where
        S: FnMut() -> I,
        R: FnMut(&mut I) -> O,
    {
        self.once(|inner| inner.iter_batched_ref(setup, routine, size));
    }

    /// Measures `routine` without dropping what it returns.
    pub fn iter_with_large_drop<O, R: FnMut() -> O>(&mut self, routine: R) {
        self.once(|inner| inner.iter_with_large_drop(routine));
    }

    /// [`Bencher::iter_batched`] with an input at a time.
    pub fn iter_with_setup<I, O, S, R>(&mut self, setup: S, routine: R)
    where
        S: FnMut() -> I,
        R: FnMut(I) -> O,
    {
        self.once(|inner| inner.iter_with_setup(setup, routine));
    }

    /// [`Bencher::iter_batched`] with all inputs of a sample at once.
    pub fn iter_with_large_setup<I, O, S, R>(&mut self, setup: S, routine: R)
    where
        S: FnMut() -> I,
        R: FnMut(I) -> O,
    {
        self.iter_batched(setup, routine, BatchSize::NumBatches(1));
    }

    /// Measures futures, which `runner` runs.
    pub fn to_async<'b, A: AsyncExecutor>(&'b mut self, runner: A) -> AsyncBencher<'a, 'b, A, M> {
        AsyncBencher::new(self, runner)
    }

    /// Measures the first time, and counts.
    pub(crate) fn once(&mut self, measure: impl FnOnce(probity_harness::Bencher) -> Measured) {
        self.calls += 1;
        if let Some(inner) = self.inner.take() {
            measure(inner);
        }
    }
}
