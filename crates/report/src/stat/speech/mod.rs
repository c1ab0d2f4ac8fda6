//! What the programs said of themselves: a table of their numbers, and lines of the rest.

mod lines;
mod provenance;
mod said;
mod table;

pub(crate) use lines::speech;
pub(crate) use table::said;
