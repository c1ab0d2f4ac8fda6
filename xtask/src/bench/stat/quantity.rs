//! What is compared, and what is aimed at.

/// What a row is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    /// CPU time of the tool for one more run, in microseconds.
    Cpu,
    /// Elapsed time that a run takes longer than the program alone, in microseconds.
    Elapsed,
    /// Peak memory of the tool, in MiB.
    Peak,
    /// From start to end with one run, in milliseconds.
    First,
    /// From start to end of `--version`, in milliseconds.
    Version,
    /// From kept evidence of many runs to its page, in milliseconds. The others have none.
    Page,
}

/// What ours is to be at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Aim {
    /// What the tool at this place has.
    Peer(usize),
    /// Less than this.
    Below(f64),
    /// There is none.
    Open,
}

impl Quantity {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Cpu => "CPU per run, µs",
            Self::Elapsed => "elapsed per run, µs",
            Self::Peak => "own peak memory, MiB",
            Self::First => "one run, ms",
            Self::Version => "--version, ms",
            Self::Page => "page of 10,000 runs, ms",
        }
    }

    pub(super) fn aim(self) -> Aim {
        match self {
            Self::Cpu => Aim::Peer(1),
            Self::Elapsed => Aim::Peer(2),
            Self::Peak => Aim::Below(20.0),
            Self::First => Aim::Open,
            Self::Version => Aim::Below(5.0),
            Self::Page => Aim::Below(1_000.0),
        }
    }
}
