//! Counters of the calling thread as one group: switched by one call, read by one call, and where
//! the CPU and the kernel permit it read by no call at all.
//!
//! This is what a window inside a process is bracketed with. Nothing here is inherited: such
//! counters cannot be mapped (`perf_mmap` in kernel/events/core.c answers `EINVAL`; seen on Linux
//! 6.18), and a [`Members`] has no field to ask for it.

mod instant;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod mapping;
mod members;
#[cfg(any(target_os = "linux", test))]
mod page;
#[cfg(target_os = "linux")]
mod registers;

pub use instant::NotNow;
#[cfg(target_os = "linux")]
pub(crate) use linux::open;
pub use members::{Group, Members, Times};

#[cfg(test)]
mod tests;
