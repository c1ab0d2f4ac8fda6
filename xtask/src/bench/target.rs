//! The targets by name.

use super::outcome::Outcome;
use super::program::Program;
use super::{alarms, peak_memory, verdicts};
use crate::scratch::Scratch;
use std::path::Path;

/// A group of promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// How often a verdict is wrong, and how small a difference is found.
    Alarms,
    /// A real difference is found, and none where there is none.
    Verdicts,
    /// The peak memory of a program does not start at ours.
    Rss,
}

impl Target {
    /// By name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "alarms" => Some(Self::Alarms),
            "verdicts" => Some(Self::Verdicts),
            "rss" => Some(Self::Rss),
            _ => None,
        }
    }

    /// Builds the command and runs the target; `quick` takes fewer campaigns.
    ///
    /// # Errors
    /// When the command cannot be built or does not answer as documented; continues "failed to".
    pub fn run(self, workspace: &Path, quick: bool) -> Result<Outcome, String> {
        let program = Program::build(workspace)?;
        let scratch = Scratch::new()?;
        match self {
            Self::Alarms => alarms::run(&program, &scratch, alarms::Size::new(quick)),
            Self::Verdicts => verdicts::run(&program, &scratch, verdicts::Size::new(quick)),
            Self::Rss => peak_memory::run(&program, &scratch),
        }
    }
}
