//! The targets by name.

use super::outcome::Outcome;
use super::program::Program;
use super::{alarms, calls, counters, marker, peak_memory, stat, verdicts};
use crate::scratch::Scratch;
use std::path::Path;

/// A group of promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// How often a verdict is wrong, and how small a difference is found.
    Alarms,
    /// What bracketing a program with counters costs.
    Counters,
    /// What the marker costs a program that links it.
    Marker,
    /// A real difference is found, and none where there is none.
    Verdicts,
    /// The peak memory of a program does not start at ours.
    Rss,
    /// What measuring costs, beside what it costs with others.
    Stat,
    /// What counting system calls costs a program, beside strace and perf.
    SystemCalls,
}

impl Target {
    /// By name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "alarms" => Some(Self::Alarms),
            "counters" => Some(Self::Counters),
            "marker" => Some(Self::Marker),
            "verdicts" => Some(Self::Verdicts),
            "rss" => Some(Self::Rss),
            "stat" => Some(Self::Stat),
            "syscalls" => Some(Self::SystemCalls),
            _ => None,
        }
    }

    /// Whether what it prints are promises, of which none may be missed, rather than aims.
    #[must_use]
    pub fn promises(self) -> bool {
        !matches!(self, Self::Stat | Self::SystemCalls)
    }

    /// Builds what it needs and runs the target; `quick` takes fewer campaigns or
    /// rounds.
    ///
    /// # Errors
    /// When the command cannot be built or does not answer as documented; continues "failed to".
    pub fn run(self, workspace: &Path, quick: bool) -> Result<Outcome, String> {
        let program = || Program::build(workspace);
        let scratch = Scratch::new()?;
        match self {
            Self::Alarms => alarms::run(&program()?, &scratch, alarms::Size::new(quick)),
            Self::Counters => counters::run(workspace, &scratch, quick),
            Self::Marker => marker::run(workspace, quick),
            Self::Verdicts => verdicts::run(&program()?, &scratch, verdicts::Size::new(quick)),
            Self::Rss => peak_memory::run(&program()?, &scratch),
            Self::Stat => stat::run(&program()?, &scratch, quick),
            Self::SystemCalls => calls::run(&program()?, &scratch, quick),
        }
    }
}
