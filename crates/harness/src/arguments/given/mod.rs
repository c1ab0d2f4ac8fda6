//! What was given: words and variables, matched with the table of options.

mod line;
mod occurrence;
mod options;
mod rivals;

pub(crate) use line::Line;
pub(crate) use occurrence::{Content, Occurrence, Origin};
pub(crate) use options::Given;
pub(crate) use rivals::settle;
