//! One short name for "the same kind of machine".

use crate::environment::hex;
use probity_model::HostFacts;
use sha2::{Digest, Sha256};

/// SHA-256, in lower-case hex, over [`HostFacts::fingerprint_text`], which says of which facts.
/// Whoever reads evidence computes it again.
pub(super) fn fingerprint(facts: &HostFacts) -> String {
    hex(&Sha256::digest(facts.fingerprint_text().as_bytes()))
}
