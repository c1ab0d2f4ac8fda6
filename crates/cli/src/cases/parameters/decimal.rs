//! Decimal numbers without rounding: 0.1 three times is 0.3.

use std::cmp::Ordering;
use std::fmt;

/// Most digits of a number: everything below stays far inside 128 bits.
const MOST_DIGITS: usize = 18;

/// `units` divided by ten to the power `places`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    units: i128,
    places: u32,
}

/// Why there is no range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RangeError {
    /// It ends before it begins.
    Empty,
    /// Its step leads nowhere.
    Step,
    /// It has more values than this.
    Large(usize),
}

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the range is empty: MAX is less than MIN"),
            Self::Step => f.write_str("the step has to be more than 0"),
            Self::Large(most) => write!(f, "the range has more than {most} values"),
        }
    }
}

impl Decimal {
    /// 1.
    pub(crate) const ONE: Self = Self { units: 1, places: 0 };

    /// A number such as `12`, `-0.50` or `.5`: a sign, digits, a point; no exponent, and at most
    /// 18 digits.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let digits = [whole, fraction].concat();
        let is_number = (1..=MOST_DIGITS).contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            return None;
        }
        let units: i128 = digits.parse().ok()?;
        let places = u32::try_from(fraction.len()).ok()?;
        Some(Self { units: if text.starts_with('-') { -units } else { units }, places })
    }

    /// Whether it was written without digits behind the point.
    pub(crate) fn is_whole(self) -> bool {
        self.places == 0
    }

    /// `min`, and by steps of `step` all that follow up to `max`. The first is spelt as it was
    /// given, the others with as many places as `min` or the step has (as hyperfine spells them).
    ///
    /// # Errors
    /// See [`RangeError`]; a range of more than `most` values is refused before it is made.
    pub(crate) fn range(
        min: Self,
        max: Self,
        step: Self,
        most: usize,
    ) -> Result<Vec<Self>, RangeError> {
        if step.units <= 0 {
            return Err(RangeError::Step);
        }
        let places = min.places.max(step.places);
        let scale = places.max(max.places);
        let [low, high, by] = [min, max, step].map(|number| number.scaled(scale));
        if low.cmp(&high) == Ordering::Greater {
            return Err(RangeError::Empty);
        }
        let steps = (high - low) / by;
        match usize::try_from(steps) {
            Ok(steps) if steps < most => {}
            _ => return Err(RangeError::Large(most)),
        }
        let [low, by] = [min, step].map(|number| number.scaled(places));
        let following = (1..=steps).map(|number| Self { units: low + by * number, places });
        Ok(std::iter::once(min).chain(following).collect())
    }

    /// Its units at more places.
    fn scaled(self, places: u32) -> i128 {
        self.units * 10_i128.pow(places - self.places)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = usize::try_from(self.places).unwrap_or(MOST_DIGITS);
        let digits = format!("{:0>width$}", self.units.unsigned_abs(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let sign = if self.units < 0 { "-" } else { "" };
        let point = if places == 0 { "" } else { "." };
        write!(f, "{sign}{whole}{point}{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(min: &str, max: &str, step: &str) -> Result<String, RangeError> {
        let [min, max, step] = [min, max, step].map(|text| Decimal::parse(text).unwrap());
        let shown = |values: Vec<Decimal>| values.iter().map(|value| value.to_string()).collect();
        Decimal::range(min, max, step, 1000).map(shown).map(|words: Vec<String>| words.join(" "))
    }

    #[test]
    fn decimals_have_no_noise() {
        let tenths = "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0";
        assert_eq!(range("0", "1", "0.1").unwrap(), tenths);
        assert_eq!(range("0.3", "0.7", "0.2").unwrap(), "0.3 0.5 0.7");
        assert_eq!(range("0.3", "0.6999", "0.2").unwrap(), "0.3 0.5");
        assert_eq!(range("-1", "1", ".5").unwrap(), "-1 -0.5 0.0 0.5 1.0");
        assert_eq!(range("-0.05", "0.05", "0.05").unwrap(), "-0.05 0.00 0.05");
    }

    #[test]
    fn whole_numbers_stay_whole() {
        assert_eq!(range("1", "10", "3").unwrap(), "1 4 7 10");
        assert_eq!(range("-2", "2", "2").unwrap(), "-2 0 2");
        assert_eq!(range("+1", "1", "5").unwrap(), "1");
        assert_eq!(range("007", "8", "1").unwrap(), "7 8");
        assert_eq!(range("0", "2.5", "1").unwrap(), "0 1 2");
    }

    #[test]
    fn ranges_that_are_none() {
        assert_eq!(range("2", "1", "1"), Err(RangeError::Empty));
        assert_eq!(range("1", "2", "0"), Err(RangeError::Step));
        assert_eq!(range("1", "2", "0.00"), Err(RangeError::Step));
        assert_eq!(range("1", "2", "-1"), Err(RangeError::Step));
        assert_eq!(range("1", "1001", "1"), Err(RangeError::Large(1000)));
        assert!(range("1", "1000", "1").is_ok());
        let huge = "9".repeat(MOST_DIGITS);
        let tiny = format!(".{}1", "0".repeat(MOST_DIGITS - 1));
        assert_eq!(range(&format!("-{huge}"), &huge, &tiny), Err(RangeError::Large(1000)));
    }

    #[test]
    fn only_numbers_are_numbers() {
        for text in ["", "-", ".", "+.", "1e3", "0x1", "1,5", " 1", "--1", "1.2.3", "nan", "١"] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
        assert_eq!(Decimal::parse(&"1".repeat(MOST_DIGITS + 1)), None);
        assert_eq!(Decimal::parse("5.").map(|number| number.to_string()), Some("5".into()));
        assert_eq!(Decimal::parse("-0").map(|number| number.to_string()), Some("0".into()));
    }
}
