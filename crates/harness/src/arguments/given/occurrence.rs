//! An option that was given once.

use crate::arguments::error::UsageError;
use crate::arguments::option::{Entry, Takes};

/// Words that say no, in a variable or after `=`.
const NO: &[&str] = &["n", "no", "f", "false", "off", "0"];
/// Words that say yes.
const YES: &[&str] = &["y", "yes", "t", "true", "on", "1"];

/// Where an option comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The command line; as it was written, with its dashes.
    Flag(String),
    /// A variable of this name.
    Variable(String),
}

/// What was said with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// It is wanted.
    On,
    /// It is not.
    Off,
    /// It has this value.
    Text(String),
}

/// An option that was given once.
#[derive(Clone, Debug)]
pub(crate) struct Occurrence {
    /// Which option.
    pub(crate) entry: &'static Entry,
    /// Where it comes from.
    pub(crate) origin: Origin,
    /// What was said with it.
    pub(crate) content: Content,
}

impl Occurrence {
    /// One of the command line; `value` is what stands after `=`, or in the next word.
    pub(crate) fn flag(
        entry: &'static Entry,
        written: String,
        value: Option<String>,
    ) -> Result<Self, UsageError> {
        let content = match (entry.takes, value) {
            (_, None) => Content::On,
            (Takes::Nothing, Some(word)) => truth(&written, &word)?,
            (Takes::Value(_) | Takes::Optional(_), Some(text)) => Content::Text(text),
        };
        Ok(Self { entry, origin: Origin::Flag(written), content })
    }

    /// One of the environment.
    pub(crate) fn variable(
        entry: &'static Entry,
        name: String,
        value: String,
    ) -> Result<Self, UsageError> {
        let content = match entry.takes {
            Takes::Nothing => truth(&name, &value)?,
            Takes::Value(_) => Content::Text(value),
            // A variable cannot stand without a value, so there words say it.
            Takes::Optional(_) => match word(&value) {
                Some(content) => content,
                None => Content::Text(value),
            },
        };
        Ok(Self { entry, origin: Origin::Variable(name), content })
    }

    /// Its name, as it was given.
    pub(crate) fn name(&self) -> String {
        match &self.origin {
            Origin::Flag(name) | Origin::Variable(name) => name.clone(),
        }
    }

    /// Its value, where it has one.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            Content::On | Content::Off => None,
        }
    }

    /// What is wrong with its value.
    pub(crate) fn refuse(&self, expected: String) -> UsageError {
        let value = self.text().unwrap_or_default().to_owned();
        UsageError::Value { origin: self.name(), value, expected }
    }
}

fn truth(origin: &str, value: &str) -> Result<Content, UsageError> {
    word(value).ok_or_else(|| UsageError::Value {
        origin: origin.to_owned(),
        value: value.to_owned(),
        expected: String::from("give yes or no (or true and false, on and off, 1 and 0)"),
    })
}

fn word(value: &str) -> Option<Content> {
    let value = value.trim().to_ascii_lowercase();
    if YES.contains(&&*value) {
        Some(Content::On)
    } else if NO.contains(&&*value) {
        Some(Content::Off)
    } else {
        None
    }
}
