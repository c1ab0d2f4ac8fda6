//! What the attribute's code calls. No part of the library: it changes without notice.

pub use probity_harness::registry::{
    Again, Case, Label, Listing, Pass, Problem, Registration, Returned, Variant, again, cases,
    find, package, pass, shown,
};
pub use probity_harness::{Bencher, Executable, Mode, inventory, main, target_features};
pub use std::clone::Clone;
pub use std::hint::black_box;
pub use std::iter::IntoIterator;
pub use std::option::Option::{None, Some};
pub use std::string::ToString;
pub use std::vec::Vec;
