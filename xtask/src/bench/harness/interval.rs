//! The interval of a median, of values of independent processes.

/// The chance that it misses on either side.
const TAIL: f64 = 0.025;
/// How far an interval may reach from its median, to be called precise.
pub(super) const PRECISE: f64 = 0.01;

/// The rank from below, from 0, of the value that bounds the median at 95 %; the other end is as
/// far from above. None of fewer than six values.
pub(super) fn rank(count: usize) -> Option<usize> {
    let mut term = 0.5_f64.powi(i32::try_from(count).ok()?);
    let mut tail = 0.0;
    for rank in 0..count {
        tail += term;
        if tail > TAIL {
            return rank.checked_sub(1);
        }
        term = term * (count - rank) as f64 / (rank + 1) as f64;
    }
    None
}

/// The median and its interval.
pub(super) fn interval(values: &[f64]) -> Option<[f64; 2]> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = rank(sorted.len())?;
    Some([sorted[rank], sorted[sorted.len() - 1 - rank]])
}

/// How far the interval reaches from its median, as a part of it.
pub(super) fn reach(median: f64, [low, high]: [f64; 2]) -> Option<f64> {
    (median > 0.0).then(|| (high - median).max(median - low) / median)
}
