//! Parts of a whole.

/// A part of a whole: more than nothing and less than all.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Fraction(f64);

impl Fraction {
    /// The fraction that `text` spells, as `0.01` or `1%`.
    ///
    /// # Errors
    /// What to give instead, as a fragment.
    pub fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let value = match text.strip_suffix('%') {
            // Not divided: 99.9% is the same number as 0.999.
            Some(percent) => format!("{}e-2", percent.trim_end()).parse::<f64>(),
            None => text.parse(),
        };
        value.ok().filter(|value| *value > 0.0 && *value < 1.0).map(Self).ok_or_else(|| {
            String::from("give a fraction between 0 and 1, as 0.01, or a percentage, as 1%")
        })
    }

    /// The number, between 0 and 1 and neither.
    pub fn get(self) -> f64 {
        self.0
    }
}
