//! What tests stand on: skips with a reason, scratch directories, marked processes, and the built
//! command.
//!
//! Used from `tests/` folders only: a dev-dependency cycle would give a crate's unit tests two
//! copies of its types.

mod command;
mod processes;
mod scratch;
mod skip;

pub use command::{Finished, Tool, finish};
pub use processes::{eventually, has_program, marked};
pub use scratch::{Scratch, state_of};
pub use skip::{is_root, skip_unless};
