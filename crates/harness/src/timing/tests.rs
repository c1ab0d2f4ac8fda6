use super::body::{Body, Loop, Sampled};
use super::bracket::{Bracket, Sample};
use super::clock::{Clock, ClockChoice, choose};
use super::counting::{self, CountingEffort};
use super::estimate::{samples, summary};
use super::frequency::{Anchor, disagree};
use super::overhead::{Cost, Estimate, Line, Overhead};
use super::precision::Precision;
use super::record::{ClockFacts, Ended, NoRecord, Record, Shape};
use super::sampling::{Effort, run};
use super::warm_up::{self, Target};
use probity_host::root::{Root, cpu_description};
use std::hint::black_box;
use std::time::Duration;

const CLOCK_SOURCE: &str = "/sys/devices/system/clocksource/clocksource0/current_clocksource";

/// The clock of a machine whose files are a fixture, for a CPU with that counter.
fn clock_of(bed: &str, counter: Option<&str>) -> ClockChoice {
    let hosts = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/hosts");
    let root = Root::at(format!("{hosts}/{bed}"));
    let source = root.read(CLOCK_SOURCE).ok().map(|text| String::from_utf8(text).unwrap());
    choose(counter, source.as_deref(), &cpu_description(&root))
}

#[test]
fn the_counter_is_used_where_the_kernel_keeps_time_by_it() {
    let beds = [
        ("bare-x86", Some("tsc"), Clock::Counter),
        ("guest-x86", Some("tsc"), Clock::Monotonic),
        ("old-container", Some("tsc"), Clock::Monotonic),
        ("plain-arm64", Some("cntvct_el0"), Clock::Counter),
        ("server-arm64", Some("cntvct_el0"), Clock::Counter),
        // A program of another architecture, emulated.
        ("server-arm64", Some("tsc"), Clock::Monotonic),
        ("bare-x86", None, Clock::Monotonic),
        ("no-such-bed", Some("tsc"), Clock::Monotonic),
    ];
    for (bed, counter, clock) in beds {
        let choice = clock_of(bed, counter);
        assert_eq!(choice.clock, clock, "{bed} {counter:?}: {choice:?}");
        assert!(!choice.reason.is_empty());
    }
    assert!(clock_of("guest-x86", Some("tsc")).reason.contains("'kvm-clock'"));
    assert_eq!(choose(Some("tsc"), Some("tsc\n"), "").clock, Clock::Counter);
    assert_eq!(choose(Some("tsc"), Some("tsc-early"), "").clock, Clock::Monotonic);
    assert_eq!(choose(Some("tsc"), Some(""), "").clock, Clock::Monotonic);
    let told = choose(Some("tsc"), Some("\x1b[31mhpet\n"), "").reason;
    assert!(!told.contains('\x1b'), "{told:?}");
}

#[test]
fn the_rate_that_the_machine_states_is_half_its_bogomips() {
    let stated = |cpuinfo| choose(Some("tsc"), Some("tsc"), cpuinfo).stated_hz;
    assert_eq!(stated("flags\t: tsc\nbogomips\t: 5192.27\n"), Some(2_596_135_000));
    assert_eq!(stated("BogoMIPS\t: 50.00\n"), Some(25_000_000));
    for none in ["", "bogomips", "bogomips : ", "bogomips : 51", "bogomips : -5.00"] {
        assert_eq!(stated(none), None, "{none:?}");
    }
    for none in ["bogomips : 5.1", "bogomips : 0.00", "bogomips : 99999999999999999999.00"] {
        assert_eq!(stated(none), None, "{none:?}");
    }
}

#[test]
fn a_rate_is_ticks_by_time() {
    let first = Anchor::of(1_000, 5_000);
    assert_eq!(first.hz(Anchor::of(6_200, 7_000)), Some(2_600_000_000));
    assert_eq!(first.hz(Anchor::of(999, 7_000)), None, "ticks ran backwards");
    assert_eq!(first.hz(Anchor::of(6_200, 5_000)), None, "time stood still");
    assert_eq!(first.hz(Anchor::of(1_000, 7_000)), None, "ticks stood still");
    assert!(!disagree(2_600_000_000, 2_600_000_000));
    assert!(!disagree(2_597_400_000, 2_600_000_000));
    assert!(disagree(2_597_300_000, 2_600_000_000));
    assert!(disagree(2_602_700_000, 2_600_000_000));
    assert!(disagree(1_300_000_000, 2_600_000_000));
}

