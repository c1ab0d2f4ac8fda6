//! What a program says of itself, line by line (`docs/spec/protocol.md`): the messages, and what
//! one line of untrusted bytes amounts to.

mod fields;
mod line;
mod message;

pub use line::{Line, LineFault, Said, Unread, read_line};
pub use message::{CounterKind, Message, MessageKind};

#[cfg(test)]
mod tests;
