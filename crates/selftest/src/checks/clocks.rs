//! Whether the clocks agree and never run backwards.

use super::definition::Definition;
use crate::{Bench, Notes, Ruling};
use probity_model::{Absence, Cause, Observation, Scope, Unit, Value};
use probity_sys::kernel::Kernel;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

pub(super) const DEFINITION: Definition =
    Definition { id: "clocks", shows: "the clocks agree and never run backwards", body };

const MONOTONIC: &str = "clock_gettime(CLOCK_MONOTONIC)";
const CPU: &str = "clock_gettime(CLOCK_PROCESS_CPUTIME_ID)";
const CYCLES: &str = "the CPU's cycle counter";

/// Readings one after the other.
const READINGS: usize = 20_000;
/// Stretches of time that are compared, and how long each is.
const STRETCHES: usize = 5;
const STRETCH_NS: u64 = 4_000_000;
/// Of so many readings of two clocks at once the closest pair is taken.
const TRIES: usize = 8;
/// How far two clocks may drift apart: the kernel slews the monotonic one by 0.05 % at most
/// (`MAXFREQ` in include/linux/timex.h), and the cycle counter's frequency is fixed.
const DRIFT: f64 = 0.01;
/// What else may lie between a clock of elapsed time and one of CPU time over all stretches.
const SLACK_NS: u64 = 200_000;
/// How much older than now what is charged to a process may be: the kernel adds to it at each tick,
/// of which there are 100 a second at least.
const TICKS_NS: u64 = 20_000_000;

fn body(bench: &dyn Bench, notes: &mut Notes) -> Result<String, Ruling> {
    let kernel = bench.context().kernel.as_ref();
    steps_back(kernel, notes)?;
    let stretches: Vec<Stretch> = (0..STRETCHES).map(|_| Stretch::watched(kernel)).collect();
    let cycles = cycles(&stretches, notes)?;
    let cpu = cpu_time(kernel, &stretches, notes)?;
    Ok(format!("monotonic{cycles}{cpu} agree; none ran backwards"))
}

/// A clock: what is read, whose time it is, and a reading where it answers.
type Clock<'a> = (&'static str, Scope, &'a dyn Fn() -> Option<u64>);

/// That no clock ever shows less than it did before, in one thread or from thread to thread.
fn steps_back(kernel: &dyn Kernel, notes: &mut Notes) -> Result<(), Ruling> {
    let clocks: [Clock<'_>; 3] = [
        (MONOTONIC, Scope::System, &|| Some(kernel.monotonic_ns())),
        (CPU, Scope::Process, &|| kernel.process_cpu_ns().ok()),
        (CYCLES, Scope::System, &|| kernel.cycles()),
    ];
    for (clock, scope, read) in clocks {
        let readings: Vec<u64> = (0..READINGS).map_while(|_| read()).collect();
        if readings.is_empty() {
            continue;
        }
        let back = readings.windows(2).filter(|pair| pair[1] < pair[0]).count();
        let of = format!("steps back in {} readings of one thread", readings.len());
        notes.number(of, back as u64, Unit::Count, scope, clock);
        forward(clock, back)?;
    }
    let latest = AtomicU64::new(0);
    let watch = || {
        let mut back = 0;
        for _ in 0..READINGS {
            let before = latest.load(Ordering::SeqCst);
            let now = kernel.monotonic_ns();
            back += usize::from(now < before);
            latest.fetch_max(now, Ordering::SeqCst);
        }
        back
    };
    let back = thread::scope(|scope| {
        let other = scope.spawn(watch);
        watch() + other.join().unwrap_or(0)
    });
    let of = format!("steps back in {} readings of two threads", 2 * READINGS);
    notes.number(of, back as u64, Unit::Count, Scope::System, MONOTONIC);
    forward(MONOTONIC, back)
}

fn forward(clock: &str, back: usize) -> Result<(), Ruling> {
    match back {
        0 => Ok(()),
        _ => Err(Ruling::Fail(format!("{clock} ran backwards {back} times"))),
    }
}

/// One moment, by the clocks that have it.
struct Moment {
    monotonic_ns: u64,
    cycles: Option<u64>,
    cpu_ns: Option<u64>,
}

impl Moment {
    /// Both readings between two of the monotonic clock; of several the closest.
    fn now(kernel: &dyn Kernel) -> Self {
        let look = || {
            let before = kernel.monotonic_ns();
            let (cycles, cpu) = (kernel.cycles(), kernel.process_cpu_ns());
            let after = kernel.monotonic_ns();
            let apart = after.saturating_sub(before);
            (apart, Self { monotonic_ns: before + apart / 2, cycles, cpu_ns: cpu.ok() })
        };
        let (_, closest) = (1..TRIES)
            .map(|_| look())
            .fold(look(), |one, other| if other.0 < one.0 { other } else { one });
        closest
    }
}

