//! Creating, holding, watching and ending the programs we measure.
//!
//! Three processes take part. *We* measure and are the program's parent. The *launcher* is a small
//! helper that creates each program as our child ([`probity_sys::launch`] says why) and outlives
//! us by a moment: when we die in any way it ends the program. The *program* waits at a barrier
//! until everything that watches it is open.
//!
//! Trap: [`Launcher::start`] makes this process the reaper of orphaned descendants, so that those
//! which leave the program's group are still found. A process that starts children of its own while
//! a [`Launcher`] is there would see them reported as left behind, and ended.

mod drain;
mod kept;
mod launcher;
mod leftovers;
mod order;
mod program;
mod survivor;

pub use drain::Drain;
pub use kept::Tenure;
pub use launcher::{LaunchError, Launcher, LauncherCommand, Standard};
pub use order::Order;
pub use program::{Ending, Program};
pub use survivor::{LAUNCHER_ARGUMENT, serve};

#[cfg(test)]
mod tests;
