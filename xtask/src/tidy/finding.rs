//! One broken rule at one place.

use std::fmt;

/// A broken rule: where, which, what, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, from the root of the tree, with `/` between its parts.
    pub path: String,
    /// The line, from 1; the whole file is line 1.
    pub line: usize,
    /// The rule's name in [`rule_names`](super::rule_names).
    pub rule: &'static str,
    /// What is wrong and, in brackets, what to do.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}: {}", self.path, self.line, self.rule, self.message)
    }
}

/// Collects what one rule finds.
pub(crate) struct Findings {
    rule: &'static str,
    list: Vec<Finding>,
}

impl Findings {
    /// None yet, of `rule`.
    pub(crate) fn new(rule: &'static str) -> Self {
        Self { rule, list: Vec::new() }
    }

    /// `problem` at `path:line`, and what to `do` about it.
    pub(crate) fn add(&mut self, path: &str, line: usize, problem: &str, remedy: &str) {
        self.list.push(Finding {
            path: path.to_owned(),
            line,
            rule: self.rule,
            message: format!("{problem} ({remedy})"),
        });
    }

    /// All of them.
    pub(crate) fn into_list(self) -> Vec<Finding> {
        self.list
    }
}
