//! Regular expressions over names, where the executable was built with them.

#[cfg(feature = "regex")]
mod given;
#[cfg(any(test, not(feature = "regex")))]
mod lacking;

#[cfg(feature = "regex")]
pub(super) use given::Pattern;
#[cfg(not(feature = "regex"))]
pub(super) use lacking::Pattern;