/// What the clocks say of one stretch of time in which this thread was busy.
struct Stretch {
    monotonic_ns: u64,
    cycles: Option<u64>,
    cpu_ns: Option<u64>,
}

impl Stretch {
    fn watched(kernel: &dyn Kernel) -> Self {
        let start = Moment::now(kernel);
        while kernel.monotonic_ns().saturating_sub(start.monotonic_ns) < STRETCH_NS {}
        let end = Moment::now(kernel);
        let since = |end: Option<u64>, start: Option<u64>| end?.checked_sub(start?);
        Self {
            monotonic_ns: end.monotonic_ns.saturating_sub(start.monotonic_ns),
            cycles: since(end.cycles, start.cycles),
            cpu_ns: since(end.cpu_ns, start.cpu_ns),
        }
    }
}

/// That the cycle counter keeps one pace.
fn cycles(stretches: &[Stretch], notes: &mut Notes) -> Result<&'static str, Ruling> {
    let mut paces = Vec::new();
    for stretch in stretches {
        notes.number(
            "a stretch of time",
            stretch.monotonic_ns,
            Unit::Nanoseconds,
            Scope::System,
            MONOTONIC,
        );
        let Some(cycles) = stretch.cycles else {
            let reason = "this CPU has no cycle counter that we read";
            let absence = Absence::new(Cause::NotImplemented, reason);
            notes.observation("steps of it", Observation::Unavailable(absence));
            return Ok("");
        };
        notes.number("steps of it", cycles, Unit::Count, Scope::System, CYCLES);
        paces.push(cycles as f64 / stretch.monotonic_ns as f64);
    }
    let slowest = paces.iter().copied().fold(f64::INFINITY, f64::min);
    let fastest = paces.iter().copied().fold(0.0, f64::max);
    notes.require("cycles a nanosecond may differ by", Value::Real(DRIFT), Unit::Ratio);
    match slowest > 0.0 && fastest <= slowest * (1.0 + DRIFT) {
        true => Ok(", cycle counter"),
        false => Err(Ruling::Fail(format!(
            "the cycle counter makes {slowest:.3} to {fastest:.3} steps a nanosecond of the \
             monotonic clock"
        ))),
    }
}

/// That the CPU clock runs while we do, no faster than time does, and as what is charged to us.
fn cpu_time(
    kernel: &dyn Kernel,
    stretches: &[Stretch],
    notes: &mut Notes,
) -> Result<&'static str, Ruling> {
    let Some(spent) = stretches.iter().map(|stretch| stretch.cpu_ns).sum::<Option<u64>>() else {
        let reason = "the CPU clock of this process does not answer, or ran backwards";
        let absence = Absence::new(Cause::NoKernelSupport, reason);
        notes.observation("CPU time of all stretches", Observation::Unavailable(absence));
        return Ok("");
    };
    let elapsed: u64 = stretches.iter().map(|stretch| stretch.monotonic_ns).sum();
    notes.number("CPU time of all stretches", spent, Unit::Nanoseconds, Scope::Process, CPU);
    let most = (elapsed as f64 * (1.0 + DRIFT)) as u64 + SLACK_NS;
    notes.require("CPU time of all stretches, at most", most, Unit::Nanoseconds);
    if spent == 0 || spent > most {
        return Err(Ruling::Fail(format!(
            "one busy thread used {spent} ns of CPU time in {elapsed} ns"
        )));
    }
    let (before, usage) = (kernel.process_cpu_ns(), kernel.usage_of_self());
    let Ok((clock, usage)) = before.and_then(|clock| Ok((clock, usage?))) else {
        return Ok(", CPU time");
    };
    let (of, scope) = ("CPU time of this process", Scope::Process);
    notes.number(of, clock, Unit::Nanoseconds, scope, CPU);
    notes.number(of, usage.cpu_ns(), Unit::Nanoseconds, scope, "getrusage(RUSAGE_SELF)");
    let apart = TICKS_NS + (clock as f64 * DRIFT) as u64;
    notes.require("they may be apart by", apart, Unit::Nanoseconds);
    match clock.abs_diff(usage.cpu_ns()) <= apart {
        true => Ok(", CPU time"),
        false => Err(Ruling::Fail(format!(
            "the CPU clock says {clock} ns of this process, and getrusage {}",
            usage.cpu_ns()
        ))),
    }
}
