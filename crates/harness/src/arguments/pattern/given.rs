//! An executable that was built with regular expressions.

use crate::arguments::error::UsageError;
use regex_lite::Regex;

/// A regular expression, which fits a name where it fits any part of it.
#[derive(Clone, Debug)]
pub(in crate::arguments) struct Pattern(Regex);

impl Pattern {
    /// Reads it; `origin` is what says that it is one.
    pub(in crate::arguments) fn read(origin: &str, text: &str) -> Result<Self, UsageError> {
        let refuse = |expected: String| UsageError::Value {
            origin: origin.to_owned(),
            value: text.to_owned(),
            expected,
        };
        if text.is_empty() {
            return Err(refuse("give a regular expression: an empty one fits every name".into()));
        }
        let regex = Regex::new(text);
        regex.map(Self).map_err(|error| refuse(format!("it is no regular expression: {error}")))
    }

    /// Whether it fits.
    pub(in crate::arguments) fn fits(&self, id: &str) -> bool {
        self.0.is_match(id)
    }
}

/// Equal texts are equal expressions.
impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

impl Eq for Pattern {}
