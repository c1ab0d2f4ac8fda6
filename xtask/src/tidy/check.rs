//! The table of rules, and running all of them.

use super::finding::{Finding, Findings};
use super::rules;
use super::tree::Tree;
use std::path::Path;

/// One rule: its name, and the function that looks for it in a tree.
type Rule = (&'static str, fn(&Tree, &mut Findings));

const RULES: &[Rule] = &[
    ("layers", rules::layers),
    ("unsafe", rules::unsafe_code),
    ("os", rules::os),
    ("names", rules::names),
    ("sizes", rules::sizes),
    ("prints", rules::prints),
    ("sources", rules::sources),
    ("docs", rules::docs),
    ("words", rules::words),
    ("licences", rules::licences),
];

/// The names of all rules.
pub fn rule_names() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|(name, _)| *name)
}

/// Everything the rules find in the tree at `root`, sorted by path and line.
///
/// # Errors
/// When the tree cannot be read, or `cargo metadata` does not describe it; the text continues
/// "failed to".
pub fn check(root: &Path) -> Result<Vec<Finding>, String> {
    let tree = Tree::read(root)?;
    let mut all = Vec::new();
    for &(name, rule) in RULES {
        let mut findings = Findings::new(name);
        rule(&tree, &mut findings);
        all.extend(findings.into_list());
    }
    all.sort();
    Ok(all)
}
