//! The command line of a bench executable: arguments and environment in, a request out.
//!
//! Pure: nothing here prints, exits, reads a file or starts a process. Three kinds of callers speak
//! to a bench executable: cargo, which adds `--bench` where it wants to measure; nextest, which
//! lists and then runs one benchmark at a time; and people, who bring flags of libtest, criterion
//! and divan along. So every flag of libtest is known here, and the flags of the others either do
//! what they did there or say in one line what they do not.
//!
//! One table of options (`option`) drives reading, the environment and the help.

mod command;
mod error;
mod filter;
mod given;
mod help;
mod libtest;
mod mode;
mod notices;
mod option;
mod pattern;
mod request;
mod spelling;
mod value;

pub use command::{Command, ListOptions, parse};
pub use error::UsageError;
pub use filter::{Fate, Filter};
pub use help::UNRECOGNIZED_OPTION;
pub use libtest::{Outcome, Progress, Tally, TestFailure, list_pretty, list_terse};
pub use mode::Mode;
pub use request::{
    BaselineUse, Color, Comparing, Effort, FailOn, LibtestFormat, Metrics, Options, Order, Output,
    OutputFormat, RowKey, RowOrder, Threads, Throughput, Timer,
};
pub use value::{BaselineName, Fraction};

#[cfg(test)]
mod tests;
