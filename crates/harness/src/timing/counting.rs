//! Has code counted, in batches large enough for what the counters cost.

use super::body::Body;
use super::bracket::{Bracket, Sample, Tallied};
use super::clock::Clock;
use super::record::NoRecord;
use super::sampling::Effort;
use super::warm_up::{self, Target};
use probity_sys::clock::monotonic_ns;

/// A batch takes at least so many times what its bracket costs: that is below 10 % of it.
const BRACKETS: f64 = 10.0;
/// How long the sample is that the batch is planned by, in nanoseconds: a thousand times what most
/// clocks can tell apart.
const PLANNED_NS: u64 = 50_000;
/// No code takes less for an iteration, in nanoseconds: a loop goes round once a cycle at most.
const LEAST_NS: f64 = 0.1;

/// How much is spent on a counted pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountingEffort {
    /// What beginning and ending a bracket costs, in nanoseconds.
    pub bracket_ns: u64,
    /// How long code is called before the first batch, at least.
    pub warm_up_ns: u64,
    /// How long batches are counted; the first one always is.
    pub time_ns: u64,
    /// How many iterations are counted at most.
    pub max_iterations: u64,
    /// How many are in a bracket, where that is not left to what a bracket costs and where the code
    /// has as many in any.
    pub batch: Option<u64>,
}

/// What a counted pass came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted {
    /// Iterations in all brackets.
    pub iterations: u64,
    /// How many brackets there were.
    pub brackets: u64,
    /// Iterations that were asked for at once.
    pub batch: u64,
    /// Most iterations of a bracket.
    pub most: u64,
    /// Whether something of each is kept until the end of its bracket.
    pub keeps: bool,
    /// How many threads do each of the iterations.
    pub threads: u64,
    /// What an iteration takes, roughly and with nothing subtracted, in nanoseconds: batches were
    /// planned by it.
    pub iteration_ns: f64,
    /// Iterations before the first bracket.
    pub warm_up_iterations: u64,
}

/// Warms `body` up, then has batches of it counted by `bracket`.
///
/// # Errors
/// When the code failed.
pub(crate) fn run(
    effort: &CountingEffort,
    body: &mut dyn Body,
    bracket: &mut dyn Bracket,
) -> Result<Counted, NoRecord> {
    let planned = Effort {
        warm_up_ns: effort.warm_up_ns,
        most_ns: effort.time_ns.max(effort.warm_up_ns),
        ..Effort::default()
    };
    let target = Target { ticks: PLANNED_NS, wall_ns: effort.time_ns / 10 };
    let (mut last_ns, mut last_wall_ns) = (0, 0);
    let warm = warm_up::run(&planned, target, &mut |iterations| {
        let before = monotonic_ns();
        let sample = body.timed(Clock::Monotonic, iterations);
        last_wall_ns = monotonic_ns().saturating_sub(before);
        if let Sample::Taken { ticks, .. } = sample {
            last_ns = ticks;
        }
        sample
    })?;
    let each = |all_ns: u64| (all_ns as f64 / warm.iterations as f64).max(LEAST_NS);
    let iteration_ns = each(last_ns);
    let batch = batch(effort, iteration_ns, each(last_wall_ns), body);
    let (keeps, threads) = (body.keeps(), body.threads());
    let (brackets, iterations, most) = count(effort, batch, body, bracket)?;
    let warm_up_iterations = warm.total;
    Ok(Counted {
        iterations,
        brackets,
        batch,
        most,
        keeps,
        threads,
        iteration_ns,
        warm_up_iterations,
    })
}

/// Iterations of a batch. In each of its brackets there are a power of two, so that passes of the
/// same code have brackets of the same size however long an iteration happened to take, and what a
/// bracket adds is the same in each; fewer where the batch would take longer than all of the pass
/// may, with what is not timed, such as making inputs, and with its brackets.
pub(super) fn batch(
    effort: &CountingEffort,
    iteration_ns: f64,
    wall_ns: f64,
    body: &dyn Body,
) -> u64 {
    let most = effort.max_iterations.max(1);
    let enough = (BRACKETS * effort.bracket_ns as f64 / iteration_ns).ceil() as u64;
    let power = enough.max(1).checked_next_power_of_two().unwrap_or(u64::MAX);
    let wanted = effort.batch.map_or(power, |pinned| pinned.max(1));
    let spread = spread(wanted, body);
    let brackets = body.brackets(spread) as f64 * effort.bracket_ns as f64 / spread as f64;
    let affordable = (effort.time_ns as f64 / (wall_ns + brackets)) as u64;
    let affordable = affordable.checked_ilog2().map_or(1, |power| 1 << power);
    let least = effort.batch.unwrap_or(1).max(1);
    spread.min(affordable.max(least)).min(most)
}

/// How many iterations have so many in each of their brackets; so many, where there cannot be that
/// many.
fn spread(wanted: u64, body: &dyn Body) -> u64 {
    // Parts of a batch are rounded up, so that it takes some steps until they are as large.
    const STEPS: usize = 64;
    let mut batch = wanted;
    for _ in 0..STEPS {
        let brackets = body.brackets(batch).max(1);
        if batch / brackets >= wanted {
            return batch;
        }
        batch = wanted.saturating_mul(brackets);
    }
    wanted
}

/// How many brackets and iterations were counted, and most iterations of a bracket.
fn count(
    effort: &CountingEffort,
    batch: u64,
    body: &mut dyn Body,
    bracket: &mut dyn Bracket,
) -> Result<(u64, u64, u64), NoRecord> {
    let mut tallied = Tallied::new(bracket);
    let start = monotonic_ns();
    loop {
        if !body.bracketed(batch, &mut tallied) {
            return Err(NoRecord::Failed);
        }
        let is_last = tallied.iterations.saturating_add(batch) > effort.max_iterations;
        if is_last || monotonic_ns().saturating_sub(start) >= effort.time_ns {
            return Ok((tallied.brackets, tallied.iterations, tallied.most));
        }
    }
}
