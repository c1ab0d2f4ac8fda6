//! Counting on hot paths: how often, how much in all, how little at least.
//!
//! All is atomic and relaxed: the numbers are statistics, and order nothing else. Readings taken
//! while others write may be of different moments, by the updates under way.

mod count;
mod nothing;
mod timed;
mod totals;

pub use count::Count;
pub use nothing::{NoCount, NoTally, NoTotals};
pub use timed::Tally;
pub use totals::Totals;
