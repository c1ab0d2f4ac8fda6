//! UTC timestamps of whole seconds, as RFC 3339 spells them.

use std::time::{SystemTime, UNIX_EPOCH};

const DAY: u64 = 86_400;

/// `at` as `2026-01-31T12:00:00Z`. A time before 1970 or after the year 9999 has no such form.
pub(crate) fn rfc3339(at: SystemTime) -> Option<String> {
    let seconds = at.duration_since(UNIX_EPOCH).ok()?.as_secs();
    let (year, month, day) = civil(seconds / DAY);
    let second = seconds % DAY;
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    (year <= 9999)
        .then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
}

/// `at` as `20260131T120000.123Z`: to the millisecond, sorting as text as it does in time, and fit
/// for a file name anywhere. None where [`rfc3339`] has none.
pub(crate) fn sortable(at: SystemTime) -> Option<String> {
    let seconds = rfc3339(at)?.replace(['-', ':'], "");
    let millis = at.duration_since(UNIX_EPOCH).ok()?.subsec_millis();
    Some(format!("{}.{millis:03}Z", seconds.strip_suffix('Z')?))
}

/// Whether `text` is a timestamp exactly as [`rfc3339`] writes it, of a day that exists.
pub(crate) fn is_rfc3339(text: &str) -> bool {
    let shape = |(index, byte): (usize, u8)| match index {
        4 | 7 => byte == b'-',
        10 => byte == b'T',
        13 | 16 => byte == b':',
        19 => byte == b'Z',
        _ => byte.is_ascii_digit(),
    };
    if text.len() != 20 || !text.bytes().enumerate().all(shape) {
        return false;
    }
    let digits = |from: usize, to: usize| text.get(from..to)?.parse::<u64>().ok();
    let number = |from: usize, to: usize| digits(from, to).unwrap_or(u64::MAX);
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    year >= 1970
        && (1..=12).contains(&month)
        && (1..=days_in_month(year, month)).contains(&day)
        && number(11, 13) < 24
        && number(14, 16) < 60
        && number(17, 19) < 60
}

fn days_in_month(year: u64, month: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Year, month and day of a day counted from 1970-01-01, in the Gregorian calendar.
///
/// Counting years from March puts the leap day last; 400 years have 146,097 days.
fn civil(days: u64) -> (u64, u64, u64) {
    // 719,468 days lie between 0000-03-01 and 1970-01-01.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // From March on the lengths 31 30 31 30 31 repeat: 153 days in five months.
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + carry, month, day_of_month)
}
