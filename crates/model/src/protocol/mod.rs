//! What a program says of itself, line by line (`docs/spec/protocol.md`): the messages, and what
//! one line of untrusted bytes amounts to.

mod fields;
mod line;
mod message;
mod transcript;
mod variables;

pub use line::{Line, LineFault, Said, Unread, read_half_line, read_line, read_long_line};
pub use message::{CounterKind, Message, MessageKind};
pub use transcript::{Discarded, Entry, Heard, Record, Transcript};
pub use variables::{DESCRIPTOR_VARIABLE, NONCE_VARIABLE};

#[cfg(test)]
mod tests;
