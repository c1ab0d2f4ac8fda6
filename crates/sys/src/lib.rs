//! Safe, typed wrappers over operating-system calls.
//!
//! The only crate with `unsafe` code. It returns owned, typed values in native units and adds no
//! meaning: what a number says is decided in the crates above; what the kernel said, here.
#![allow(unsafe_code, reason = "this crate is the wall: every other crate denies unsafe code")]

pub mod allocation;
#[cfg(target_os = "linux")]
mod channel;
pub mod clock;
pub mod counter;
#[cfg(unix)]
mod errno;
pub mod file;
pub mod kernel;
#[cfg(target_os = "linux")]
pub mod launch;
#[cfg(target_os = "linux")]
pub mod pidfd;
#[cfg(unix)]
pub mod process;
#[cfg(target_os = "linux")]
pub mod signal;
pub mod usage;
pub mod wait;
pub mod work;

#[cfg(target_os = "linux")]
pub use channel::{pipe, poll, socket};
pub use clock::ticks;
