//! The machine around a run.

pub mod facts;
pub mod root;
