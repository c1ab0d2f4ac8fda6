//! How a program ended, and which failures do not end its measuring.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How a run ended: `{"code": n}` or `{"signal": n}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Exit {
    /// It exited with this code.
    Code(u8),
    /// This signal ended it.
    Signal(u8),
}

impl Exit {
    /// Whether it exited with code 0.
    pub fn is_success(self) -> bool {
        self == Self::Code(0)
    }
}

impl std::fmt::Display for Exit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exit code {code}"),
            Self::Signal(signal) => write!(f, "signal {signal}"),
        }
    }
}

/// Which failing runs count all the same (`-i`): in JSON `false`, `true`, or a list of exit codes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Form", into = "Form")]
pub enum IgnoredFailures {
    /// None.
    #[default]
    None,
    /// Every exit code, and every signal.
    All,
    /// These exit codes and no signal; not empty, and without 0.
    Codes(BTreeSet<u8>),
}

impl IgnoredFailures {
    /// Whether a run that ended like this ends the measuring of its case, and counts for nothing.
    pub fn stops(&self, exit: Exit) -> bool {
        match (self, exit) {
            (_, Exit::Code(0)) | (Self::All, _) => false,
            (Self::Codes(codes), Exit::Code(code)) => !codes.contains(&code),
            (Self::None | Self::Codes(_), _) => true,
        }
    }
}

/// How it is written.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "IgnoredFailures"))]
#[serde(untagged)]
enum Form {
    /// All failures, or none.
    All(bool),
    /// These exit codes, ascending, none of them 0.
    Codes(BTreeSet<u8>),
}

impl TryFrom<Form> for IgnoredFailures {
    type Error = &'static str;

    fn try_from(form: Form) -> Result<Self, Self::Error> {
        match form {
            Form::All(false) => Ok(Self::None),
            Form::All(true) => Ok(Self::All),
            Form::Codes(codes) if codes.is_empty() || codes.contains(&0) => {
                Err("a list of ignored exit codes is not empty, and without 0")
            }
            Form::Codes(codes) => Ok(Self::Codes(codes)),
        }
    }
}

impl From<IgnoredFailures> for Form {
    fn from(ignored: IgnoredFailures) -> Self {
        match ignored {
            IgnoredFailures::None => Self::All(false),
            IgnoredFailures::All => Self::All(true),
            IgnoredFailures::Codes(codes) => Self::Codes(codes),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for IgnoredFailures {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "IgnoredFailures".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Form::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_named_is_ignored() {
        let codes = IgnoredFailures::Codes(BTreeSet::from([1, 130]));
        for (exit, none, all, some) in [
            (Exit::Code(0), false, false, false),
            (Exit::Code(1), true, false, false),
            (Exit::Code(2), true, false, true),
            (Exit::Code(130), true, false, false),
            // What a shell would call 130.
            (Exit::Signal(2), true, false, true),
        ] {
            assert_eq!(IgnoredFailures::None.stops(exit), none, "{exit}");
            assert_eq!(IgnoredFailures::All.stops(exit), all, "{exit}");
            assert_eq!(codes.stops(exit), some, "{exit}");
        }
    }

    #[test]
    fn the_form_has_one_spelling_for_each() {
        for text in ["false", "true", "[1,2]"] {
            let read: IgnoredFailures = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&read).unwrap(), text);
        }
        for bad in ["[]", "[0]", "[256]", "\"all\"", "null", "1"] {
            assert!(serde_json::from_str::<IgnoredFailures>(bad).is_err(), "{bad}");
        }
    }
}
