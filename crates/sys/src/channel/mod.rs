//! What processes talk through, and waiting for it.

pub mod pipe;
pub mod poll;
pub mod socket;
