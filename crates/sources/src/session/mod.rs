//! A session: the sources of a selection, opened once, and windows bracketed with them.
//!
//! Start edges are taken from the last source of the table to the first, end edges from the first
//! to the last, so that each source's own work falls outside the windows of those before it. Of a
//! launched program the files are read while it is a zombie, then it is reaped, and what needs its
//! usage comes last; its wall time is timed by whoever releases and awaits it.

mod bracket;
mod opened;

pub use bracket::{Session, Started};
