//! What a pass is for.

use crate::timing::{Bracket, ClockChoice, CountingEffort, Effort};

/// What is done with measured code.
pub enum Mode {
    /// It is called exactly once and nothing is measured, as `cargo test` wants it.
    Once,
    /// It is timed.
    Timing {
        /// How much is spent on it.
        effort: Effort,
        /// By which clock.
        clock: ClockChoice,
    },
    /// Batches of it are put in brackets, and nothing is timed.
    Counting {
        /// How much is spent on it.
        effort: CountingEffort,
        /// What begins and ends around each batch. Whoever wants to read it afterwards keeps a
        /// hold of what it writes to.
        bracket: Box<dyn Bracket>,
    },
}

impl std::fmt::Debug for Mode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Once => f.write_str("Once"),
            Self::Timing { effort, clock } => {
                f.debug_struct("Timing").field("effort", effort).field("clock", clock).finish()
            }
            Self::Counting { effort, .. } => {
                f.debug_struct("Counting").field("effort", effort).finish_non_exhaustive()
            }
        }
    }
}
