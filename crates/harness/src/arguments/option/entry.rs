//! An option as the table has it.

/// An option as the table has it. Two of the same long name are the same option.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Its name without dashes; a single character where there is only a short one.
    pub(crate) long: &'static str,
    /// Its character after a single dash.
    pub(crate) short: Option<char>,
    /// Other long names.
    pub(crate) aliases: &'static [&'static str],
    /// What follows it.
    pub(crate) takes: Takes,
    /// Whether it can be given by a variable. Those of libtest need none: every harness that cargo
    /// hands them to knows them.
    pub(crate) has_variable: bool,
    /// What it does; empty where it is accepted and does nothing.
    pub(crate) help: &'static str,
}

/// What follows an option. Texts are the names of values in the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// Nothing; `=no` takes it back, so that a flag can win over its variable.
    Nothing,
    /// A value, after `=` or as the next word.
    Value(&'static str),
    /// A value after `=`, or none.
    Optional(&'static str),
}

impl Entry {
    const fn new(long: &'static str, takes: Takes, help: &'static str) -> Self {
        Self { long, short: None, aliases: &[], takes, has_variable: true, help }
    }

    /// An option that is there or not.
    pub(crate) const fn switch(long: &'static str, help: &'static str) -> Self {
        Self::new(long, Takes::Nothing, help)
    }

    /// An option with a value.
    pub(crate) const fn value(
        long: &'static str,
        placeholder: &'static str,
        help: &'static str,
    ) -> Self {
        Self::new(long, Takes::Value(placeholder), help)
    }

    /// An option that may have a value.
    pub(crate) const fn optional(
        long: &'static str,
        placeholder: &'static str,
        help: &'static str,
    ) -> Self {
        Self::new(long, Takes::Optional(placeholder), help)
    }

    /// One of libtest's without a value that means nothing here, and so may be written in any way.
    pub(crate) const fn ignored(long: &'static str) -> Self {
        Self::new(long, Takes::Optional(""), "").without_variable()
    }

    /// The same with a character.
    pub(crate) const fn short(self, short: char) -> Self {
        Self { short: Some(short), ..self }
    }

    /// The same with other names.
    pub(crate) const fn aliases(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// The same without a variable.
    pub(crate) const fn without_variable(self) -> Self {
        Self { has_variable: false, ..self }
    }

    /// Whether it is the same option.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.long == other.long
    }

    /// Its long names with their dashes.
    pub(crate) fn long_names(&self) -> impl Iterator<Item = String> + use<> {
        let long = (self.long.len() > 1).then_some(self.long);
        long.into_iter().chain(self.aliases.iter().copied()).map(|name| format!("--{name}"))
    }

    /// Its variable.
    pub(crate) fn variable(&self) -> Option<String> {
        let name = || format!("PROBITY_{}", self.long.to_uppercase().replace('-', "_"));
        self.has_variable.then(name)
    }
}
