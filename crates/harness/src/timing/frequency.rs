//! How long a tick is: readings of a clock beside readings of the operating system's.

use super::clock::{Clock, NANOSECONDS_HZ};
use probity_sys::clock::monotonic_ns;

/// How many readings are tried for the tightest one.
const ATTEMPTS: usize = 9;
/// The first two readings are at least so far apart, in nanoseconds: reading both clocks is off by
/// some 20 ns, so 10 millionths of it.
pub(super) const START_NS: u64 = 2_000_000;
/// What the rate of the start and the rate of the whole pass may differ by: a thousandth. The
/// readings err by far less; the kernel slews its clock by half of it at most (adjtimex(2)), and a
/// counter that is found at a wrong rate is off by a multiple (divan#23).
const TOLERANCE: u64 = 1_000;

/// Both clocks at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Anchor {
    ticks: u64,
    ns: u64,
}

impl Anchor {
    /// The moment that was read in the shortest time, of several.
    pub(super) fn take(clock: Clock) -> Self {
        let mut best: Option<(u64, Self)> = None;
        for _ in 0..ATTEMPTS {
            let before = clock.start();
            let ns = monotonic_ns();
            let width = clock.end().saturating_sub(before);
            if best.is_none_or(|(least, _)| width < least) {
                best = Some((width, Self { ticks: before + width / 2, ns }));
            }
        }
        best.map_or(Self { ticks: 0, ns: 0 }, |(_, anchor)| anchor)
    }

    /// The next one, at least [`START_NS`] after this one.
    pub(super) fn next(self, clock: Clock) -> Self {
        while monotonic_ns().saturating_sub(self.ns) < START_NS {
            std::hint::spin_loop();
        }
        Self::take(clock)
    }

    /// Ticks in a second from here to `later`, to the nearest; none where one of the clocks did not
    /// go on.
    pub(super) fn hz(self, later: Self) -> Option<u64> {
        let ticks = u128::from(later.ticks.checked_sub(self.ticks)?);
        let ns = u128::from(later.ns.checked_sub(self.ns).filter(|&ns| ns > 0)?);
        let hz = (ticks * u128::from(NANOSECONDS_HZ) + ns / 2) / ns;
        u64::try_from(hz).ok().filter(|&hz| hz > 0)
    }

    /// Any two moments.
    #[cfg(test)]
    pub(super) fn of(ticks: u64, ns: u64) -> Self {
        Self { ticks, ns }
    }
}

/// Whether two rates differ by more than a thousandth of the second.
pub(super) fn disagree(start_hz: u64, hz: u64) -> bool {
    start_hz.abs_diff(hz) > hz / TOLERANCE
}
