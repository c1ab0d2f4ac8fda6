//! Names of baselines.

use std::fmt;

/// The longest name of a baseline.
const LONGEST: usize = 64;

/// The name of a baseline: it is the name of a folder too, on every system, and never an option.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BaselineName(String);

impl BaselineName {
    /// The name, if it is one.
    ///
    /// # Errors
    /// What to give instead, as a fragment.
    pub fn read(text: &str) -> Result<Self, String> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        let fits = (1..=LONGEST).contains(&text.len()) && text.chars().all(allowed);
        if !fits || text.starts_with(['.', '-']) {
            return Err(format!(
                "a name has 1 to {LONGEST} of a-z, A-Z, 0-9, '.', '_' and '-', and begins with \
                 neither '.' nor '-'"
            ));
        }
        Ok(Self(text.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BaselineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
