//! Measuring one whole program, once.
//!
//! A [`Capture`] holds a launcher and an open session of sources. [`Capture::run`] brings a program
//! to its barrier, takes the first edge, releases it, watches it, takes the last edge while it is a
//! zombie, reaps it, and ends what it left behind. [`Capture::hook`] runs a shell command around
//! such runs, unmeasured. What the numbers mean is decided elsewhere.

#[cfg(target_os = "linux")]
mod capture;
#[cfg(target_os = "linux")]
mod environment;
mod error;
#[cfg(target_os = "linux")]
mod hook;
#[cfg(target_os = "linux")]
mod streams;
mod target;

#[cfg(target_os = "linux")]
pub use capture::Capture;
pub use error::CaptureError;
#[cfg(target_os = "linux")]
pub use hook::{Hook, HookEnd};
pub use target::{Captured, Target};
