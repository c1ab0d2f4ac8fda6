//! Nothing that is measured allocates on its own: neither the loop nor what lies between samples.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may")]

use probity_harness::{
    BatchSize, Bencher, BlockOn, ClockChoice, Effort, Measured, Measurement, Mode,
};
use probity_sys::allocation::{CountingAllocator, begin, so_far};
use std::cell::Cell;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// Allocations since the test began, of all threads.
fn calls() -> u64 {
    so_far().calls
}

/// Calls of the allocator from the second call of the measured code to its last: after the first
/// one all room is there.
struct Between {
    seen: Cell<u64>,
    first: Cell<u64>,
    last: Cell<u64>,
}

impl Between {
    fn new() -> Self {
        Self { seen: Cell::new(0), first: Cell::new(0), last: Cell::new(0) }
    }

    fn look(&self) {
        self.seen.set(self.seen.get() + 1);
        if self.seen.get() <= 2 {
            self.first.set(calls());
        }
        self.last.set(calls());
    }
}

fn check(name: &str, body: impl FnOnce(Bencher, &Between) -> Measured) {
    let effort = Effort { warm_up_ns: 1_000_000, time_ns: 5_000_000, ..Effort::default() };
    let clock = ClockChoice::here(Some("tsc"), "");
    let (bencher, slot) = Bencher::new(Mode::Timing { effort, clock });
    let between = Between::new();
    body(bencher, &between);
    let Measurement::Timed(record) = slot.take().unwrap().measurement else { panic!("{name}") };
    assert!(between.seen.get() > record.iterations && !record.ticks.is_empty(), "{name}");
    assert_eq!(between.last.get() - between.first.get(), 0, "{name} allocated");
}

/// A `main` of its own (`harness = false`): all threads are counted, and libtest has some.
fn main() {
    let is_listing = std::env::args().any(|argument| argument == "--list");
    if is_listing {
        return;
    }
    begin();
    drop(std::hint::black_box(Box::new(1_u8)));
    assert_eq!(calls(), 1, "it is counted");
    loops();
    batches();
    crews();
}

fn loops() {
    check("iter", |b, between| b.iter(|| between.look()));
    check("iter_fallible", |b, between| {
        b.iter_fallible(|| {
            between.look();
            Ok::<(), ()>(())
        })
        .unwrap()
    });
    check("iter_custom", |b, between| {
        b.iter_custom(|iterations| {
            let start = std::time::Instant::now();
            (0..iterations).for_each(|_| between.look());
            start.elapsed()
        })
    });
    check("iter_async", |b, between| b.iter_async(BlockOn, || async { between.look() }));
}

fn batches() {
    for size in [BatchSize::PerIteration, BatchSize::NumIterations(1)] {
        check("iter_batched", |b, between| b.iter_batched(|| 1_u64, |_| between.look(), size));
        check("iter_batched_ref", |b, between| {
            b.iter_batched_ref(|| 1_u64, |_| between.look(), size)
        });
    }
}

fn crews() {
    let effort = Effort { warm_up_ns: 1_000_000, time_ns: 5_000_000, ..Effort::default() };
    let (bencher, slot) =
        Bencher::new(Mode::Timing { effort, clock: ClockChoice::here(Some("tsc"), "") });
    thread_local! {
        /// Since the second call of a thread.
        static FIRST: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
    }
    bencher.threads(2).iter_parallel(|| {
        let (seen, first) = FIRST.get();
        let first = if seen <= 1 { calls() } else { first };
        FIRST.set((seen + 1, first));
        assert_eq!(calls(), first, "allocated between two calls");
    });
    assert!(matches!(slot.take().unwrap().measurement, Measurement::Timed(_)));
}
