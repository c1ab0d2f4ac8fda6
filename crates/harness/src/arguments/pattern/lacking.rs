//! An executable that was built without regular expressions.

use crate::arguments::error::UsageError;

/// Why one is refused.
const WHY: &str = "this executable was built without regular expressions; ask for them with \
                   features = [\"regex\"] beside the version of the library in Cargo.toml, or give \
                   a part of the name, or the whole name with --exact";

/// There is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::arguments) enum Pattern {}

impl Pattern {
    /// Refuses it; `origin` is what says that it is one.
    pub(in crate::arguments) fn read(origin: &str, _text: &str) -> Result<Self, UsageError> {
        Err(UsageError::Reserved { word: origin.to_owned(), why: WHY })
    }

    /// Never asked.
    #[cfg_attr(feature = "regex", allow(dead_code, reason = "there only its refusal is tested"))]
    pub(in crate::arguments) fn fits(&self, _id: &str) -> bool {
        match *self {}
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn it_is_said_how_to_get_them() {
        let told = Pattern::read("--regex", "^a").unwrap_err().to_string();
        assert!(told.starts_with("'--regex': this executable was built without"), "{told}");
        assert!(told.contains("features = [\"regex\"]") && told.contains("--exact"), "{told}");
    }
}
