//! How much is spent on each process, and on how many.

use super::selection::Observed;
use crate::arguments::{self, Options, Order, Threads, Timer};
use crate::registry::Wish;
use crate::timing::Effort;
use crate::worker::Assignment;
use probity_model::Requested;
use std::num::NonZeroU32;
use std::time::Duration;

/// What is done unless it is said otherwise.
struct Usual {
    /// Processes of each case.
    processes: u64,
    warm_up_ns: u64,
    time_ns: u64,
    min_samples: usize,
}

/// As many processes as an interval of a median needs. A run takes about 12 ms of the case's own
/// time: some hundreds of samples, of which most miss the interrupts, and a warm-up that lets
/// caches and predictors settle.
const ALONE: Usual =
    Usual { processes: 6, warm_up_ns: 2_000_000, time_ns: 10_000_000, min_samples: 11 };
/// With a baseline. Processes of one build differ by as much when they are measured for 4 ms as
/// for 25, so that more of them tell more than longer ones: enough for a change of 5 % to be found
/// where they differ by some per cent.
const COMPARED: Usual =
    Usual { processes: 40, warm_up_ns: 1_000_000, time_ns: 4_000_000, min_samples: 5 };
/// With `--quick`: enough to see that they agree.
const QUICK: Usual =
    Usual { processes: 3, warm_up_ns: 2_000_000, time_ns: 3_000_000, min_samples: 11 };
/// A slow case is not called again and again for the sake of more samples.
const MOST_NS: u64 = 1_000_000_000;

impl Usual {
    fn of(effort: &arguments::Effort, is_compared: bool) -> &'static Self {
        match (effort.quick, is_compared) {
            (true, _) => &QUICK,
            (false, true) => &COMPARED,
            (false, false) => &ALONE,
        }
    }
}

/// How many blocks are asked for. A number of one's own is exact; a budget is divided by what a
/// first sweep takes.
pub(crate) fn requested(effort: &arguments::Effort, is_compared: bool) -> Requested {
    let usual = Usual::of(effort, is_compared).processes;
    let budget_ns = effort.budget.map(nanoseconds);
    let runs = effort.processes.map(|count| u64::from(count.get()));
    Requested {
        runs,
        min_runs: usual,
        max_runs: None,
        // A process warms up by itself; a sweep of them is made only to learn what they take.
        warmup: Some(u64::from(budget_ns.is_some() && runs.is_none())),
        budget_ns,
    }
}

/// How much one process spends.
fn effort(asked: &arguments::Effort, is_compared: bool) -> Effort {
    let (usual, processes) = (Usual::of(asked, is_compared), processes(asked, is_compared));
    let share = asked.measurement_time.map(|all| nanoseconds(all) / processes.max(1));
    let time_ns = asked.min_time.map(nanoseconds).or(share).unwrap_or(usual.time_ns);
    let most_ns = asked.max_time.map(nanoseconds).unwrap_or_else(|| time_ns.max(MOST_NS));
    let min_samples = asked.samples.map(|count| count.get() as usize);
    let effort = Effort::default();
    let min_samples = min_samples.unwrap_or(usual.min_samples);
    Effort {
        warm_up_ns: asked.warm_up_time.map_or(usual.warm_up_ns, nanoseconds),
        time_ns: time_ns.min(most_ns),
        most_ns,
        min_samples,
        max_samples: effort.max_samples.max(min_samples),
        min_sample_ns: effort.min_sample_ns,
    }
}

/// How much one process of a benchmark with a wish of its own spends. What is asked for on the
/// command line wins, and whoever wants a first look wants it of all benchmarks.
pub(crate) fn wished(asked: &arguments::Effort, wish: &Wish, is_compared: bool) -> Effort {
    let processes = processes(asked, is_compared);
    let mut asked = asked.clone();
    if !asked.quick {
        let share = |samples: NonZeroU32| {
            let share = u64::from(samples.get()).div_ceil(processes.max(1));
            u32::try_from(share).ok().and_then(NonZeroU32::new)
        };
        let is_timed = asked.min_time.is_some() || asked.max_time.is_some();
        let time = wish.measurement_time.filter(|_| !is_timed);
        let warm_up =
            wish.warm_up_time.map(|all| all / u32::try_from(processes).unwrap_or(1).max(1));
        asked.samples = asked.samples.or(wish.samples.and_then(share));
        asked.measurement_time = asked.measurement_time.or(time);
        asked.warm_up_time = asked.warm_up_time.or(warm_up);
    }
    effort(&asked, is_compared)
}

/// How many processes each case has at least.
fn processes(asked: &arguments::Effort, is_compared: bool) -> u64 {
    let requested = requested(asked, is_compared);
    requested.runs.unwrap_or(requested.min_runs)
}

/// What every worker is told, but for its case.
pub(crate) fn assignment(options: &Options, observed: &Observed, is_compared: bool) -> Assignment {
    let (effort_asked, metrics) = (&options.effort, &options.metrics);
    let amounts = [
        ("bytes", options.throughput.bytes),
        ("items", options.throughput.items),
        ("chars", options.throughput.chars),
    ];
    let amounts = amounts.into_iter();
    Assignment {
        id: String::new(),
        effort: effort(effort_asked, is_compared),
        threads: 0,
        count_ns: 0,
        count_iterations: metrics.count_iterations.map_or(0, std::num::NonZeroU64::get),
        count_batch: metrics.count_batch.map_or(0, std::num::NonZeroU64::get),
        metrics: observed.counters.clone(),
        allocations: observed.allocations,
        estimate: metrics.estimate,
        system_clock: effort_asked.timer == Some(Timer::Os),
        amounts: amounts.filter_map(|(units, n)| Some((units.to_owned(), n?.get()))).collect(),
    }
}

/// Whether cases are taken as they come.
pub(crate) fn is_in_order(effort: &arguments::Effort) -> bool {
    effort.order == Some(Order::Registered)
}

/// The numbers of threads that were asked for, each once; none where nothing was said.
pub(crate) fn threads(effort: &arguments::Effort) -> Vec<usize> {
    let cpus = || std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let count = |threads: &Threads| match threads {
        Threads::Exactly(count) => count.get() as usize,
        Threads::Available => cpus(),
    };
    let mut counts: Vec<usize> = Vec::new();
    for count in effort.threads.iter().map(count) {
        if !counts.contains(&count) {
            counts.push(count);
        }
    }
    counts
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
