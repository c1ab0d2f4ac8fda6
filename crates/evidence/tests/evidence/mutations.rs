//! The named ways to break evidence: at least one per rule.

mod circumstances;
mod content;
mod directory;
mod encoding;
mod seals;
mod speech;

use crate::mutation::{Broken, Mutation};
use probity_evidence::Rule;
use serde_json::Value;

/// All of them.
pub fn all() -> Vec<Mutation> {
    [directory::ALL, seals::ALL, encoding::ALL, circumstances::ALL, content::ALL, speech::ALL]
        .into_iter()
        .flatten()
        .map(|&(rule, what, is_stored, apply)| Mutation { rule, what, is_stored, apply })
        .collect()
}

/// A row of the tables: the rule, what is done, whether the result is stored, and the doing.
type Row = (Rule, &'static str, bool, fn(&Broken));

const STORED: bool = true;
const MADE: bool = false;

/// Changes a JSON file and seals again.
fn edit(broken: &Broken, path: &str, change: impl FnOnce(&mut Value)) {
    broken.edit(path, change);
    broken.reseal();
}
