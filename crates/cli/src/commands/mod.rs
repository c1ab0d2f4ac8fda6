//! One file per command.

pub(crate) mod doctor;
pub(crate) mod launcher;
pub(crate) mod list;
pub(crate) mod metrics;
pub(crate) mod report;
pub(crate) mod selftest;
pub(crate) mod stat;
pub(crate) mod validate;
