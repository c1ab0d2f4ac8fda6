//! The table of options.

mod entry;
mod table;

pub(crate) mod comparing;
pub(crate) mod effort;
pub(crate) mod familiar;
pub(crate) mod metrics;
pub(crate) mod output;
pub(crate) mod selection;

pub(crate) use entry::{Entry, Takes};
pub(crate) use table::{SECTIONS, entries, is_of_measuring, long, short};
