//! What benchmarks say: a table for people, and the forms that other tools read.
//!
//! A benchmark is a case whose numbers are of one iteration. Every run is a process of its own and
//! gives one number, the median of its samples; a row's numbers are of these. A benchmark that is
//! compared has two cases, and one row.

mod details;
mod exchange;
mod facts;
mod header;
mod notes;
mod options;
mod page;
mod roster;
mod table;

pub(crate) use details::details;
pub use exchange::{bencher, criterion, go, json_lines};
pub(crate) use facts::facts;
pub(crate) use header::header;
pub(crate) use notes::notes;
pub use options::{BenchOptions, SortBy, SortKey, group_keys, sort_keys};
pub use page::bench_text;
pub(crate) use roster::{Entry, Roster, Side, Timed};
pub(crate) use table::whole_table;
