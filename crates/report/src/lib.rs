//! Renders valid evidence and decisions; one file per format.
//!
//! Everything here is a pure function from data that was decided elsewhere to text: nothing prints,
//! nothing measures, nothing reads a clock, a file or an environment, and the same data gives the
//! same bytes. Words and numbers of strangers (names, reasons, output) reach a page only through
//! the types of [`escape`], which make them harmless there.

pub mod doctor;
pub mod escape;
pub mod exchange;
pub mod exit;
pub mod findings;
pub mod html;
pub mod json;
pub mod list;
pub mod markdown;
pub mod phrase;
pub mod quantity;
pub mod selftest;
pub mod table;
pub mod text;

mod bench;
mod stat;
mod wording;

pub use bench::{
    BenchOptions, SortBy, SortKey, bench_text, bencher, criterion, go, group_keys, json_lines,
    sort_keys,
};
pub use doctor::{Examination, catalog, catalog_json, doctor, doctor_json};
pub use escape::{Cell, Escaped, Field};
pub use exchange::{csv, hyperfine};
pub use exit::ExitCode;
pub use findings::findings;
pub use html::{Html, html};
pub use json::json;
pub use markdown::markdown;
pub use phrase::{Colour, Phrase};
pub use quantity::TimeUnit;
pub use stat::{Campaign, Order, ordered};
pub use table::Style;
pub use text::{TextOptions, text};

#[cfg(test)]
mod tests;
