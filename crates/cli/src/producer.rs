//! This Probity, as documents name it.

use probity_model::Producer;

/// Who makes what this command writes.
pub(crate) fn producer() -> Producer {
    Producer { version: env!("CARGO_PKG_VERSION").into() }
}
