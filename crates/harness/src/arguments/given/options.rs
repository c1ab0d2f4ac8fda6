//! All options that were given.

use super::{Content, Occurrence, Origin};
use crate::arguments::error::UsageError;
use crate::arguments::mode::Mode;
use crate::arguments::option::{Entry, entries, is_of_measuring};
use std::ffi::OsString;

/// All options that were given, and the words beside them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given {
    options: Vec<Occurrence>,
    filters: Vec<String>,
}

impl Given {
    pub(super) fn push(&mut self, occurrence: Occurrence) {
        self.options.push(occurrence);
    }

    pub(super) fn push_filter(&mut self, filter: String) {
        self.filters.push(filter);
    }

    /// Adds what the environment says about options that are not on the command line, of those that
    /// matter in `mode`. An empty variable says nothing.
    pub(crate) fn add_variables(
        &mut self,
        mode: Mode,
        environment: &dyn Fn(&str) -> Option<OsString>,
    ) -> Result<(), UsageError> {
        let is_heard = |entry: &&Entry| mode == Mode::Measure || !is_of_measuring(entry);
        let entries = entries().filter(is_heard).filter(|entry| !self.is_there(entry));
        for entry in entries.collect::<Vec<_>>() {
            let Some(name) = entry.variable() else { continue };
            let Some(value) = environment(&name).filter(|value| !value.is_empty()) else {
                continue;
            };
            let value = value.into_string().map_err(|value| UsageError::VariableNotUtf8 {
                variable: name.clone(),
                shown: value.to_string_lossy().into_owned(),
            })?;
            self.push(Occurrence::variable(entry, name, value)?);
        }
        Ok(())
    }

    /// Drops what was said about an option.
    pub(super) fn forget(&mut self, entry: &Entry) {
        self.options.retain(|occurrence| !occurrence.entry.is(entry));
    }

    /// The words that are no options.
    pub(crate) fn filters(&self) -> &[String] {
        &self.filters
    }

    /// The last word about an option, if that is not no.
    pub(crate) fn last(&self, entry: &Entry) -> Option<&Occurrence> {
        self.all(entry).last().filter(|last| last.content != Content::Off)
    }

    /// Whether it is wanted.
    pub(crate) fn has(&self, entry: &Entry) -> bool {
        self.last(entry).is_some()
    }

    /// Its name as a flag, where it is wanted by one.
    pub(crate) fn flag(&self, entry: &Entry) -> Option<String> {
        self.last(entry).and_then(|last| match &last.origin {
            Origin::Flag(name) => Some(name.clone()),
            Origin::Variable(_) => None,
        })
    }

    /// All its values, where it may be repeated.
    pub(crate) fn texts(&self, entry: &Entry) -> impl Iterator<Item = &str> {
        self.all(entry).filter_map(Occurrence::text)
    }

    /// All its values as one list with commas.
    pub(crate) fn joined(&self, entry: &Entry) -> Result<Option<String>, UsageError> {
        if let Some(empty) = self.all(entry).find(|one| one.text() == Some("")) {
            return Err(empty.refuse(String::from("give at least one name")));
        }
        let texts: Vec<&str> = self.texts(entry).collect();
        Ok((!texts.is_empty()).then(|| texts.join(",")))
    }

    /// Its value, the last if there are several, as `read` understands it.
    pub(crate) fn value<T>(
        &self,
        entry: &Entry,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, UsageError> {
        let Some(last) = self.last(entry) else { return Ok(None) };
        let text = last.text().unwrap_or_default();
        read(text).map(Some).map_err(|expected| last.refuse(expected))
    }

    /// The first of these options that is given, as `read` understands it. They are synonyms, of
    /// which at most one is left when rivals are settled.
    pub(crate) fn value_of_any<T>(
        &self,
        entries: &[Entry],
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, UsageError> {
        match entries.iter().find(|entry| self.has(entry)) {
            Some(entry) => self.value(entry, read),
            None => Ok(None),
        }
    }

    /// Each time it was given.
    pub(crate) fn all(&self, entry: &Entry) -> impl Iterator<Item = &Occurrence> {
        self.options.iter().filter(|occurrence| occurrence.entry.is(entry))
    }

    fn is_there(&self, entry: &Entry) -> bool {
        self.all(entry).next().is_some()
    }
}
