//! Reading evidence: every byte checked, every derived field rebuilt, every defect named.
//!
//! Validation goes in layers (the directory, checksums and manifest, JSON, content, what follows
//! from it), and a file that failed in one is not looked at in the next: one defect is one
//! finding. The bytes that are hashed are the bytes that are parsed; nothing is executed, followed
//! or written.

mod examination;
mod finding;
mod form;
mod json;
mod line_source;
mod listing;
mod manifest;
mod members;
mod program_lines;
mod rule;
mod run_lines;

pub(crate) use examination::examine;
pub use examination::validate;
pub use finding::Finding;
pub(crate) use finding::Findings;
pub(crate) use json::{parse, parse_file};
pub(crate) use members::{Content, Members};
pub(crate) use program_lines::ProgramLines;
pub use rule::Rule;
pub(crate) use run_lines::RunLines;

#[cfg(test)]
mod tests;
