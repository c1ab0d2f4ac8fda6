//! All options, in the order of the help.

use super::{Entry, comparing, effort, familiar, metrics, output, selection};

/// Defines options, and the list of them: so none can be forgotten in it.
macro_rules! options {
    ($(#[$doc:meta])* $list:ident { $($name:ident = $entry:expr;)+ }) => {
        $(pub(crate) const $name: Entry = $entry;)+
        $(#[$doc])*
        pub(crate) const $list: &[Entry] = &[$($name),+];
    };
}
pub(super) use options;

/// Options of one purpose.
pub(crate) struct Section {
    /// Its heading in the help.
    pub(crate) title: &'static str,
    /// Its options.
    pub(crate) entries: &'static [Entry],
}

/// All options.
pub(crate) const SECTIONS: &[Section] = &[
    Section { title: "Which benchmarks, and what is done", entries: selection::SELECTION },
    Section { title: "Effort (a bare number is seconds, 1m a minute)", entries: effort::EFFORT },
    Section { title: "What is observed", entries: metrics::METRICS_OPTIONS },
    Section { title: "Comparing", entries: comparing::COMPARING },
    Section { title: "Output", entries: output::OUTPUT },
    Section { title: "Known from criterion and divan", entries: familiar::FAMILIAR },
    Section { title: "Of libtest, accepted and not used", entries: selection::IGNORED_OPTIONS },
];

/// All options, one after another.
pub(crate) fn entries() -> impl Iterator<Item = &'static Entry> {
    SECTIONS.iter().flat_map(|section| section.entries)
}

/// Whether it says how to measure: a test heeds no wish of that kind, and does not fail for one.
pub(crate) fn is_of_measuring(entry: &Entry) -> bool {
    let sections = [effort::EFFORT, metrics::METRICS_OPTIONS, comparing::COMPARING];
    sections.into_iter().flatten().any(|one| one.is(entry))
}

/// The option of this long name, without dashes.
pub(crate) fn long(name: &str) -> Option<&'static Entry> {
    entries().find(|entry| entry.long_names().any(|known| known.strip_prefix("--") == Some(name)))
}

/// The option of this character.
pub(crate) fn short(name: char) -> Option<&'static Entry> {
    entries().find(|entry| entry.short == Some(name))
}
