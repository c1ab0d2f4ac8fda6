//! What a campaign has to say, in no format yet: its tables and the lines below them.
//!
//! The terminal, the Markdown page and the page for a browser are made from the same phrases, so
//! that they cannot disagree.

mod absences;
mod calls;
mod campaign;
mod columns;
mod counted;
mod details;
mod notes;
mod order;
mod plan;
mod speech;
mod time;
mod timing;

pub(crate) use absences::absences;
pub(crate) use calls::{ranked, unmade};
pub use campaign::Campaign;
pub(crate) use campaign::statistics;
pub(crate) use columns::{absent, deviation, level, median, scale_of, table};
pub(crate) use details::{counted, details, details_of, scopes_of};
pub(crate) use notes::{Note, discarded, failure, leftovers, names, notes, undecided};
pub use order::{Order, ordered};
pub(crate) use speech::{said, speech};
pub(crate) use time::{Part, beside, parts, remarks, share, times, unsplit};
pub(crate) use timing::{Timing, timing};
