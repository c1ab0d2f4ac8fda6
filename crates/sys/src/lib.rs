//! Safe, typed wrappers over operating-system calls.
//!
//! The only crate with `unsafe` code. It returns owned, typed values in native units and adds no
//! meaning: what a number says is decided in the crates above, what the kernel said is decided here.
#![allow(unsafe_code, reason = "this crate is the wall: every other crate denies unsafe code")]

pub mod clock;
pub mod file;
pub mod usage;
pub mod wait;
