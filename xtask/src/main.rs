//! Chores and the tidy checks: `cargo xtask tidy`.

fn main() {}
