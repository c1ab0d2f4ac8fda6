//! Names in the order in which they first appear.

use std::collections::BTreeSet;

/// Most different names of each sort that are summed up for a case: every run may have its own.
const MOST_NAMES: usize = 256;

/// The different names that `all` has, in the order of their first appearance, of which the first
/// are kept; and how many more there are.
pub(super) fn names<'a>(all: impl Iterator<Item = &'a str>) -> (Vec<&'a str>, u64) {
    let (mut kept, mut seen) = (Vec::new(), BTreeSet::new());
    for name in all {
        if seen.insert(name) && kept.len() < MOST_NAMES {
            kept.push(name);
        }
    }
    let beyond = (seen.len() - kept.len()) as u64;
    (kept, beyond)
}
