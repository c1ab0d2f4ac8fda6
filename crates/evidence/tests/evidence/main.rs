//! Evidence as a user of the crate meets it: written, broken in every way, and read back.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::print_stdout, clippy::print_stderr, unreachable_pub)]

mod campaign;
mod fixtures;
mod integrity;
mod kills;
mod mutation;
mod mutations;
mod repository;
mod rules;
mod schemas;
mod shelf;
mod specimen;
