//! What is said once, or always the same.

use super::tally::{Tally, quoted};
use probity_model::{Provenance, SpeechFault};

/// Most different names of provenance that are kept of a run.
pub(super) const MOST_PROVENANCE: usize = 32;

/// Takes what is said once.
pub(super) fn once(
    known: &mut Option<String>,
    value: &str,
    fault: SpeechFault,
    what: &str,
    tally: &mut Tally,
) {
    match known {
        None => *known = Some(value.to_owned()),
        Some(first) => {
            tally.add(fault, || format!("a {what} '{}' after '{}'", quoted(value), quoted(first)))
        }
    }
}

/// Takes what the numbers depend on; false where there is no room for another name.
pub(super) fn provenance(
    known: &mut Vec<Provenance>,
    name: &str,
    value: &str,
    tally: &mut Tally,
) -> bool {
    match known.iter().find(|known| known.name == name) {
        Some(first) if first.value == value => {}
        Some(first) => tally.add(SpeechFault::ProvenanceContradicts, || {
            format!("'{}' is '{value}' after '{}'", quoted(name), first.value)
        }),
        None if known.len() >= MOST_PROVENANCE => return false,
        None => known.push(Provenance { name: name.to_owned(), value: value.to_owned() }),
    }
    true
}
