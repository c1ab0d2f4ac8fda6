//! One rule a file; each takes the tree and adds what it finds.

mod docs;
mod layers;
mod licences;
mod names;
mod os;
mod prints;
mod sizes;
mod sources;
mod unsafe_code;
mod words;

pub(crate) use docs::docs;
pub(crate) use layers::layers;
pub(crate) use licences::licences;
pub(crate) use names::names;
pub(crate) use os::os;
pub(crate) use prints::prints;
pub(crate) use sizes::sizes;
pub(crate) use sources::sources;
pub(crate) use unsafe_code::unsafe_code;
pub(crate) use words::words;
