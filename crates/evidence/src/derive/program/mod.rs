//! What the program of a case said of itself, over its runs.

mod metrics;
mod names;
mod outcome;
mod speech;
mod windows;
mod work;

pub(super) use metrics::summaries as metric_summaries;
pub(super) use outcome::{Claim, refuse_unlike};
pub(super) use speech::speech;
pub(crate) use windows::wall;
pub(super) use windows::windows;
