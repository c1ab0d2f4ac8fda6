//! The timing engine: calls measured code so many times inside brackets, and says what came of it.
//!
//! It has no file and no stream: a pass is a `Record`, plain data. Values in nanoseconds come only
//! of `estimate`, by arithmetic that whoever reads the record can do again.

mod body;
mod bracket;
mod clock;
mod counting;
mod estimate;
mod frequency;
mod overhead;
mod precision;
mod record;
mod sampling;
mod warm_up;

pub(crate) use body::{Body, Loop, Sampled};
pub use bracket::{Bracket, Sample};
pub(crate) use bracket::{NoBracket, Stopwatch};
pub use clock::{Clock, ClockChoice, choose};
pub(crate) use counting::run as count;
pub use counting::{Counted, CountingEffort};
pub use estimate::{samples, summary};
pub use overhead::{Cost, Overhead};
pub use record::{ClockFacts, Ended, NoRecord, Record, Shape};
pub use sampling::{Effort, run};

#[cfg(test)]
mod tests;
