//! A root path.
