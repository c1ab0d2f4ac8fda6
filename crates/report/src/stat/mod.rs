//! What a campaign has to say, in no format yet: its tables and the lines below them.
//!
//! The terminal and the Markdown page are made from the same phrases, so that they cannot disagree.

mod absences;
mod campaign;
mod columns;
mod details;
mod notes;
mod plan;

pub use campaign::Campaign;
pub(crate) use columns::table;
pub(crate) use details::details;
pub(crate) use notes::{Note, notes};
