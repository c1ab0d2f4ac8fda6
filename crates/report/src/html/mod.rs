//! The page for a browser: one file that needs no script, no network and no other file.
//!
//! Everything on it is put together by [`markup`], in which the text of a stranger has one way in.
//! The drawings are our own SVG, made of the same numbers as the tables beside them.

mod benchmarks;
mod circumstances;
mod commands;
mod headline;
pub mod markup;
mod metrics;
mod page;
mod plot;
mod policy;
mod ratios;
mod reproduction;
mod tables;
mod time;

pub use markup::Html;
pub use page::html;

#[cfg(test)]
mod tests;
