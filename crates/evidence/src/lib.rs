//! Evidence on disk: how a campaign is kept, and the only way to read it back.
//!
//! A campaign is written run by run into a private [`Staging`] directory and published by one
//! rename ([`Staging::seal`]). Whoever reads it goes through [`validate`], which checks every byte
//! and rebuilds every derived field; only that makes a [`ValidEvidence`]. The format is specified
//! in `docs/spec/evidence.md`, whose numbered requirements are the [`Rule`]s.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod check;
mod derive;
mod digest;
mod layout;
mod manifest;
mod program;
mod schedule;
mod shelf;
mod staging;
mod sums;
mod timestamp;
mod valid;
mod validate;

pub use derive::{Derivation, LEAST_SPLIT_NS, derive};
pub use digest::sha256;
pub use layout::{BENCH, MAX_BLOCKS, MAX_CASES, MAX_DERIVED, too_large};
pub use manifest::{Completeness, FileEntry, MANIFEST_SCHEMA, Manifest};
pub use probity_judge::POLICY_ID;
pub use program::{Hearing, RunTime};
pub use schedule::{Schedule, Slot};
pub use shelf::{Bounds, Entry, Kept, NoEntry, Reference, Shelf, ShelfError, state_directory};
pub use staging::{
    Action, Notice, SealCause, SealError, Sealing, Seam, Staging, StagingError, Step,
};
pub use valid::ValidEvidence;
pub use validate::{Finding, Rule, validate};

#[cfg(test)]
mod tests;
