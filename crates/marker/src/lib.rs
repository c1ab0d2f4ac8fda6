//! What a measured program says of itself: phases, windows, work, checksums, counters.
//!
//! A parent that reads the protocol gives a program a pipe and a nonce in its environment, and the
//! program writes one JSON line for each thing it has to say;
//! `docs/spec/protocol.md` is the protocol. Without them every call is nothing but one relaxed load
//! of an atomic.
//!
//! ```
//! probity_marker::ready();
//! {
//!     let _window = probity_marker::window("scan");
//!     // The work that is measured.
//! }
//! probity_marker::work("rows", 1000);
//! probity_marker::checksum("9e107d9d");
//! ```
//!
//! Without the feature `std` what is left needs neither a system nor an allocator: [`Message`]
//! builds a line in the caller's buffer, [`Tally`] and [`Count`] count on hot paths.
//!
//! The pipe is opened where the system has `/proc/self/fd`; elsewhere every call is without effect.
//!
//! Nothing here panics, prints or ends the program. A write waits while the pipe is full, as every
//! write to a pipe does; the reader goes on reading until the end, so it does not wait for ever.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

mod line;
mod message;
mod number;
mod tally;

#[cfg(feature = "std")]
mod calls;
#[cfg(feature = "std")]
mod pipe;
#[cfg(feature = "std")]
mod window;

/// Its example is compiled and run as a test.
#[cfg(all(doctest, feature = "std"))]
mod readme;

pub use line::{LINE_BYTES, Refusal};
pub use message::{Message, PROTOCOL};
pub use number::{Kind, Number};
pub use tally::{Count, NoCount, NoTally, NoTotals, Tally, Totals};

#[cfg(feature = "std")]
pub use calls::{
    checksum, counter, error, identify, is_connected, phase, provenance, ready, result, send,
    tally, work,
};
#[cfg(feature = "std")]
pub use pipe::Outcome;
#[cfg(feature = "std")]
pub use window::{Window, window};

#[cfg(test)]
mod tests;
