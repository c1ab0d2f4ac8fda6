//! A tally that was compiled out.

/// The calls that count of [`Tally`](crate::Tally) and [`Count`](crate::Count), of no size and
/// without effect. There are no totals of it: what reports them goes under the same feature.
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
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NoTally;

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

    /// Does nothing.
    #[inline(always)]
    pub fn one(&self) {}
}
