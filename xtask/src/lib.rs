//! Chores of the workspace.
//!
//! [`tidy`] holds the rules that neither the compiler nor clippy knows; [`mod@bench`] runs the
//! built command against promises that need real programs and some time; [`test_pass`] runs the
//! test programs once more as an unprivileged user; [`bed`] runs them, and any command, in emulated
//! guests.

mod artifact;
pub mod bed;
pub mod bench;
mod scratch;
pub mod test_pass;
pub mod tidy;

#[cfg(test)]
mod tests;
