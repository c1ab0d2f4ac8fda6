//! Lines as of libtest's `#[bench]`, which many tools of continuous integration read.

use super::word::word;
use crate::bench::{Roster, Side};
use crate::stat::Campaign;

/// Below so many nanoseconds two digits behind the point are shown, as libtest does; above it none,
/// because readers that are older know whole numbers only.
const SMALL: f64 = 10.0;

/// A line for each benchmark that was measured and did not fail, and nothing else, since the form
/// has no way to say why there is no number: `test NAME ... bench: N ns/iter (+/- M)`. `N` is the
/// median, `M` lies between the fastest and the slowest process, or of a single one between its
/// samples. Of a comparison it is the candidate that is shown.
pub fn bencher(campaign: Campaign<'_>) -> String {
    Roster::of(campaign).entries.iter().filter_map(|entry| line(&entry.side)).collect()
}

fn line(side: &Side<'_>) -> Option<String> {
    let found = side.statistics().filter(|_| !side.is_failed())?;
    let median = found.median.as_f64();
    let range = match found.n {
        0 | 1 => side.times().map(|time| time.max - time.min).next()?,
        _ => found.max.as_f64() - found.min.as_f64(),
    };
    let number = |value: f64| if median < SMALL { format!("{value:.2}") } else { grouped(value) };
    let (name, median, range) = (word(&side.case.name), number(median), number(range));
    Some(format!("test {name} ... bench: {median:>11} ns/iter (+/- {range})\n"))
}

/// A whole number with a comma before every three digits.
fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
