//! Readings at the two edges of a window, and how two of them become one value.

use crate::context::{Context, Subject};
use probity_model::{Absence, Aggregation, Cause, Nanoseconds};
use probity_sys::usage::Usage;
use std::borrow::Cow;

/// How a source is read while a window is open. The list is closed, sources are open: streams
/// (drained from a ring) and collectors (outside tools) are the other shapes there can be.
pub(crate) enum Reader {
    /// Totals are read at both edges and subtracted.
    Snapshot(Box<dyn Snapshot>),
    /// Something is opened for one window, read at both edges, and closed.
    Bracket(Box<dyn Bracket>),
}

/// A reader of totals.
pub(crate) trait Snapshot: Send + Sync {
    /// Reads the totals at `edge` into `into`, one place per metric of the source, in its order.
    fn read(&self, edge: &Edge<'_>, into: &mut [Reading]);

    /// Called right before a program is reaped, with what its zombie gave. What this returns is
    /// called right after, for what only the reaping can tell. Few sources need it.
    fn before_reaping(&self, _: &Edge<'_>, _zombie: &[Reading]) -> Option<AfterReaping> {
        None
    }
}

/// A reader that has to be armed for each window. Several can be armed at once.
pub(crate) trait Bracket: Send + Sync {
    /// Arms it for the subject of `edge` and reads it there, into one place per metric.
    fn arm(&self, edge: &Edge<'_>, start: &mut [Reading]) -> Box<dyn Armed>;
}

/// What is armed for one window. Dropping it disarms it.
pub(crate) trait Armed: Send + Sync {
    /// Reads it at the window's end. A place whose start could not be had is left alone.
    fn close(self: Box<Self>, edge: &Edge<'_>, end: &mut [Reading]);
}

/// Completes the readings of a program that has just been reaped.
pub(crate) type AfterReaping = Box<dyn FnOnce(&Edge<'_>, &mut [Reading])>;

/// Which end of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Start,
    End,
}

/// One end of a window, with what was handed in for it.
pub(crate) struct Edge<'a> {
    pub(crate) context: &'a Context,
    pub(crate) subject: Subject,
    pub(crate) side: Side,
    /// Which of the parts is read, where all cannot be read at once: those of one window are as
    /// many as the source makes of them, and its turn counts on without end.
    pub(crate) turn: u64,
    /// Which of several programs is measured, where there are several.
    pub(crate) program: u64,
    /// The time of the edge, where somebody else has taken it.
    pub(crate) moment: Option<Nanoseconds>,
    /// The program's usage at the barrier or at its reaping.
    pub(crate) usage: Option<Usage>,
}

/// What reading one metric at one edge gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Nobody has read it yet.
    #[default]
    NotTaken,
    /// The total, in the metric's unit.
    Total(u64),
    /// The total, with what is to be said of it.
    TotalBy(u64, Stated),
    /// It could not be had.
    Missing(Absence),
    /// It makes no sense here; why.
    Inapplicable(&'static str),
}

/// What is to be said of a total besides what the descriptor says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stated {
    /// Where it was read, if not where the descriptor says.
    pub(crate) reads: Option<Cow<'static, str>>,
    /// How long it was enabled and how long it counted, in nanoseconds, if it is an estimate.
    pub(crate) times: Option<[u64; 2]>,
}

impl Stated {
    /// It was read there.
    pub(crate) fn by(reads: impl Into<Cow<'static, str>>) -> Self {
        Self { reads: Some(reads.into()), times: None }
    }
}

/// What two readings say together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The value, and what is to be said of it.
    Value(u64, Stated),
    Missing(Absence),
    Inapplicable(&'static str),
}

impl Reading {
    /// The total, or what stands in its place.
    fn settled(&self) -> Result<u64, Outcome> {
        match self {
            Self::Total(total) | Self::TotalBy(total, _) => Ok(*total),
            Self::Missing(absence) => Err(Outcome::Missing(absence.clone())),
            Self::Inapplicable(reason) => Err(Outcome::Inapplicable(reason)),
            Self::NotTaken => {
                Err(Outcome::Missing(Absence::new(Cause::Lost, "one edge was never read")))
            }
        }
    }

    fn stated(&self) -> Stated {
        match self {
            Self::TotalBy(_, stated) => stated.clone(),
            _ => Stated::default(),
        }
    }
}

impl From<Result<u64, Absence>> for Reading {
    fn from(read: Result<u64, Absence>) -> Self {
        match read {
            Ok(total) => Self::Total(total),
            Err(absence) => Self::Missing(absence),
        }
    }
}

/// Turns the readings of a window into its value, by what the metric declares: a delta is end minus
/// start and must not be negative (`reads` names what was
/// read); a boundary value is the end's reading, whatever the start was.
pub(crate) fn combine(
    aggregation: Aggregation,
    reads: &str,
    start: &Reading,
    end: &Reading,
) -> Outcome {
    let difference = || match aggregation {
        Aggregation::Boundary => end.settled(),
        Aggregation::Delta => {
            let (start, end) = (start.settled()?, end.settled()?);
            end.checked_sub(start).ok_or_else(|| {
                let reason = format!("{reads} went back from {start} to {end}, and can only grow");
                Outcome::Missing(Absence::new(Cause::Implausible, reason))
            })
        }
    };
    match difference() {
        Ok(value) => Outcome::Value(value, end.stated()),
        Err(outcome) => outcome,
    }
}
