//! What kind of machine this is: facts that say whether two results may be compared, and facts
//! that explain them. Each is known, or absent with its reason.

mod cpuinfo;
mod fingerprint;
mod survey;

pub use survey::{is_virtual_machine, survey};

#[cfg(test)]
mod tests;
