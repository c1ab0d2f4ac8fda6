//! Tallies and counts that were compiled out: of no size, and every call is nothing.

use crate::{Message, Totals};
use core::fmt;

/// A [`Tally`](crate::Tally) that was compiled out: the same calls, of no size and without effect.
///
/// A program chooses under a feature of its own, so that no other program's choice reaches it:
///
/// ```
/// #[cfg(feature = "tally")]
/// type Tally = probity_marker::Tally;
/// #[cfg(not(feature = "tally"))]
/// type Tally = probity_marker::NoTally;
///
/// static PARSED: Tally = Tally::new("parse", "ns");
/// PARSED.add(120);
/// # #[cfg(feature = "std")]
/// probity_marker::tally(&PARSED.totals());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NoTally;

/// A [`Count`](crate::Count) that was compiled out.
#[derive(Clone, Copy, Debug)]
pub struct NoCount;

/// The totals of what was compiled out. There are none, which is not the same as 0: no message is
/// said, the text is empty, and there are no fields; what reads those of [`Totals`] goes under the
/// same feature as the tally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoTotals;

impl NoTally {
    /// Nothing.
    pub const fn new(_name: &'static str, _unit: &'static str) -> Self {
        Self
    }

    /// Does nothing.
    #[inline(always)]
    pub fn add(&self, _value: u64) {}

    /// Does nothing.
    #[inline(always)]
    pub fn between(&self, _start: u64, _end: u64) {}

    /// There are none.
    #[inline(always)]
    pub fn totals(&self) -> NoTotals {
        NoTotals
    }
}

impl NoCount {
    /// Nothing.
    pub const fn new(_name: &'static str) -> Self {
        Self
    }

    /// Does nothing.
    #[inline(always)]
    pub fn one(&self) {}

    /// There are none.
    #[inline(always)]
    pub fn totals(&self) -> NoTotals {
        NoTotals
    }
}

impl NoTotals {
    /// Says nothing.
    #[inline(always)]
    pub fn say(&self, _say: impl FnMut(&Message<'_>)) {}
}

/// Empty.
impl fmt::Display for NoTotals {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

/// So that what takes totals where there are any takes these, too.
impl<'a> From<&'a NoTotals> for Option<&'a Totals> {
    fn from(_none: &'a NoTotals) -> Self {
        None
    }
}
