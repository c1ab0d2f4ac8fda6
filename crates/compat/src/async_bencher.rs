//! What measures one benchmark of futures.

use crate::async_executor::AsyncExecutor;
use crate::bencher::Bencher;
use crate::measurement::{Measurement, WallTime};
use probity_harness::{BatchSize, Executor};
use std::future::Future;

/// What measures one benchmark of futures. Where inputs are made or outputs kept, what runs the
/// futures is entered for each of them, and that is in the time.
#[derive(Debug)]
pub struct AsyncBencher<'a, 'b, A: AsyncExecutor, M: Measurement = WallTime> {
    bencher: &'b mut Bencher<'a, M>,
    runner: A,
}

struct Lent<'r, A>(&'r A);

impl<A: AsyncExecutor> Executor for Lent<'_, A> {
    fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.0.block_on(future)
    }
}

impl<'a, 'b, A: AsyncExecutor, M: Measurement> AsyncBencher<'a, 'b, A, M> {
    pub(crate) fn new(bencher: &'b mut Bencher<'a, M>, runner: A) -> Self {
        Self { bencher, runner }
    }

    /// Measures the futures of `routine`, awaited in a loop.
    pub fn iter<O, R, F>(&mut self, routine: R)
    where
        R: FnMut() -> F,
        F: Future<Output = O>,
    {
        let Self { bencher, runner } = self;
        bencher.once(|inner| inner.iter_async(Lent(runner), routine));
    }

    /// Measures by the clock of `routine`, which is told how often it is to do its work.
    pub fn iter_custom<R, F>(&mut self, mut routine: R)
    where
        R: FnMut(u64) -> F,
        F: Future<Output = M::Value>,
    {
        let Self { bencher, runner } = self;
        bencher.iter_custom(|iterations| runner.block_on(routine(iterations)));
    }

    /// Measures `routine` without making its inputs and without dropping its outputs.
    pub fn iter_batched<I, O, S, R, F>(&mut self, setup: S, mut routine: R, size: BatchSize)
    where
        S: FnMut() -> I,
        R: FnMut(I) -> F,
        F: Future<Output = O>,
    {
        let Self { bencher, runner } = self;
        bencher.iter_batched(setup, |input| runner.block_on(routine(input)), size);
    }

    /// The same where `routine` borrows its input.
    pub fn iter_batched_ref<I, O, S, R, F>(&mut self, setup: S, mut routine: R, size: BatchSize)
    where
        S: FnMut() -> I,
        R: FnMut(&mut I) -> F,
        F: Future<Output = O>,
    {
        let Self { bencher, runner } = self;
        bencher.iter_batched_ref(setup, |input| runner.block_on(routine(input)), size);
    }

    /// Measures `routine` without dropping what its futures come to.
    pub fn iter_with_large_drop<O, R, F>(&mut self, mut routine: R)
    where
        R: FnMut() -> F,
        F: Future<Output = O>,
    {
        let Self { bencher, runner } = self;
        bencher.iter_with_large_drop(|| runner.block_on(routine()));
    }

    /// [`AsyncBencher::iter_batched`] with an input at a time.
    pub fn iter_with_setup<I, O, S, R, F>(&mut self, setup: S, routine: R)
    where
        S: FnMut() -> I,
        R: FnMut(I) -> F,
        F: Future<Output = O>,
    {
        self.iter_batched(setup, routine, BatchSize::PerIteration);
    }

    /// [`AsyncBencher::iter_batched`] with all inputs of a sample at once.
    pub fn iter_with_large_setup<I, O, S, R, F>(&mut self, setup: S, routine: R)
    where
        S: FnMut() -> I,
        R: FnMut(I) -> F,
        F: Future<Output = O>,
    {
        self.iter_batched(setup, routine, BatchSize::NumBatches(1));
    }
}
