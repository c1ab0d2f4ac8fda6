//! How large a rate may be, by what was seen of it.

/// What each tail of an interval of 95 % may hold.
const TAIL: f64 = 0.025;
/// Halvings of the interval from 0 to 1: more than a double can tell apart.
const HALVINGS: usize = 60;

/// The upper end of the interval of Clopper and Pearson at 95 %: the rate at which so few of `all`
/// would be seen in one of 40 cases.
pub(super) fn upper(seen: u64, all: u64) -> f64 {
    if seen >= all {
        return 1.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if at_most(seen, all, middle) > TAIL {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The lower end: that of what was not seen.
pub(super) fn lower(seen: u64, all: u64) -> f64 {
    1.0 - upper(all - seen.min(all), all)
}

/// The probability of `seen` or fewer of `all`, each with the probability `rate`, by logarithms:
/// the terms alone may be too small to be written.
fn at_most(seen: u64, all: u64, rate: f64) -> f64 {
    let (yes, no) = (rate.ln(), (-rate).ln_1p());
    let mut ways = 0.0;
    let mut sum = 0.0;
    for heads in 0..=seen {
        if heads > 0 {
            ways += ((all - heads + 1) as f64 / heads as f64).ln();
        }
        sum += (ways + heads as f64 * yes + (all - heads) as f64 * no).exp();
    }
    sum
}
