//! Which clock samples are taken by, and what it is held against.

use probity_sys::{clock, ticks};

/// Ticks in a second of the clock that counts nanoseconds.
pub(crate) const NANOSECONDS_HZ: u64 = 1_000_000_000;

/// A clock that samples are taken by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The CPU's own counter of time; how long its tick is must be found out.
    Counter,
    /// The monotonic clock of the operating system, whose tick is a nanosecond.
    Monotonic,
}

impl Clock {
    /// A reading before what is timed. Which clock it is, is decided before the reading.
    #[inline(always)]
    pub(crate) fn start(self) -> u64 {
        match self {
            Self::Counter => ticks::start().unwrap_or_else(clock::monotonic_ns),
            Self::Monotonic => clock::monotonic_ns(),
        }
    }

    /// A reading after what is timed. The branch is inside the time, and in every calibration of
    /// it too.
    #[inline(always)]
    pub(crate) fn end(self) -> u64 {
        match self {
            Self::Counter => ticks::end().unwrap_or_else(clock::monotonic_ns),
            Self::Monotonic => clock::monotonic_ns(),
        }
    }

    /// What it is called in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Counter => ticks::NAME.unwrap_or("monotonic"),
            Self::Monotonic => "monotonic",
        }
    }
}

/// The clock to use on a machine, and why that one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockChoice {
    /// The clock.
    pub clock: Clock,
    /// Why, in words that follow "because".
    pub reason: String,
    /// How many ticks the counter makes in a second, as the machine states it. It is written down
    /// beside what was measured, and decides nothing.
    pub stated_hz: Option<u64>,
}

impl ClockChoice {
    /// The clock of the operating system, as on a machine of which nothing is known.
    pub fn monotonic() -> Self {
        choose(None, None, "")
    }

    /// The clock for this CPU: `clock_source` is what the kernel keeps time by, in its words
    /// (`host` has it among its facts), and `cpuinfo` what it says of its CPUs.
    pub fn here(clock_source: Option<&str>, cpuinfo: &str) -> Self {
        let mut choice = choose(ticks::NAME, clock_source, cpuinfo);
        choice.stated_hz = choice.stated_hz.and(ticks::stated_hz()).or(choice.stated_hz);
        choice
    }
}

/// The clock for a CPU whose counter is called `counter`.
///
/// The counter is used only where the kernel keeps time by that very counter: then the kernel
/// watches it (its watchdog, its test of all CPUs against each other), corrects for its rate, and
/// gives it up when it fails. In a guest `kvm-clock` is no such word. A kernel that finds
/// `constant_tsc` and `nonstop_tsc` and has not found the counter unstable rates it above
/// `kvm-clock` by itself (`kvmclock_init`, arch/x86/kernel/kvmclock.c, since 2019); one that keeps
/// `kvm-clock` lacks a flag, was told, or knows better. It may also be moved to a host of another
/// rate. So the operating system's clock is used there, whose tick `vdso` reads without a call.
pub fn choose(counter: Option<&str>, clock_source: Option<&str>, cpuinfo: &str) -> ClockChoice {
    let kept_by = match counter {
        Some("tsc") => "tsc",
        Some("cntvct_el0") => "arch_sys_counter",
        _ => return monotonic("no counter of time is read on this architecture".into()),
    };
    match clock_source.map(str::trim) {
        Some(source) if source == kept_by => ClockChoice {
            clock: Clock::Counter,
            reason: format!("the kernel keeps time by '{source}'"),
            stated_hz: stated_hz(cpuinfo),
        },
        Some(source) => {
            let source: String = source.chars().filter(|c| !c.is_control()).take(32).collect();
            monotonic(format!("the kernel keeps time by '{source}', not by '{kept_by}'"))
        }
        None => monotonic("it is not known what the kernel keeps time by".into()),
    }
}

fn monotonic(reason: String) -> ClockChoice {
    ClockChoice { clock: Clock::Monotonic, reason, stated_hz: None }
}

/// How many ticks a second the kernel has found for the counter: half its `bogomips`, in millions.
///
/// Where the delay loop waits by the counter, its loops per second are the counter's rate
/// (`lpj_fine` in arch/x86/kernel/tsc.c and arch/arm64/kernel/time.c), and `bogomips` are twice
/// that (`show_cpuinfo`). Verified on one machine, an x86-64 guest. Where it loops instead, this is
/// another number: it is a note and no measurement.
fn stated_hz(cpuinfo: &str) -> Option<u64> {
    let (_, value) = cpuinfo
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim().eq_ignore_ascii_case("bogomips"))?;
    let (whole, hundredths) = value.trim().split_once('.')?;
    let hundredths = hundredths.parse::<u64>().ok().filter(|_| hundredths.len() == 2)?;
    let whole = whole.parse::<u64>().ok()?.checked_mul(500_000)?;
    whole.checked_add(hundredths * 5_000).filter(|&hz| hz > 0)
}
