//! Waiting for children.
