//! Files and directories, opened without following what strangers left there.
//!
//! A [`Directory`] is a descriptor: everything under it is reached from that descriptor and never
//! through a path that somebody can exchange meanwhile. Symbolic links are refused, a FIFO cannot
//! hang an open, nothing that exists is replaced, and a tree is removed only by descriptor.

mod directory;
#[cfg(target_os = "linux")]
mod memory;
mod names;
mod random;
mod status;

#[cfg(not(unix))]
mod absent;
#[cfg(not(unix))]
use absent as body;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod unix;
#[cfg(unix)]
use unix as body;

#[cfg(not(unix))]
pub use absent::{terminal_columns, terminal_rows};
pub use body::{effective_user, set_mode};
pub use directory::Directory;
#[cfg(target_os = "linux")]
pub use memory::in_memory;
#[cfg(target_os = "linux")]
pub(crate) use memory::nameless;
pub use names::Names;
pub use random::random_bytes;
pub use status::{EntryKind, Status};
#[cfg(unix)]
pub use terminal::{terminal_columns, terminal_rows};

#[cfg(all(test, unix))]
mod tests;
