//! Forms that other tools read.

mod bencher;
mod criterion;
mod go;
mod json_lines;
mod word;

pub use bencher::bencher;
pub use criterion::criterion;
pub use go::go;
pub use json_lines::json_lines;
