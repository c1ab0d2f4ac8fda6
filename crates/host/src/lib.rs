//! The machine around a run.
//!
//! What it is ([`facts`], read below a [`root`] so that any host can be emulated), what looking
//! [`costs`] on it, which programs
//! and files take part ([`program`], [`binary`], [`environment`]), how a program is launched, held,
//! watched and ended ([`launch`]), and where results go ([`destination`]).

#[cfg(unix)]
pub mod binary;
#[cfg(target_os = "linux")]
mod children;
pub mod costs;
#[cfg(unix)]
pub mod destination;
pub mod environment;
pub mod facts;
#[cfg(target_os = "linux")]
pub mod launch;
#[cfg(target_os = "linux")]
pub mod process;
pub mod program;
pub mod root;
