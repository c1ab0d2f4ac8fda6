//! The words of a command line.

use super::{Given, Occurrence};
use crate::arguments::error::UsageError;
use crate::arguments::option::{self, Entry, Takes, selection};
use crate::arguments::spelling::nearest;
use std::ffi::{OsStr, OsString};
use std::iter::Peekable;

/// What the words of a command line say.
#[derive(Debug)]
pub(crate) enum Line {
    /// Something to do.
    Given(Given),
    /// Somebody asks for help, whatever the rest of the line is worth.
    Help,
    /// Somebody asks for the version.
    Version,
}

impl Line {
    /// Reads the words one after another.
    pub(crate) fn read(words: impl Iterator<Item = OsString>) -> Result<Self, UsageError> {
        let mut words = Words { words: words.peekable(), position: 0 };
        let mut given = Given::default();
        let mut options_end = false;
        while let Some(word) = words.next()? {
            if options_end || !is_option(word.as_ref()) {
                given.push_filter(word);
                continue;
            }
            if word == "--" {
                options_end = true;
                continue;
            }
            for occurrence in words.options(&word)? {
                if occurrence.entry.is(&selection::HELP) {
                    return Ok(Self::Help);
                }
                if occurrence.entry.is(&selection::VERSION) {
                    return Ok(Self::Version);
                }
                given.push(occurrence);
            }
        }
        Ok(Self::Given(given))
    }
}

/// The words that are left.
struct Words<I: Iterator<Item = OsString>> {
    words: Peekable<I>,
    /// How many were taken.
    position: usize,
}

impl<I: Iterator<Item = OsString>> Words<I> {
    fn next(&mut self) -> Result<Option<String>, UsageError> {
        let Some(word) = self.words.next() else { return Ok(None) };
        self.position += 1;
        word.into_string().map(Some).map_err(|word| UsageError::NotUtf8 {
            position: self.position,
            shown: word.to_string_lossy().into_owned(),
        })
    }

    /// The options of a word that begins with a dash: one long one, or some of a character each.
    fn options(&mut self, word: &str) -> Result<Vec<Occurrence>, UsageError> {
        match word.strip_prefix("--") {
            Some(long) => self.long(long).map(|occurrence| vec![occurrence]),
            None => self.cluster(word),
        }
    }

    fn long(&mut self, word: &str) -> Result<Occurrence, UsageError> {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word, None),
        };
        let written = format!("--{name}");
        let Some(entry) = option::long(name) else {
            let nearest = nearest(&written);
            return Err(UsageError::Unknown { option: written, nearest });
        };
        self.occurrence(entry, written, value)
    }

    /// `-q`, `-qn`, `-Zunstable-options`.
    fn cluster(&mut self, word: &str) -> Result<Vec<Occurrence>, UsageError> {
        let mut occurrences = Vec::new();
        let mut rest = word.strip_prefix('-').unwrap_or(word).chars();
        while let Some(name) = rest.next() {
            let Some(entry) = option::short(name) else {
                // Somebody who writes -quick means --quick.
                let nearest = (word.len() > 2).then(|| nearest(&format!("-{word}"))).flatten();
                return Err(UsageError::Unknown { option: word.to_owned(), nearest });
            };
            let mut value = None;
            if entry.takes != Takes::Nothing && !rest.as_str().is_empty() {
                let text = rest.as_str();
                value = Some(text.strip_prefix('=').unwrap_or(text).to_owned());
                rest = "".chars();
            }
            occurrences.push(self.occurrence(entry, format!("-{name}"), value)?);
        }
        Ok(occurrences)
    }

    fn occurrence(
        &mut self,
        entry: &'static Entry,
        written: String,
        mut value: Option<String>,
    ) -> Result<Occurrence, UsageError> {
        if let (Takes::Value(placeholder), None) = (entry.takes, &value) {
            // Cargo appends --bench: a forgotten value must not swallow it.
            let follower = self.words.peek().filter(|word| is_option(word));
            let follower = follower.map(|word| word.to_string_lossy().into_owned());
            let taken = if follower.is_none() { self.next()? } else { None };
            if taken.is_none() {
                let follower = follower.filter(|word| !is_known(word));
                return Err(UsageError::ValueMissing { option: written, placeholder, follower });
            }
            value = taken;
        }
        Occurrence::flag(entry, written, value)
    }
}

/// Whether a word begins as an option that there is.
fn is_known(word: &str) -> bool {
    match word.strip_prefix("--") {
        Some(long) => {
            long.is_empty() || option::long(long.split('=').next().unwrap_or(long)).is_some()
        }
        None => word.chars().nth(1).is_some_and(|short| option::short(short).is_some()),
    }
}

/// Whether a word is an option, and not a value or a filter: `-` and `-1` are none.
fn is_option(word: &OsStr) -> bool {
    match word.as_encoded_bytes() {
        [b'-', second, ..] => !(second.is_ascii_digit() || *second == b'.'),
        _ => false,
    }
}
