//! The shelf: evidence that was kept without a place of its own.
//!
//! One directory, one entry per campaign, bounded in number and size. A campaign that is sealed and
//! validated is copied there as the last step, so that a shelf which cannot be written costs no
//! result. Each copy is staged, compared with what was validated, and published as evidence with a
//! place of its own is. What lies there and is not ours is neither counted nor removed.

mod bounds;
mod entry;
mod error;
mod kept;
mod place;
mod pruning;
mod reference;

pub use bounds::Bounds;
pub use entry::Entry;
pub use error::{NoEntry, ShelfError};
pub use kept::Kept;
pub use place::{Shelf, state_directory};
pub use reference::Reference;

#[cfg(test)]
mod tests;