#[test]
fn precision_is_read_from_pairs() {
    let of = |differences: &[u64]| Precision::of(&mut differences.to_vec());
    assert_eq!(of(&[78, 52, 52, 78]), Some(Precision { smallest: 52, step: 26 }));
    assert_eq!(of(&[0, 41, 0, 83]), Some(Precision { smallest: 41, step: 41 }));
    assert_eq!(of(&[30]), Some(Precision { smallest: 30, step: 30 }));
    assert_eq!(of(&[0, 0]), None);
    assert_eq!(of(&[]), None);
}

#[test]
fn costs_are_middles_with_the_worse_of_their_errors() {
    let estimate = |value, error| Estimate { value, error };
    let cost = Cost::of(estimate(30.0, 1.0), estimate(30.0, 20.0));
    assert_eq!(cost, Cost { mt: 30_000, error_mt: 20_000 });
    // They differ by 20: half of that comes on top.
    let cost = Cost::of(estimate(20.0, 5.0), estimate(40.0, 5.0));
    assert_eq!(cost, Cost { mt: 30_000, error_mt: 15_000 });
    // Nothing is known better than to a third.
    let cost = Cost::of(estimate(0.75, 0.0), estimate(0.75, 0.0));
    assert_eq!(cost, Cost { mt: 750, error_mt: 250 });
    // Less than nothing is an error.
    let cost = Cost::of(estimate(-4.0, 1.0), estimate(-4.0, 1.0));
    assert_eq!(cost, Cost { mt: 0, error_mt: 5_000 });
}

#[test]
fn a_line_through_two_lengths_finds_both_costs() {
    let estimate = |value, error| Estimate { value, error };
    let line = Line::through([1.0, 101.0], [estimate(52.0, 0.5), estimate(252.0, 1.5)]);
    assert_eq!(line.iteration, estimate(2.0, 0.02));
    assert_eq!(line.bracket, estimate(50.0, 0.52));
}

fn record(shape: Shape, iterations: u64, brackets: u64, ticks: &[u64]) -> Record {
    let clock = ClockFacts {
        name: "tsc",
        reason: String::new(),
        hz: 2_000_000_000,
        start_hz: 2_000_000_000,
        disagrees: false,
        stated_hz: None,
        precision_ticks: 50,
        step_ticks: 26,
    };
    let overhead = Overhead {
        bracket: Cost { mt: 50_000, error_mt: 17_000 },
        iteration: Cost { mt: 600, error_mt: 200 },
    };
    let (ticks, ended) = (ticks.to_vec(), Ended::Enough);
    Record {
        clock,
        overhead,
        shape,
        iterations,
        brackets,
        threads: 1,
        warm_up_iterations: 0,
        ticks,
        backwards: 0,
        ended,
    }
}

#[test]
fn what_is_subtracted_depends_on_the_shape() {
    let each = |shape, brackets| {
        let record = record(shape, 1_000, brackets, &[100_000]);
        let found = summary(&record).unwrap();
        (found.median, found.error)
    };
    let close = |(median, error): (f64, f64), ticks: f64, error_ticks: f64| {
        assert!((median - ticks / 2.0).abs() < 1e-9, "{median} {ticks}");
        assert!((error - error_ticks / 2.0).abs() < 1e-9, "{error} {error_ticks}");
    };
    close(each(Shape::Loop, 1), 100.0 - 0.05 - 0.6, 0.017 + 0.026 + 0.2);
    close(each(Shape::Threads, 1), 100.0 - 0.05 - 0.6, 0.017 + 0.026 + 0.2);
    close(each(Shape::Batches, 10), 100.0 - 0.5 - 0.6, 0.17 + 0.026 + 0.2);
    close(each(Shape::PerIteration, 1_000), 100.0 - 50.0, 17.0 + 0.026);
    close(each(Shape::Custom, 0), 100.0, 0.026);
}

