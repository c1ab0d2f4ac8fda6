//! How a person names an entry.

use super::entry::is_name_start;

/// What somebody calls an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// `last`: the newest; `last~N`: so many before it.
    Last(usize),
    /// A name, or the beginning of exactly one.
    Name(String),
}

impl Reference {
    /// Reads `last`, `last~2`, or what a name can begin with; none for anything else, which is then
    /// a path.
    pub fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix("last") {
            Some("") => Some(Self::Last(0)),
            Some(rest) => {
                let digits = rest.strip_prefix('~')?;
                let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
                digits.parse().ok().filter(|_| plain).map(Self::Last)
            }
            None => is_name_start(text).then(|| Self::Name(text.to_owned())),
        }
    }
}
