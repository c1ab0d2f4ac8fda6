//! Spans of time.

use std::time::Duration;

/// Units and their nanoseconds. A bare number is seconds, as for criterion and divan.
const UNITS: &[(&str, f64)] = &[
    ("", 1e9),
    ("ns", 1.0),
    ("us", 1e3),
    ("µs", 1e3),
    ("ms", 1e6),
    ("s", 1e9),
    ("m", 60e9),
    ("min", 60e9),
    ("h", 3600e9),
];

/// A duration longer than zero.
pub(crate) fn read(text: &str) -> Result<Duration, String> {
    let Some(nanoseconds) = nanoseconds(text.trim()) else {
        return Err(String::from(
            "give a duration, as 500us, 250ms, 2s or 1m; a bare number is seconds",
        ));
    };
    if nanoseconds < 1.0 {
        return Err(String::from("a duration must be longer than zero, as 250ms, 2s or 1m"));
    }
    if nanoseconds >= u64::MAX as f64 {
        return Err(String::from("that is longer than can be measured; give less, as 2s or 1m"));
    }
    Ok(Duration::from_nanos(nanoseconds as u64))
}

fn nanoseconds(text: &str) -> Option<f64> {
    let is_number = |c: char| c.is_ascii_digit() || "+-.".contains(c);
    let exponent = |c: char| c == 'e' || c == 'E';
    let end = text.find(|c| !(is_number(c) || exponent(c))).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let (_, scale) = UNITS.iter().find(|(known, _)| *known == unit.trim())?;
    let number: f64 = number.parse().ok()?;
    Some((number * scale).round())
}
