//! Derived fields.
