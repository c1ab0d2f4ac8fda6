//! The planned order.
