//! The machine around a run.
//!
//! What it is ([`facts`], read below a [`root`] so that any host can be emulated), which programs
//! and files take part ([`program`], [`binary`], [`environment`]), and how a program is launched,
//! held, watched and ended ([`launch`]).

#[cfg(unix)]
pub mod binary;
#[cfg(target_os = "linux")]
mod children;
pub mod environment;
pub mod facts;
#[cfg(target_os = "linux")]
pub mod launch;
#[cfg(target_os = "linux")]
pub mod process;
pub mod program;
pub mod root;
