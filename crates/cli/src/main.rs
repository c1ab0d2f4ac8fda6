//! The command `probity`.

fn main() {}
