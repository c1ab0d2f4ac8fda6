//! Calls code until it is warm, and finds out how many calls make a sample.

use super::bracket::Sample;
use super::record::NoRecord;
use super::sampling::Effort;
use probity_sys::clock::monotonic_ns;

/// A sample has no more iterations than this: whatever takes less than a nanosecond fills minutes
/// with them, so that only a clock that stands still can ask for more.
const MOST_ITERATIONS: u64 = 1 << 40;
/// What a sample may grow by at once.
const GROWTH: f64 = 10.0;
/// By how much it is aimed beyond the target, so that it is not just missed.
const BEYOND: f64 = 1.2;

/// How long a sample is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// So many ticks, or
    pub(super) ticks: u64,
    /// so long by the wall, with all that is not timed; then it is as long as can be afforded.
    pub(super) wall_ns: u64,
}

impl Target {
    /// How much of a sample that is, where 1 is just enough.
    fn reached(self, ticks: u64, wall_ns: u64) -> f64 {
        let part = |have: u64, wanted: u64| have as f64 / wanted.max(1) as f64;
        part(ticks, self.ticks).max(part(wall_ns, self.wall_ns))
    }
}

/// What warming up came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Warm {
    /// Iterations of a sample.
    pub(super) iterations: u64,
    /// Iterations so far.
    pub(super) total: u64,
}

/// Calls `sample` for growing numbers of iterations until its last two were long enough and the
/// time of warming up is over. Two of them, as one may have been interrupted; the first call of all
/// counts for them and not for the time, as code may prepare itself there for long.
///
/// # Errors
/// When the code failed.
pub(super) fn run(
    effort: &Effort,
    target: Target,
    sample: &mut dyn FnMut(u64) -> Sample,
) -> Result<Warm, NoRecord> {
    let mut warm = Warm { iterations: 1, total: 0 };
    let (mut long, mut start) = (0, None);
    loop {
        let before = monotonic_ns();
        let ticks = match sample(warm.iterations) {
            Sample::Taken { ticks, .. } => ticks,
            Sample::Backwards => 0,
            Sample::Failed => return Err(NoRecord::Failed),
        };
        let now = monotonic_ns();
        warm.total = warm.total.saturating_add(warm.iterations);
        let reached = target.reached(ticks, now.saturating_sub(before));
        long = if reached >= 1.0 { long + 1 } else { 0 };
        let elapsed = now.saturating_sub(*start.get_or_insert(now));
        // Whoever wants to warm up for longer than is measured gets that.
        let most_ns = effort.most_ns.max(effort.warm_up_ns);
        let is_over = elapsed >= most_ns || warm.iterations >= MOST_ITERATIONS;
        if is_over || (long >= 2 && elapsed >= effort.warm_up_ns) {
            return Ok(warm);
        }
        if long == 0 {
            warm.iterations = more(warm.iterations, reached);
        }
    }
}

/// So many iterations next, where so many reached that part of the target.
fn more(iterations: u64, reached: f64) -> u64 {
    let factor = if reached > 0.0 { (BEYOND / reached).min(GROWTH) } else { GROWTH };
    let next = (iterations as f64 * factor).ceil() as u64;
    next.max(iterations + 1).min(MOST_ITERATIONS)
}
