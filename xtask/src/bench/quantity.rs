//! What is measured, and its bounds.

use super::outcome::Row;
use super::spread::{mad, median};

/// What is promised of a quantity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bound {
    /// Less than this.
    Below(f64),
    /// This or less.
    AtMost(f64),
    /// Nothing: it is shown.
    Open,
}

/// One quantity, with a value of each round.
#[derive(Debug)]
pub(super) struct Quantity {
    what: String,
    /// Behind the number, with the space; empty for a ratio.
    unit: &'static str,
    bound: Bound,
    values: Vec<f64>,
}

impl Quantity {
    /// In nanoseconds.
    pub(super) fn time(what: String, bound: Bound) -> Self {
        Self { what, unit: " ns", bound, values: Vec::new() }
    }

    /// One time by another.
    pub(super) fn ratio(what: String, bound: Bound) -> Self {
        Self { what, unit: "", bound, values: Vec::new() }
    }

    /// What it is.
    pub(super) fn what(&self) -> &str {
        &self.what
    }

    /// Whether something is promised of it.
    pub(super) fn is_bounded(&self) -> bool {
        self.bound != Bound::Open
    }

    /// The median of the rounds beside its bound; a bound is not met by nothing.
    pub(super) fn row(&self) -> Row {
        let unit = self.unit;
        let middle = median(&self.values);
        let (bound, met) = match self.bound {
            Bound::Open => ("published, not promised".to_owned(), true),
            Bound::Below(limit) => {
                (format!("under {limit}{unit}"), middle.is_some_and(|middle| middle < limit))
            }
            Bound::AtMost(limit) => {
                (format!("at most {limit}{unit}"), middle.is_some_and(|middle| middle <= limit))
            }
        };
        let seen = match middle.zip(mad(&self.values)) {
            Some((middle, mad)) => format!("{middle:.2}{unit} (MAD {mad:.2})"),
            None => "nothing".to_owned(),
        };
        Row { what: self.what.clone(), bound, seen, met }
    }
}

/// Adds the values of a round to those of the rounds before.
///
/// # Errors
/// Where a round measured something else than those before.
pub(super) fn add(known: &mut Vec<Quantity>, seen: Vec<(Quantity, f64)>) -> Result<(), String> {
    if known.is_empty() {
        known.extend(seen.into_iter().map(|(mut quantity, value)| {
            quantity.values.push(value);
            quantity
        }));
        return Ok(());
    }
    let names = |(known, (seen, _)): (&Quantity, &(Quantity, f64))| known.what() == seen.what();
    if known.len() != seen.len() || !known.iter().zip(&seen).all(names) {
        return Err("measure the same in every round".to_owned());
    }
    for (quantity, (_, value)) in known.iter_mut().zip(seen) {
        quantity.values.push(value);
    }
    Ok(())
}
