//! The words of reasons.

use probity_model::{Limit, Ratio};

/// A ratio and its interval: `median ratio 1.034 [1.021, 1.050]`.
pub(crate) fn ratio(ratio: &Ratio, limit: f64) -> String {
    let decimals = decimals(limit);
    let median = number(ratio.median, decimals);
    match ratio.interval.bounds() {
        Some([low, high]) => {
            let (low, high) = (number(low, decimals), number(high, decimals));
            format!("median ratio {median} [{low}, {high}]")
        }
        None => format!("median ratio {median}"),
    }
}

/// The limit that holds, and who set it.
pub(crate) fn limit(limit: &Limit) -> String {
    let percent = percent(limit.effective);
    if limit.effective > limit.practical {
        format!("the limit of {percent} set by the null control")
    } else {
        format!("the limit of {percent}")
    }
}

/// A fraction in percent, without trailing zeros.
pub(crate) fn percent(fraction: f64) -> String {
    let digits = number(fraction * 100.0, 2);
    let short = if digits.contains('.') {
        digits.trim_end_matches('0').trim_end_matches('.')
    } else {
        &digits
    };
    format!("{short} %")
}

/// A number with at least so many decimals, and more where it is small.
pub(crate) fn number(value: f64, decimals: usize) -> String {
    let mut decimals = decimals;
    let mut scale = 1.0;
    for _ in 0..decimals {
        scale *= 10.0;
    }
    while value > 0.0 && value * scale < 99.5 && decimals < 12 {
        scale *= 10.0;
        decimals += 1;
    }
    format!("{value:.decimals$}")
}

/// Of so many things, by their number: `1 block`, `2 blocks`.
pub(crate) fn counted(n: u64, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

/// Decimals of a ratio that show a fifth of the limit; three to six.
pub(crate) fn decimals(limit: f64) -> usize {
    [(3, 0.001), (4, 0.0001), (5, 0.00001)]
        .into_iter()
        .find(|(_, last_place)| *last_place <= limit / 5.0)
        .map_or(6, |(decimals, _)| decimals)
}