#[test]
fn costs_beyond_all_numbers_leave_less_than_nothing() {
    let mut record = record(Shape::PerIteration, 10, u64::MAX, &[1_000]);
    record.overhead.bracket.mt = u64::MAX;
    assert_eq!(samples(&record).sample_mt[0], u64::MAX);
    assert!(summary(&record).unwrap().median < 0.0);
}

/// Small, so that many passes fit into a test.
fn brief() -> Effort {
    Effort {
        warm_up_ns: 200_000,
        time_ns: 2_000_000,
        most_ns: 200_000_000,
        min_samples: 5,
        max_samples: 50,
        min_sample_ns: 10_000,
    }
}

/// A pass of code that takes so many ticks of the monotonic clock an iteration, without taking any.
fn pretended(
    effort: &Effort,
    mut sample: impl FnMut(u64) -> Sample,
) -> (Result<Record, NoRecord>, Vec<u64>) {
    let mut asked = Vec::new();
    let record = run(&ClockChoice::monotonic(), effort, Shape::Loop, &mut |iterations| {
        asked.push(iterations);
        sample(iterations)
    });
    (record, asked)
}

fn taken(ticks: u64) -> Sample {
    Sample::Taken { ticks, brackets: 1 }
}

#[test]
fn samples_are_long_enough_equal_and_all_kept() {
    let mut next = 0;
    let (record, asked) = pretended(&brief(), |iterations| {
        next += 1;
        taken(iterations * 100 + next)
    });
    let record = record.unwrap();
    assert!(record.ticks.iter().all(|&ticks| ticks >= 1_000 * record.clock.precision_ticks));
    assert!(record.ticks.iter().all(|&ticks| ticks >= 40_000), "a fiftieth of the time");
    let (warm, rest) = asked.split_at(asked.len() - record.ticks.len());
    assert!(rest.iter().all(|&iterations| iterations == record.iterations));
    assert_eq!(warm.iter().sum::<u64>(), record.warm_up_iterations);
    assert_eq!(warm[0], 1);
    // In the order they were taken.
    let places = warm.len() as u64 + 1..=asked.len() as u64;
    let expected: Vec<u64> = places.map(|n| record.iterations * 100 + n).collect();
    assert_eq!(record.ticks, expected);
    assert_eq!(record.clock.name, "monotonic");
    assert_eq!((record.clock.hz, record.clock.start_hz), (1_000_000_000, 1_000_000_000));
}

#[test]
fn a_first_call_that_takes_long_does_not_count() {
    let mut is_first = true;
    let (record, _) = pretended(&brief(), |iterations| {
        taken(if std::mem::take(&mut is_first) { 2_000_000_000 } else { iterations * 100 })
    });
    assert!(record.unwrap().iterations > 100);
}

#[test]
fn an_interruption_while_warming_up_does_not_count() {
    let mut call = 0;
    let (record, _) = pretended(&brief(), |iterations| {
        call += 1;
        taken(if call == 3 { 2_000_000_000 } else { iterations * 100 })
    });
    assert!(record.unwrap().iterations > 100);
}

#[test]
fn samples_in_which_the_clock_ran_backwards_are_counted_and_are_no_times() {
    let mut call = 0;
    let effort = Effort { time_ns: 1_000_000_000, most_ns: 2_000_000_000, ..brief() };
    let (record, _) = pretended(&effort, |iterations| {
        call += 1;
        if call > 50 && call % 2 == 0 { Sample::Backwards } else { taken(iterations * 1_000_000) }
    });
    let record = record.unwrap();
    assert!(record.backwards > 0, "{record:?}");
    assert_eq!(record.ticks.len() as u64 + record.backwards, 50);
    assert_eq!(record.ended, Ended::MostSamples);

    let mut call = 0;
    let (record, _) = pretended(&effort, |_| {
        call += 1;
        if call < 100 { taken(1_000_000_000) } else { Sample::Backwards }
    });
    assert!(record.unwrap().backwards > 0);
}

#[test]
fn code_that_failed_is_not_called_again() {
    for last in [1, 2, 30] {
        let mut calls = 0;
        let (record, _) = pretended(&brief(), |iterations| {
            calls += 1;
            if calls == last { Sample::Failed } else { taken(iterations * 1_000) }
        });
        assert_eq!(record, Err(NoRecord::Failed));
        assert_eq!(calls, last);
    }
}

