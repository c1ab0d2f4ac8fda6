//! Writing evidence: a private directory that grows run by run and is published by one rename.
//!
//! A kill at any moment leaves what was published before, or nothing under the published name and
//! a staging directory beside it. That directory is locked for as long as its process lives, so the
//! next campaign of the same name can tell it is dead and removes it.

mod error;
mod journal;
mod notice;
mod sealing;
mod speech;
mod stale;
mod step;
mod workspace;

pub use error::{SealCause, SealError, StagingError};
pub use notice::Notice;
pub use sealing::Sealing;
pub(crate) use stale::doomed_name;
pub use step::{Action, Seam, Step};
pub use workspace::Staging;
