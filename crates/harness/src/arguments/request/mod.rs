//! What is asked for, in types that cannot contradict themselves.

mod comparing;
mod effort;
mod metrics;
mod options;
mod output;
mod throughput;

pub use comparing::{BaselineUse, Comparing, FailOn};
pub use effort::{Effort, Order, Threads, Timer};
pub use metrics::Metrics;
pub use options::Options;
pub use output::{Color, LibtestFormat, Output, OutputFormat, RowKey, RowOrder};
pub use throughput::Throughput;
