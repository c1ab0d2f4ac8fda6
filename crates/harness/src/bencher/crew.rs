//! Code that several threads call at once.

use crate::timing::{Bracket, Clock, Sample, Sampled, Shape, Stopwatch};
use std::any::Any;
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The round that sends everybody home.
const HOME: u64 = u64::MAX;
/// How often one looks again before it lets others run: where there are more threads than CPUs, the
/// one that is waited for may need this CPU.
const LOOKS: u32 = 2_000;

/// What a crew shares: all of it is made before the first round.
pub(super) struct Crew {
    /// The number of the round that is being prepared, from 1.
    called: AtomicU64,
    /// The number of the round that has started.
    started: AtomicU64,
    iterations: AtomicU64,
    by_monotonic: AtomicU64,
    ready: AtomicUsize,
    done: AtomicUsize,
    /// When the last of the hands ended, by the clock of the round.
    last_end: AtomicU64,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    hands: usize,
}

impl Crew {
    /// A crew with so many hands besides the caller.
    pub(super) fn new(hands: usize) -> Self {
        Self {
            called: AtomicU64::new(0),
            started: AtomicU64::new(0),
            iterations: AtomicU64::new(0),
            by_monotonic: AtomicU64::new(0),
            ready: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            last_end: AtomicU64::new(0),
            panic: Mutex::new(None),
            hands,
        }
    }

    /// What a hand does until it is sent home: it calls `routine` as often as each round wants.
    pub(super) fn work<O>(&self, routine: &(impl Fn() -> O + Sync)) {
        for round in 1.. {
            wait(|| self.called.load(Ordering::Acquire) >= round);
            if self.called.load(Ordering::Acquire) == HOME {
                return;
            }
            let iterations = self.iterations.load(Ordering::Relaxed);
            let clock = match self.by_monotonic.load(Ordering::Relaxed) {
                0 => Clock::Counter,
                _ => Clock::Monotonic,
            };
            self.ready.fetch_add(1, Ordering::Release);
            wait(|| self.started.load(Ordering::Acquire) >= round);
            let called = catch_unwind(AssertUnwindSafe(|| call(iterations, routine)));
            self.last_end.fetch_max(clock.end(), Ordering::Relaxed);
            if let Err(panic) = called {
                *self.panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
            }
            self.done.fetch_add(1, Ordering::Release);
        }
    }

    /// Sends all hands home.
    fn dismiss(&self) {
        self.started.store(HOME, Ordering::Release);
        self.called.store(HOME, Ordering::Release);
    }
}

/// Looks until it is so.
fn wait(is_so: impl Fn() -> bool) {
    let mut looks = 0;
    while !is_so() {
        looks += 1;
        if looks < LOOKS {
            std::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
    }
}

fn call<O>(iterations: u64, routine: &(impl Fn() -> O + Sync)) {
    for _ in 0..iterations {
        black_box(routine());
    }
}

/// Code that the calling thread and the hands of a crew call at once. It sends them home when it
/// goes.
pub(super) struct Together<'c, F> {
    crew: &'c Crew,
    routine: &'c F,
    round: u64,
}

impl<'c, F> Together<'c, F> {
    /// The calling thread, with the crew's hands.
    pub(super) fn new(crew: &'c Crew, routine: &'c F) -> Self {
        Self { crew, routine, round: 0 }
    }

    /// Has all hands stand at the start of the next round.
    fn line_up(&mut self, clock: Clock, iterations: u64) {
        let crew = self.crew;
        self.round += 1;
        crew.iterations.store(iterations, Ordering::Relaxed);
        crew.by_monotonic.store(u64::from(clock == Clock::Monotonic), Ordering::Relaxed);
        crew.ready.store(0, Ordering::Relaxed);
        crew.done.store(0, Ordering::Relaxed);
        crew.last_end.store(0, Ordering::Relaxed);
        crew.called.store(self.round, Ordering::Release);
        wait(|| crew.ready.load(Ordering::Acquire) == crew.hands);
    }

    /// Waits until all hands are done, and goes on panicking where one of them panicked.
    fn finish(&self) {
        wait(|| self.crew.done.load(Ordering::Acquire) == self.crew.hands);
        let panic = self.crew.panic.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
    }
}

impl<O, F: Fn() -> O + Sync> Sampled for Together<'_, F> {
    fn shape(&self) -> Shape {
        Shape::Threads
    }

    fn threads(&self) -> u64 {
        self.crew.hands as u64 + 1
    }

    /// The bracket is the calling thread's, and so are the iterations that it is told of.
    fn sample<B: Bracket + ?Sized>(&mut self, iterations: u64, bracket: &mut B) {
        self.line_up(Clock::Monotonic, iterations);
        bracket.begin();
        self.crew.started.store(self.round, Ordering::Release);
        call(iterations, self.routine);
        wait(|| self.crew.done.load(Ordering::Acquire) == self.crew.hands);
        bracket.end(iterations);
        self.finish();
    }

    fn timed(&mut self, clock: Clock, iterations: u64) -> Sample {
        self.line_up(clock, iterations);
        let start = clock.start();
        self.crew.started.store(self.round, Ordering::Release);
        call(iterations, self.routine);
        let own_end = clock.end();
        self.finish();
        let end = self.crew.last_end.load(Ordering::Relaxed).max(own_end);
        Stopwatch::between(start, end)
    }
}

impl<F> Drop for Together<'_, F> {
    fn drop(&mut self) {
        self.crew.dismiss();
    }
}
