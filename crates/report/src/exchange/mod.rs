//! Forms that other programs read: spreadsheets, and scripts that know hyperfine.

mod csv;
mod hyperfine;

pub use csv::csv;
pub use hyperfine::hyperfine;
