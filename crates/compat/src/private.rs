//! What the macros call. No part of the library: it changes without notice.

pub use crate::catalog::{Group, main};
pub use crate::session::target;
pub use probity_harness::{Executable, target_features};
