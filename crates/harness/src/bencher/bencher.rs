//! What measures one benchmark: a body is given one, and calls one of its methods once.

use super::batches::{BatchSize, Batches, BatchesByRef};
use super::crew::{Crew, Together};
use super::custom::Custom;
use super::executor::{Awaited, Executor};
use super::fallible::Fallible;
use super::mode::Mode;
use super::outcome::{Measured, Measurement, Slot, Throughput};
use crate::timing::{self, Body, Loop, NoBracket, Record};
use std::fmt::Debug;
use std::future::Future;
use std::time::Duration;

/// Measures the code of one benchmark, once: every `iter…` takes it and gives back what was
/// measured. Before that a body can say what an iteration handles.
#[derive(Debug)]
pub struct Bencher {
    mode: Mode,
    slot: Slot,
    throughput: Vec<Throughput>,
    threads: usize,
    /// Whether threads were asked for of all benchmarks, and not by this one.
    is_any: bool,
}

impl Bencher {
    /// One that does `mode`, and where its outcome will be.
    pub fn new(mode: Mode) -> (Self, Slot) {
        let slot = Slot::default();
        let kept = slot.clone();
        (Self { mode, slot, throughput: Vec::new(), threads: 1, is_any: false }, kept)
    }

    /// An iteration handles so many bytes.
    #[must_use]
    pub fn bytes(self, bytes: u64) -> Self {
        self.per_iteration("bytes", bytes)
    }

    /// An iteration handles so many items.
    #[must_use]
    pub fn items(self, items: u64) -> Self {
        self.per_iteration("items", items)
    }

    /// An iteration handles so many characters.
    #[must_use]
    pub fn chars(self, chars: u64) -> Self {
        self.per_iteration("chars", chars)
    }

    /// An iteration handles so much of `units`. What is said later of the same units counts.
    #[must_use]
    pub fn per_iteration(mut self, units: impl Into<String>, amount: u64) -> Self {
        let units = units.into();
        self.throughput.retain(|known| known.units != units);
        self.throughput.push(Throughput { units, amount });
        self
    }