#[test]
fn slow_code_has_fewer_samples_and_the_record_says_so() {
    let effort = Effort { time_ns: 10_000_000, most_ns: 50_000_000, ..brief() };
    let mut calls = 0;
    let record = run(&ClockChoice::monotonic(), &effort, Shape::Loop, &mut |_| {
        calls += 1;
        std::thread::sleep(std::time::Duration::from_millis(60));
        taken(60_000_000)
    });
    let record = record.unwrap();
    assert_eq!((record.iterations, record.ticks.len()), (1, 1));
    assert_eq!(record.ended, Ended::MostTime);
    assert_eq!(calls, 3, "the first, one to make sure, and the sample");
}

#[test]
fn time_outside_of_samples_does_not_make_them_endless() {
    let effort = Effort { time_ns: 20_000_000, most_ns: 60_000_000, ..brief() };
    let mut calls = 0;
    let record = run(&ClockChoice::monotonic(), &effort, Shape::Batches, &mut |iterations| {
        calls += iterations;
        std::thread::sleep(std::time::Duration::from_millis(iterations));
        Sample::Taken { ticks: iterations, brackets: iterations }
    });
    let record = record.unwrap();
    assert!(calls < 1_000, "{calls}");
    assert_eq!(record.shape, Shape::PerIteration);
}

#[test]
fn an_empty_body_is_not_told_apart_from_nothing() {
    for choice in [ClockChoice::monotonic(), ClockChoice::here(Some("tsc"), "")] {
        let mut body = Loop(|| ());
        let effort = Effort { time_ns: 20_000_000, ..brief() };
        // The machine may be busy with something else: once is enough.
        let found = (0..5).find_map(|_| {
            let sample = &mut |n| Body::timed(&mut body, choice.clock, n);
            let record = run(&choice, &effort, Shape::Loop, sample).unwrap();
            summary(&record).unwrap().at_most
        });
        assert!(found.is_some_and(|most| most > 0.0), "{found:?} by {choice:?}");
    }
}

#[test]
fn twice_the_work_takes_twice_as_long() {
    let choice = ClockChoice::monotonic();
    let median = |steps: u64| {
        let mut carried = 3_u64;
        let mut body = Loop(|| {
            for _ in 0..black_box(steps) {
                carried = black_box(carried.wrapping_mul(0x2545_F491_4F6C_DD1D));
            }
            carried
        });
        let sample = &mut |n| Body::timed(&mut body, choice.clock, n);
        let record = run(&choice, &brief(), Shape::Loop, sample).unwrap();
        summary(&record).unwrap().median
    };
    // The machine may be busy with something else: once is enough.
    let mut ratios = (0..5).map(|_| median(4_000) / median(2_000));
    assert!(ratios.any(|ratio| (1.5..2.7).contains(&ratio)));
}

/// Counts what it is told.
#[derive(Default)]
struct Told {
    begun: u64,
    batches: Vec<u64>,
}

impl Bracket for Told {
    fn begin(&mut self) {
        assert_eq!(self.begun, self.batches.len() as u64, "no bracket inside another");
        self.begun += 1;
    }

    fn end(&mut self, iterations: u64) {
        self.batches.push(iterations);
    }
}

#[test]
fn everything_that_is_counted_is_told() {
    let effort = CountingEffort {
        bracket_ns: 20_000,
        warm_up_ns: 100_000,
        time_ns: 20_000_000,
        max_iterations: 1 << 24,
        batch: None,
    };
    let mut calls = 0_u64;
    let mut body = Loop(|| calls += 1);
    let mut told = Told::default();
    let counted = counting::run(&effort, &mut body, &mut told).unwrap();
    assert_eq!(counted.iterations, told.batches.iter().sum::<u64>());
    assert_eq!(counted.brackets, told.begun);
    assert_eq!(calls, counted.iterations + counted.warm_up_iterations);
    assert!(counted.iterations <= effort.max_iterations);
    assert!(counted.batch.is_power_of_two() && told.batches.iter().all(|&n| n == counted.batch));
    let inside = counted.batch as f64 * counted.iteration_ns;
    assert!(effort.bracket_ns as f64 <= 0.1 * inside, "{counted:?}");
}

