//! Creating the programs that are measured, as children of our own parent.

pub mod creator;
pub mod image;
mod sibling;

pub use sibling::{REPORT_BYTES, Report, SPEECH_DESCRIPTOR, Step, Wiring, create};