    /// So many threads call the code at once, in [`Bencher::iter_parallel`]; at least one.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), is_any: false, ..self }
    }

    /// The same for whatever benchmark it is: one that cannot have threads is skipped.
    #[must_use]
    pub(crate) fn any_threads(self, threads: usize) -> Self {
        Self { is_any: true, ..self.threads(threads) }
    }

    /// How many threads call the code at once.
    pub fn thread_count(&self) -> usize {
        self.threads
    }

    /// Does not measure, and says why.
    pub fn skip(self, reason: impl Into<String>) -> Measured {
        self.slot.put(Measurement::Skipped(reason.into()), self.throughput)
    }

    /// Measures `routine`, called in a loop. Dropping what it returns is in the time:
    /// [`Bencher::iter_with_large_drop`] leaves it out.
    pub fn iter<O>(self, routine: impl FnMut() -> O) -> Measured {
        self.alone(&mut Loop(routine))
    }

    /// Measures `routine`, which may fail. It is not called again after it did, and nothing of the
    /// samples until then is kept.
    ///
    /// # Errors
    /// What it failed with, as its `Debug` says it.
    pub fn iter_fallible<O, E: Debug>(
        self,
        routine: impl FnMut() -> Result<O, E>,
    ) -> Result<Measured, String> {
        let mut body = Fallible::new(routine);
        let measured = self.alone(&mut body);
        match body.failure {
            None => Ok(measured),
            Some(failure) => {
                measured.fail(failure.clone());
                Err(failure)
            }
        }
    }

    /// Measures `routine` without making its inputs and without dropping its outputs: inputs are
    /// made in batches before each bracket. What that does to the caches is said at [`BatchSize`].
    pub fn iter_batched<I, O>(
        self,
        setup: impl FnMut() -> I,
        routine: impl FnMut(I) -> O,
        size: BatchSize,
    ) -> Measured {
        self.alone(&mut Batches::new(size, setup, routine))
    }

    /// The same where `routine` borrows its input, which is dropped outside of the time too.
    pub fn iter_batched_ref<I, O>(
        self,
        setup: impl FnMut() -> I,
        routine: impl FnMut(&mut I) -> O,
        size: BatchSize,
    ) -> Measured {
        self.alone(&mut BatchesByRef::new(size, setup, routine))
    }

    /// Measures `routine` without dropping what it returns: that is kept for a tenth of a sample.
    pub fn iter_with_large_drop<O>(self, mut routine: impl FnMut() -> O) -> Measured {
        self.iter_batched(|| (), move |()| routine(), BatchSize::SmallInput)
    }

    /// [`Bencher::iter_batched`] with an input at a time.
    pub fn iter_with_setup<I, O>(
        self,
        setup: impl FnMut() -> I,
        routine: impl FnMut(I) -> O,
    ) -> Measured {
        self.iter_batched(setup, routine, BatchSize::PerIteration)
    }

    /// Measures by the clock of `routine`, which is told how often it is to do its work and says
    /// how long all of that took. Nothing is subtracted: what its clock and its loop cost is not
    /// known.
    pub fn iter_custom(self, routine: impl FnMut(u64) -> Duration) -> Measured {
        self.alone(&mut Custom(routine))
    }

    /// Measures a future that `routine` makes, awaited again and again inside of one that
    /// `executor` runs; [`BlockOn`](super::BlockOn) needs no runtime.
    pub fn iter_async<T: Future>(
        self,
        executor: impl Executor,
        routine: impl FnMut() -> T,
    ) -> Measured {
        self.alone(&mut Awaited { executor, routine })
    }

    /// Measures `routine`, called by [`Bencher::thread_count`] threads at once, the calling one
    /// among them. All start together; the time is until the last of them has made its iterations,
    /// so it is that of one iteration on each thread. Threads are made before and ended after.
    pub fn iter_parallel<O>(self, routine: impl Fn() -> O + Sync) -> Measured {
        let hands = self.threads - 1;
        let crew = Crew::new(hands);
        std::thread::scope(|scope| {
            let mut together = Together::new(&crew, &routine);
            for _ in 0..hands {
                let hand = std::thread::Builder::new();
                if let Err(error) = hand.spawn_scoped(scope, || crew.work(&routine)) {
                    return self.fail(format!("start a thread: {error}"));
                }
            }
            self.measure(&mut together)
        })
    }

    /// Measures a function without parameters, which any number of threads can call.
    #[doc(hidden)]
    pub fn iter_plain<O>(self, routine: impl Fn() -> O + Sync) -> Measured {
        if self.threads > 1 { self.iter_parallel(routine) } else { self.iter(routine) }
    }

    /// Measures what one thread calls.
    fn alone(self, body: &mut dyn Body) -> Measured {
        if self.threads > 1 {
            let needs =
                "that needs `iter_parallel`, or a function that takes nothing and cannot fail";
            if self.is_any {
                let reason =
                    format!("it is called by one thread, not by {}: {needs}", self.threads);
                return self.skip(reason);
            }
            let reason = format!("measure {} threads: {needs}", self.threads);
            return self.fail(reason);
        }
        self.measure(body)
    }

    fn fail(self, reason: String) -> Measured {
        self.slot.put(Measurement::Failed(reason), self.throughput)
    }

    fn measure(self, body: &mut dyn Body) -> Measured {
        let threads = self.threads as u64;
        let measurement = match self.mode {
            Mode::Once => {
                body.bracketed(1, &mut NoBracket);
                Ok(Measurement::Once)
            }
            Mode::Timing { effort, clock } => {
                let shape = body.shape();
                timing::run(&clock, &effort, shape, &mut |n| body.timed(clock.clock, n))
                    .map(|record| Measurement::Timed(Record { threads, ..record }))
            }
            Mode::Counting { effort, mut bracket } => {
                timing::count(&effort, body, bracket.as_mut()).map(Measurement::Counted)
            }
        };
        let measurement = measurement.unwrap_or_else(|why| Measurement::Failed(why.to_string()));
        self.slot.put(measurement, self.throughput)
    }
}
