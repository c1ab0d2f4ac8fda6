//! What validation found.

use super::Rule;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Most findings of one rule in one file that are listed one by one: a stranger's file must not
/// decide how much is printed. The rest is counted in one more finding.
const MAX_LISTED: usize = 20;
/// Longest detail, in characters.
const MAX_DETAIL: usize = 400;

/// One broken rule in one place.
///
/// Its texts are safe to print: control characters, and characters that reorder a line, are
/// escaped, and they are bounded.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Which rule.
    pub rule: Rule,
    /// The file it is about, relative to the directory; `.` for the directory itself.
    pub path: String,
    /// What is wrong, naming line, value and what was expected; a lower-case fragment.
    pub detail: String,
}

impl Finding {
    /// A finding from texts that may hold anything.
    pub(crate) fn new(rule: Rule, path: &str, detail: &str) -> Self {
        Self { rule, path: escaped(path), detail: escaped(detail) }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.rule, self.path, self.detail)
    }
}

/// `text` on one line, without anything a terminal would obey.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for (index, character) in text.chars().enumerate() {
        if index == MAX_DETAIL {
            safe.push('…');
            break;
        }
        if character.is_control() || is_layout(character) {
            safe.extend(character.escape_default());
        } else {
            safe.push(character);
        }
    }
    safe
}

/// Characters that are no control characters and still change how a line is laid out: separators,
/// marks and overrides of direction, invisible joiners.
fn is_layout(character: char) -> bool {
    matches!(character,
        '\u{061c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}'
        | '\u{feff}')
}

/// All findings so far. Knows which files have one, so that a later layer does not report the
/// same defect in other words.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    list: Vec<Finding>,
    counts: BTreeMap<(Rule, String), usize>,
    flagged: BTreeSet<String>,
}

impl Findings {
    /// Adds one.
    pub(crate) fn add(&mut self, rule: Rule, path: &str, detail: impl fmt::Display) {
        let count = self.counts.entry((rule, path.to_owned())).or_default();
        *count += 1;
        if *count <= MAX_LISTED {
            self.list.push(Finding::new(rule, path, &detail.to_string()));
        }
        if !self.flagged.contains(path) {
            self.flagged.insert(path.to_owned());
        }
    }

    /// Adds those of a part that was looked at by itself.
    pub(crate) fn append(&mut self, part: Self) {
        self.list.extend(part.list);
        for (what, count) in part.counts {
            *self.counts.entry(what).or_default() += count;
        }
        self.flagged.extend(part.flagged);
    }

    /// Whether there is one about `path`.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.flagged.contains(path)
    }

    /// Whether there is none at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.counts.values().sum()
    }

    /// The list, in the order they were found.
    pub(crate) fn into_list(mut self) -> Vec<Finding> {
        for ((rule, path), count) in &self.counts {
            if let Some(more @ 1..) = count.checked_sub(MAX_LISTED) {
                self.list.push(Finding::new(*rule, path, &format!("and {more} more like these")));
            }
        }
        self.list
    }
}
