//! What the parsed files must say, each by itself and together.

mod campaign;
mod difference;
mod machine;
mod metrics;
mod observation;
mod parts;
mod runs;
mod speech;

pub(crate) use difference::difference;
pub(crate) use parts::Parts;
