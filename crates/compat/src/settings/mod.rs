//! What `Criterion` and its groups are told of how to measure.

mod plots;
mod sampling;
mod throughput;
mod wishes;

pub use plots::{AxisScale, PlotConfiguration, PlottingBackend};
pub use sampling::SamplingMode;
pub use throughput::Throughput;
pub(crate) use wishes::Wishes;

#[cfg(test)]
mod tests;
