//! The interval of a median, of values of independent processes.

/// The chance that it misses on either side.
pub(super) const TAIL: f64 = 0.025;
/// How far an interval may reach from its median, to be called precise.
pub(super) const PRECISE: f64 = 0.01;

/// The rank from below, from 0, of the value that bounds the median and misses with this chance at
/// most; the other end is as far from above. None of too few values.
pub(super) fn rank(count: usize, most: f64) -> Option<usize> {
    let mut term = 0.5_f64.powi(i32::try_from(count).ok()?);
    let mut tail = 0.0;
    for rank in 0..count {
        tail += term;
        if tail > most {
            return rank.checked_sub(1);
        }
        term = term * (count - rank) as f64 / (rank + 1) as f64;
    }
    None
}

/// The interval of the median at 95 %.
pub(super) fn interval(values: &[f64]) -> Option<[f64; 2]> {
    interval_at(values, TAIL)
}

/// The interval of the median that misses on either side with this chance at most.
pub(super) fn interval_at(values: &[f64], tail: f64) -> Option<[f64; 2]> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = rank(sorted.len(), tail)?;
    Some([sorted[rank], sorted[sorted.len() - 1 - rank]])
}

/// How far the interval reaches from its median, as a part of it.
pub(super) fn reach(median: f64, [low, high]: [f64; 2]) -> Option<f64> {
    (median > 0.0).then(|| (high - median).max(median - low) / median)
}
