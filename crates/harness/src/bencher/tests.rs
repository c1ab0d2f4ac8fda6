use super::*;
use crate::timing::{
    Bracket, ClockChoice, Counted, CountingEffort, Effort, Record, Shape, summary,
};
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

fn timing() -> Mode {
    let effort = Effort {
        warm_up_ns: 200_000,
        time_ns: 2_000_000,
        most_ns: 100_000_000,
        min_samples: 5,
        max_samples: 50,
        min_sample_ns: 10_000,
    };
    Mode::Timing { effort, clock: ClockChoice::monotonic() }
}

/// What was told to a bracket: how many iterations each batch had.
#[derive(Clone, Default)]
struct Told(Rc<RefCell<Vec<u64>>>);

impl Bracket for Told {
    fn begin(&mut self) {}

    fn end(&mut self, iterations: u64) {
        self.0.borrow_mut().push(iterations);
    }
}

fn counting(told: &Told) -> Mode {
    let effort = CountingEffort {
        bracket_ns: 1_000,
        warm_up_ns: 100_000,
        time_ns: 2_000_000,
        max_iterations: 10_000,
        batch: None,
    };
    Mode::Counting { effort, bracket: Box::new(told.clone()) }
}

fn outcome(mode: Mode, body: impl FnOnce(Bencher)) -> Option<Outcome> {
    let (bencher, slot) = Bencher::new(mode);
    body(bencher);
    slot.take()
}

fn record(body: impl FnOnce(Bencher)) -> Record {
    match outcome(timing(), body).map(|outcome| outcome.measurement) {
        Some(Measurement::Timed(record)) => record,
        other => panic!("{other:?}"),
    }
}

fn counted(body: impl FnOnce(Bencher)) -> (Counted, Vec<u64>) {
    let told = Told::default();
    match outcome(counting(&told), body).map(|outcome| outcome.measurement) {
        Some(Measurement::Counted(counted)) => (counted, told.0.take()),
        other => panic!("{other:?}"),
    }
}

