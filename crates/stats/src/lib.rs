//! The numbers: summaries, quantiles, dispersion, intervals, paired differences, seeded block
//! plans.
//!
//! Everything derived from runs is computed again on other machines and compared byte for byte.
//! So nothing here calls a function whose last bit may differ between platforms: only the four
//! basic operations and the square root, which IEEE 754 rounds exactly, in one written order.

mod dispersion;
mod family;
mod generator;
mod halves;
mod iteration;
mod ordered;
mod plan;
mod probability;
mod quantile;
mod sign_test;

pub use dispersion::{mean, rsd, standard_deviation};
pub use family::{Step, blocks_required, holm};
pub use generator::SplitMix64;
pub use halves::Halves;
pub use iteration::{PerIteration, Samples};
pub use ordered::{Ordered, TooFew};
pub use plan::BlockPlan;
pub use probability::Probability;
pub use quantile::Quantile;
pub use sign_test::{Ranks, Signs, interval_ranks};

#[cfg(test)]
mod tests;
