//! The targets by name.

use super::options::Options;
use super::outcome::Outcome;
use super::program::Program;
use super::{aa, alarms, calls, counters, harness, marker, peak_memory, stat, verdicts};
use crate::scratch::Scratch;
use std::path::Path;

/// A group of promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// How often a benchmark is called different from its baseline, with and without a difference.
    Aa,
    /// How often a verdict is wrong, and how small a difference is found.
    Alarms,
    /// What bracketing a program with counters costs.
    Counters,
    /// What measuring benchmarks costs, and how true it is, beside criterion and divan.
    Harness,
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
            "aa" => Some(Self::Aa),
            "alarms" => Some(Self::Alarms),
            "counters" => Some(Self::Counters),
            "harness" => Some(Self::Harness),
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
        !matches!(self, Self::Stat | Self::SystemCalls | Self::Harness)
    }

    /// Builds what it needs and runs the target; `tell` hears of what takes long.
    ///
    /// # Errors
    /// When the command cannot be built or does not answer as documented; continues "failed to".
    pub fn run(
        self,
        workspace: &Path,
        options: &Options,
        tell: &dyn Fn(&str),
    ) -> Result<Outcome, String> {
        let quick = options.quick;
        let program = || Program::build(workspace);
        let scratch = Scratch::new()?;
        match self {
            Self::Aa => aa::run(workspace, &scratch, options, tell),
            Self::Alarms => alarms::run(&program()?, &scratch, alarms::Size::new(quick)),
            Self::Counters => counters::run(workspace, &scratch, quick),
            Self::Harness => harness::run(workspace, &scratch, quick, tell),
            Self::Marker => marker::run(workspace, quick),
            Self::Verdicts => verdicts::run(&program()?, &scratch, verdicts::Size::new(quick)),
            Self::Rss => peak_memory::run(&program()?, &scratch),
            Self::Stat => stat::run(&program()?, &scratch, quick),
            Self::SystemCalls => calls::run(&program()?, &scratch, quick),
        }
    }
}