/// A way to measure code, with a place where its calls are counted.
type Way = (&'static str, fn(Bencher, Rc<Cell<u64>>));

/// Every way there is, with one thread.
fn ways() -> Vec<Way> {
    fn up(calls: &Cell<u64>) -> u64 {
        calls.set(calls.get() + 1);
        calls.get()
    }
    vec![
        ("iter", |b, calls| drop(b.iter(|| up(&calls)))),
        ("iter_fallible", |b, calls| {
            b.iter_fallible(|| Ok::<_, String>(up(&calls))).unwrap();
        }),
        ("iter_batched", |b, calls| {
            b.iter_batched(|| 3, |three| up(&calls) + three, BatchSize::SmallInput);
        }),
        ("iter_batched_ref", |b, calls| {
            let routine = |text: &mut String| {
                text.push('!');
                up(&calls);
            };
            b.iter_batched_ref(|| "text".to_owned(), routine, BatchSize::LargeInput);
        }),
        ("iter_with_large_drop", |b, calls| {
            b.iter_with_large_drop(|| vec![up(&calls)]);
        }),
        ("iter_with_setup", |b, calls| {
            b.iter_with_setup(|| (), |()| up(&calls));
        }),
        ("iter_custom", |b, calls| {
            b.iter_custom(|iterations| {
                let start = Instant::now();
                for _ in 0..iterations {
                    black_box(up(&calls));
                }
                start.elapsed()
            });
        }),
        ("iter_async", |b, calls| {
            b.iter_async(BlockOn, || async { up(&calls) });
        }),
    ]
}

#[test]
fn a_test_calls_each_body_once() {
    for (name, way) in ways() {
        let calls = Rc::new(Cell::new(0));
        let found = outcome(Mode::Once, |b| way(b, Rc::clone(&calls))).unwrap();
        assert_eq!((found.measurement, calls.get()), (Measurement::Once, 1), "{name}");
    }
    let calls = AtomicU64::new(0);
    outcome(Mode::Once, |b| {
        b.threads(3).iter_parallel(|| calls.fetch_add(1, Ordering::Relaxed));
    });
    assert_eq!(calls.into_inner(), 3, "once in each thread");
}

#[test]
fn a_timed_pass_says_how_often_it_called() {
    for (name, way) in ways() {
        let calls = Rc::new(Cell::new(0));
        let record = record(|b| way(b, Rc::clone(&calls)));
        let samples = record.ticks.len() as u64 + record.backwards;
        let told = record.warm_up_iterations + samples * record.iterations;
        assert_eq!(calls.get(), told, "{name}: {record:?}");
        assert_eq!(record.threads, 1);
        let name_of_shape = record.shape.name();
        match name {
            "iter_batched" | "iter_batched_ref" | "iter_with_large_drop" => {
                assert!(["batches", "per_iteration"].contains(&name_of_shape), "{name}");
            }
            "iter_with_setup" => assert_eq!(name_of_shape, "per_iteration"),
            "iter_custom" => assert_eq!(name_of_shape, "custom"),
            _ => assert_eq!(name_of_shape, "loop"),
        }
    }
}

#[test]
fn a_counted_pass_tells_the_bracket_of_every_call() {
    for (name, way) in ways() {
        let calls = Rc::new(Cell::new(0));
        let (counted, batches) = counted(|b| way(b, Rc::clone(&calls)));
        assert_eq!(counted.iterations, batches.iter().sum::<u64>(), "{name}");
        assert_eq!(counted.brackets, batches.len() as u64, "{name}");
        assert_eq!(calls.get(), counted.iterations + counted.warm_up_iterations, "{name}");
        assert!(counted.iterations <= 10_000, "{name}");
    }
}

#[test]
fn a_body_that_never_measures_leaves_nothing() {
    assert_eq!(outcome(timing(), drop), None);
    assert_eq!(outcome(timing(), |b| drop(b.bytes(3))), None);
}

#[test]
fn of_a_long_checksum_the_digest_is_compared() {
    let of = |text: String| {
        let found = outcome(Mode::Once, |b| drop(b.iter(|| ()).checksum(text))).unwrap();
        found.checksum.unwrap()
    };
    assert_eq!(of("x".repeat(255)), "x".repeat(255));
    let [one, other] = ["a", "b"].map(|end| of("x".repeat(5_000) + end));
    assert!(one.starts_with("sha256:") && one.len() == 71 && one != other, "{one} {other}");
}

#[test]
fn what_is_said_before_and_after_is_kept() {
    let found = outcome(Mode::Once, |b| {
        b.bytes(3)
            .items(4)
            .chars(5)
            .per_iteration("rows", 6)
            .bytes(7)
            .iter(|| ())
            .checksum(0x1f)
            .level("table", "bytes", 1.5)
            .rate("visits", 2.5);
    });
    let found = found.unwrap();
    let throughput: Vec<(&str, u64)> =
        found.throughput.iter().map(|each| (each.units.as_str(), each.amount)).collect();
    assert_eq!(throughput, [("items", 4), ("chars", 5), ("rows", 6), ("bytes", 7)]);
    assert_eq!(found.checksum.as_deref(), Some("31"));
    let level = Level { name: "table".into(), unit: "bytes".into(), value: 1.5 };
    assert_eq!(found.levels, [level]);
    assert_eq!(found.rates, [Rate { name: "visits".into(), amount: 2.5 }]);
}

#[test]
fn an_outcome_is_taken_once() {
    let (bencher, slot) = Bencher::new(Mode::Once);
    bencher.iter(|| ());
    assert!(slot.take().is_some());
    assert!(slot.take().is_none());
}

#[test]
fn skipping_has_a_reason() {
    let found = outcome(timing(), |b| drop(b.skip("no network").checksum("none"))).unwrap();
    assert_eq!(found.measurement, Measurement::Skipped("no network".into()));
    let payload = catch_unwind(|| skip("no disk")).unwrap_err();
    assert_eq!(skipped(payload.as_ref()), Some("no disk"));
    let payload = catch_unwind(|| std::panic::resume_unwind(Box::new("no disk"))).unwrap_err();
    assert_eq!(skipped(payload.as_ref()), None);
}

#[test]
fn code_that_fails_stops_and_says_why() {
    for last in [1, 5, 2_000] {
        let mut calls = 0;
        let mut said = None;
        let found = outcome(timing(), |b| {
            let routine = || {
                calls += 1;
                if calls == last { Err("the file is gone") } else { Ok(()) }
            };
            said = b.items(1).iter_fallible(routine).err();
        });
        let found = found.unwrap();
        assert_eq!(said.as_deref(), Some("\"the file is gone\""));
        assert_eq!(found.measurement, Measurement::Failed("\"the file is gone\"".into()));
        assert_eq!(found.throughput.len(), 1);
        assert_eq!(calls, last);
    }
}

#[test]
fn batches_have_the_size_that_was_asked_for() {
    let sizes = [
        (BatchSize::SmallInput, 1_000, 100),
        (BatchSize::SmallInput, 7, 1),
        (BatchSize::LargeInput, 10_000, 10),
        (BatchSize::LargeInput, 10, 1),
        (BatchSize::PerIteration, 1_000, 1),
        (BatchSize::NumBatches(4), 1_000, 250),
        (BatchSize::NumBatches(0), 1_000, 1_000),
        (BatchSize::NumIterations(30), 1_000, 30),
        (BatchSize::NumIterations(30), 10, 10),
        (BatchSize::NumIterations(0), 10, 1),
    ];
    for (size, iterations, inputs) in sizes {
        assert_eq!(size.inputs(iterations), inputs, "{size:?} of {iterations}");
    }
}

#[test]
fn inputs_and_outputs_are_made_and_dropped_in_batches() {
    /// Goes up and down with the values that are alive.
    struct Alive<'c>(&'c Cell<u64>);
    impl Drop for Alive<'_> {
        fn drop(&mut self) {
            self.0.set(self.0.get() - 1);
        }
    }
    let (inputs, outputs) = (Cell::new(0), Cell::new(0));
    let new = |cell| {
        let alive = Alive(cell);
        cell.set(cell.get() + 1);
        alive
    };
    let most = Cell::new(0);
    let record = record(|b| {
        let size = BatchSize::NumIterations(8);
        let routine = |_: &mut Alive<'_>| {
            most.set(most.get().max(inputs.get()));
            assert!(outputs.get() < inputs.get(), "no output was dropped or is left over");
            new(&outputs)
        };
        b.iter_batched_ref(|| new(&inputs), routine, size);
    });
    assert_eq!((inputs.get(), outputs.get()), (0, 0));
    assert_eq!(most.get(), 8);
    assert_eq!(record.brackets, record.iterations.div_ceil(8));
}