#[test]
fn a_bracket_that_costs_much_gets_one_batch_of_all() {
    let effort = CountingEffort {
        bracket_ns: u64::MAX,
        warm_up_ns: 0,
        time_ns: 1_000_000,
        max_iterations: 1_000,
        batch: None,
    };
    let mut told = Told::default();
    let counted = counting::run(&effort, &mut Loop(|| ()), &mut told).unwrap();
    assert_eq!((counted.batch, told.batches.as_slice()), (1_000, &[1_000][..]));
}

#[test]
fn a_loop_calls_as_often_as_it_is_told() {
    let mut calls = 0_u64;
    let mut told = Told::default();
    Loop(|| calls += 1).sample(7, &mut told);
    assert_eq!((calls, told.batches), (7, vec![7]));
}

/// Is called in so many brackets at least, and each takes its time where that is not counted.
struct Split(u64);

impl Sampled for Split {
    fn shape(&self) -> Shape {
        Shape::Batches
    }

    fn brackets(&self, iterations: u64) -> u64 {
        iterations.min(self.0)
    }

    fn sample<B: Bracket + ?Sized>(&mut self, iterations: u64, bracket: &mut B) {
        let brackets = Sampled::brackets(self, iterations);
        for place in 0..brackets {
            bracket.begin();
            bracket.end(iterations / brackets + u64::from(place < iterations % brackets));
        }
    }
}

#[test]
fn each_bracket_has_as_many_as_are_wanted() {
    let effort = CountingEffort {
        bracket_ns: 20_000,
        warm_up_ns: 0,
        time_ns: 10_000_000_000,
        max_iterations: 700,
        batch: Some(7),
    };
    let mut told = Told::default();
    let counted = counting::run(&effort, &mut Split(10), &mut told).unwrap();
    assert_eq!((counted.batch, counted.most), (70, 7));
    assert!(told.batches.iter().all(|&n| n == 7), "{counted:?}");
    // Also where so many have as many brackets as a part more.
    for wanted in [1, 2, 3, 31] {
        let effort = CountingEffort { batch: Some(wanted), time_ns: 1 << 40, ..effort };
        let effort = CountingEffort { max_iterations: 1 << 20, ..effort };
        let batch = counting::batch(&effort, 1.0, 1.0, &Split(1_000));
        assert!((1_000..=2_000).contains(&(batch / wanted)) || wanted == 1, "{wanted}: {batch}");
    }
    // One in each bracket, however many there are.
    let effort = CountingEffort { time_ns: 1_000_000, max_iterations: 100, ..effort };
    let counted = counting::run(&effort, &mut Split(u64::MAX), &mut Told::default()).unwrap();
    assert_eq!((counted.batch, counted.most), (7, 1));
}

#[test]
fn what_is_not_counted_takes_its_time_too() {
    let effort = CountingEffort {
        bracket_ns: 1_000_000,
        warm_up_ns: 0,
        time_ns: 5_000_000,
        max_iterations: u64::MAX,
        batch: None,
    };
    // Nothing is in the brackets, and making an input takes a millisecond.
    struct Slow;
    impl Sampled for Slow {
        fn shape(&self) -> Shape {
            Shape::Batches
        }

        fn sample<B: Bracket + ?Sized>(&mut self, iterations: u64, bracket: &mut B) {
            std::thread::sleep(Duration::from_millis(iterations));
            bracket.begin();
            bracket.end(iterations);
        }
    }
    let counted = counting::run(&effort, &mut Slow, &mut Told::default()).unwrap();
    assert!(counted.batch <= 4, "{counted:?}");
}

#[test]
fn warming_up_may_take_longer_than_measuring() {
    let effort = Effort { warm_up_ns: 5_000_000, most_ns: 1_000, ..brief() };
    let target = Target { ticks: 1, wall_ns: 1 };
    let began = std::time::Instant::now();
    warm_up::run(&effort, target, &mut |_| taken(1_000)).unwrap();
    assert!(began.elapsed() >= Duration::from_millis(5));
}
