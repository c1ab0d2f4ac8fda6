//! Creating, holding, watching and ending the programs we measure.
//!
//! Four processes take part. *We* measure and are the program's parent. The *creator*, a program of
//! a few pages, creates each program as our child ([`probity_sys::launch`] says why). The
//! *launcher* outlives us by a moment: when we die in any way it ends the program; where there is
//! no creator it creates the programs too. The *program* waits at a barrier until everything that
//! watches it is open.
//!
//! Trap: [`Launcher::start`] makes this process the reaper of orphaned descendants, so that those
//! which leave the program's group are still found. A child that this process starts meanwhile is
//! taken for one unless it stays in our group; in our group it is so too where the launcher was
//! started as exclusive. What is taken for one is reported as left behind, and ended.

mod channel;
mod creator;
mod drain;
mod heard;
mod kept;
mod launcher;
mod leftovers;
mod listener;
mod order;
mod program;
mod survivor;

pub use drain::Drain;
pub use kept::Tenure;
pub use launcher::{LaunchError, Launcher, LauncherCommand, Standard};
pub use listener::Listener;
pub use order::Order;
pub use program::{Ending, Pipes, Program};
pub use survivor::{LAUNCHER_ARGUMENT, serve};

#[cfg(test)]
mod tests;