#[test]
fn making_inputs_is_not_in_the_time() {
    let record = record(|b| {
        let setup = || std::thread::sleep(Duration::from_millis(1));
        b.iter_with_setup(setup, |()| ());
    });
    assert_eq!(record.shape, Shape::PerIteration);
    assert!(summary(&record).unwrap().median < 300_000.0);
}

#[test]
fn dropping_outputs_is_not_in_the_time() {
    struct Slow;
    impl Drop for Slow {
        fn drop(&mut self) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    let record = record(|b| drop(b.iter_with_large_drop(|| Slow)));
    assert!(summary(&record).unwrap().median < 300_000.0);
}

#[test]
fn sleeping_takes_as_long_as_it_takes() {
    let record = record(|b| drop(b.iter(|| std::thread::sleep(Duration::from_millis(2)))));
    let found = summary(&record).unwrap();
    assert!(found.min >= 1_999_000.0, "{found:?}");
    assert_eq!(found.at_most, None);
}

#[test]
fn a_clock_of_its_own_is_believed() {
    let record = record(|b| drop(b.iter_custom(|n| Duration::from_nanos(250 * n))));
    assert_eq!(summary(&record).map(|found| found.median), Some(250.0));
    assert_eq!(record.clock.name, "custom");
    assert_eq!(record.brackets, 0);
}

#[test]
fn a_clock_that_stands_still_measures_nothing() {
    let record = record(|b| drop(b.iter_custom(|_| Duration::ZERO)));
    assert!(summary(&record).unwrap().at_most.is_some());
}

#[test]
fn threads_start_together_and_the_last_one_ends_the_sample() {
    let record = record(|b| {
        let b = b.threads(3);
        assert_eq!(b.thread_count(), 3);
        b.iter_parallel(|| std::thread::sleep(Duration::from_millis(1)));
    });
    assert_eq!((record.threads, record.shape), (3, Shape::Threads));
    assert!(record.ticks.iter().all(|&ticks| ticks >= 999_000));

    let calls = AtomicU64::new(0);
    let record = self::record(|b| {
        b.threads(2).iter_parallel(|| calls.fetch_add(1, Ordering::Relaxed));
    });
    let each = record.warm_up_iterations + record.ticks.len() as u64 * record.iterations;
    assert_eq!(calls.into_inner(), 2 * each);
}

#[test]
fn threads_are_refused_where_only_one_would_call() {
    let found = outcome(timing(), |b| drop(b.threads(2).iter(|| ()))).unwrap();
    assert!(matches!(found.measurement, Measurement::Failed(_)));
    let found = outcome(Mode::Once, |b| drop(b.threads(0).iter(|| ()))).unwrap();
    assert_eq!(found.measurement, Measurement::Once);
}

#[test]
fn a_panic_in_any_thread_comes_through() {
    for place in [0, 1] {
        let main = std::thread::current().id();
        let (bencher, slot) = Bencher::new(timing());
        let caught = catch_unwind(AssertUnwindSafe(|| {
            bencher.threads(2).iter_parallel(|| {
                if (std::thread::current().id() == main) == (place == 0) {
                    skip("not here");
                }
            })
        }));
        let payload = caught.unwrap_err();
        assert_eq!(skipped(payload.as_ref()), Some("not here"));
        assert_eq!(slot.take(), None);
    }
}

/// Is ready when it is looked at again, and has itself looked at from another thread.
#[derive(Default)]
struct Later(bool);

impl Future for Later {
    type Output = u32;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<u32> {
        if std::mem::replace(&mut self.0, true) {
            return Poll::Ready(5);
        }
        let waker = context.waker().clone();
        std::thread::spawn(move || waker.wake());
        Poll::Pending
    }
}

#[test]
fn futures_are_awaited_until_they_are_ready() {
    assert_eq!(
        BlockOn.block_on(async { Later::default().await + BlockOn.block_on(async { 1 }) }),
        6
    );
    let record = record(|b| drop(b.iter_async(BlockOn, Later::default)));
    assert!(!record.ticks.is_empty());
}
