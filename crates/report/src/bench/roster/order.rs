//! The order of rows.

use super::entries::{Entry, Roster};
use super::side::Timed;
use crate::bench::options::{SortBy, SortKey};
use probity_model::Text;
use std::cmp::Ordering;

/// Puts the benchmarks in order. What has no number comes last, whichever comes first; what is
/// equal stays in the order of the sources.
pub(crate) fn order(roster: &mut Roster<'_>, by: &SortBy) {
    let time = roster.time.map(|metric| metric.id.clone());
    let value = |entry: &Entry<'_>| match &by.key {
        SortKey::Time => match entry.side.time {
            Timed::Measured(found) => Some(found.median.as_f64()),
            Timed::AtMost(most, _) => Some(most),
            _ => None,
        },
        SortKey::Change => Some(entry.comparison(time.as_ref()?)?.ratio.as_ref()?.median),
        SortKey::Metric(id) => Some(entry.case().summary.get(id)?.statistics()?.median.as_f64()),
        SortKey::Location | SortKey::Name | SortKey::Kind => None,
    };
    let directed = |found: Ordering| if by.descending { found.reverse() } else { found };
    roster.entries.sort_by(|one, other| match &by.key {
        SortKey::Name => directed(names(one, other)),
        key if key.is_number() => match (value(one), value(other)) {
            (Some(one), Some(other)) => directed(one.total_cmp(&other)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        },
        _ => directed(one.place.cmp(&other.place)),
    });
}

fn names(one: &Entry<'_>, other: &Entry<'_>) -> Ordering {
    let mut pairs = one.identity.parts().zip(other.identity.parts());
    let different = pairs.find_map(|(one, other)| {
        Some(natural(one, other)).filter(|found| *found != Ordering::Equal)
    });
    let lengths = || one.identity.parts().count().cmp(&other.identity.parts().count());
    different.unwrap_or_else(lengths)
}

/// `n=64` comes before `n=1024`.
pub(crate) fn natural(one: &Text, other: &Text) -> Ordering {
    let (mut one, mut other) = (one.0.as_slice(), other.0.as_slice());
    loop {
        let (number, rest) = digits(one);
        let (against, after) = digits(other);
        let found = match (number.is_empty(), against.is_empty()) {
            (false, false) => (number.len(), number).cmp(&(against.len(), against)),
            _ => one.first().cmp(&other.first()),
        };
        if found != Ordering::Equal || one.is_empty() {
            return found;
        }
        let both = !number.is_empty() && !against.is_empty();
        one = if both { rest } else { one.get(1..).unwrap_or_default() };
        other = if both { after } else { other.get(1..).unwrap_or_default() };
    }
}

/// The digits at the beginning, without zeros before them, and what follows.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let zeros = number.iter().take_while(|byte| **byte == b'0').count();
    let zeros = zeros.min(number.len().saturating_sub(1));
    (number.get(zeros..).unwrap_or_default(), rest)
}
