//! Several comparisons judged together.

use crate::Probability;

/// The smallest number of blocks whose two-sided sign test can reach `alpha` in a family of so
/// many comparisons: the smallest n with `2^(1 - n) <= alpha / comparisons`.
///
/// `alpha` lies between 0 and 1. One that is no such number is never reached; the answer is then
/// the first n beyond the range of floats, 1076. No comparison counts as one.
pub fn blocks_required(comparisons: u64, alpha: f64) -> u64 {
    let threshold = alpha / comparisons.max(1) as f64;
    let mut chance = 1.0;
    let mut blocks = 1;
    while chance > 0.0 && (chance > threshold || threshold.is_nan()) {
        chance *= 0.5;
        blocks += 1;
    }
    blocks
}

/// What Holm's procedure says about one comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Its share of the family's alpha, by which its interval is drawn.
    pub alpha: f64,
    /// Whether it, and every comparison with a smaller p-value, is within its share.
    pub is_shown: bool,
}

/// Holm's step-down procedure: in the order of the p-values the k-th of m comparisons is held to
/// `alpha / (m - k + 1)`; after the first that fails, none is shown. Equal p-values keep their
/// order. The steps come back in the order of the comparisons.
///
/// Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
/// Journal of Statistics 6 (1979).
pub fn holm(p_values: &[Probability], alpha: f64) -> Vec<Step> {
    let m = p_values.len();
    let mut order: Vec<(Probability, usize)> =
        p_values.iter().enumerate().map(|(row, &p)| (p, row)).collect();
    order.sort_unstable();
    let mut steps = vec![Step { alpha, is_shown: false }; m];
    let mut all_shown = true;
    for (passed, (p, row)) in order.into_iter().enumerate() {
        let share = alpha / (m - passed) as f64;
        all_shown &= p.is_within(share);
        if let Some(step) = steps.get_mut(row) {
            *step = Step { alpha: share, is_shown: all_shown };
        }
    }
    steps
}
