//! The instrument checked by itself, on the machine it is to measure.
//!
//! Each check is one file in `checks`. It has known work done, by a program that is measured like
//! any other or on its own thread, and holds what the instrument says against what that work must
//! come to. Where the machine lacks what a check needs, the check cannot tell, and says what is
//! lacking. What is taken from outside is behind [`Bench`]: a test puts an emulated machine there
//! that lies in one way, and sees the check for it fail.

mod bench;
mod checks;
#[cfg(target_os = "linux")]
mod live;
mod notes;
mod work;

pub use bench::{Bench, Observations, Station};
pub use checks::{CHECKS, Definition, check};
#[cfg(target_os = "linux")]
pub use live::Live;
pub use notes::{Notes, Ruling};
pub use work::{Place, WORK_ARGUMENT, Work};

#[cfg(test)]
mod tests;
