//! Many points drawn as few.

/// Successive points drawn as one: where, and from the smallest to the largest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Group {
    pub(super) at: f64,
    pub(super) low: f64,
    pub(super) median: f64,
    pub(super) high: f64,
}

/// How many successive points share a group, so that at most `most` are drawn.
pub(super) fn group_size(points: usize, most: usize) -> usize {
    points.div_ceil(most.max(1)).max(1)
}

/// The groups of `size` successive points each; the last may be smaller.
pub(super) fn groups(points: &[(f64, f64)], size: usize) -> Vec<Group> {
    let group = |chunk: &[(f64, f64)]| {
        let mut values: Vec<f64> = chunk.iter().map(|point| point.1).collect();
        values.sort_by(f64::total_cmp);
        let middle = values.len() / 2;
        let at = f64::midpoint(chunk.first()?.0, chunk.last()?.0);
        Some(Group {
            at,
            low: *values.first()?,
            median: *values.get(middle)?,
            high: *values.last()?,
        })
    };
    points.chunks(size.max(1)).filter_map(group).collect()
}
