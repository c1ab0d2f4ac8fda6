//! How much a counter that begins anew has grown, or why that cannot be told.

use probity_model::{Absence, Cause};

/// The counters move about once a millisecond (Intel's manual, volume 3B, section on RAPL): in a
/// shorter window the steps at its ends are a fifth of it and more.
const SHORTEST_NS: u64 = 5_000_000;
/// A package that takes no energy for so long does not count.
const STILL_NS: u64 = 100_000_000;
/// Time by which a window may seem shorter than what its readings span: they are of the last step,
/// and reading them takes time.
const SLACK_NS: u64 = 10_000_000;

/// What is known of a counter before it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The largest reading before it begins anew, in microjoules.
    pub(super) range_uj: u64,
    /// More power than it can ever count, in microwatts.
    pub(super) ceiling_uw: u64,
    /// Whether it stands for something that always takes energy.
    pub(super) is_always_moving: bool,
}

impl Bounds {
    /// From `start` to `end`, both read from `name`, in so many nanoseconds. A fall is one turn,
    /// which is counted short by one step of the counter (61 µJ and less on most CPUs).
    pub(super) fn grown(
        self,
        name: &str,
        [start, end]: [u64; 2],
        elapsed_ns: u64,
    ) -> Result<u64, Absence> {
        let implausible = |reason| Err(Absence::new(Cause::Implausible, reason));
        if elapsed_ns < SHORTEST_NS {
            // Without the time itself: runs with one reason share its words.
            let reason = "the window is shorter than 5 ms, and energy counters move about once a \
                          millisecond";
            let absence = Absence::new(Cause::WindowTooShort, reason);
            return Err(absence.with_remedy("measure a command that runs for longer"));
        }
        if start.max(end) > self.range_uj {
            return implausible(format!("{name} reads more than its own max_energy_range_uj"));
        }
        let most = self.most_uj(elapsed_ns);
        let grown = end.checked_sub(start).unwrap_or_else(|| self.range_uj - start + end);
        if u128::from(grown) > most {
            let how = if end < start { "fell further than one turn explains" } else { "rose" };
            return implausible(format!("{name} {how}: it would be more power than is possible"));
        }
        if u128::from(grown) + u128::from(self.range_uj) <= most {
            let reason = format!(
                "{name} may have begun anew more than once: it holds {} J, and the window is long",
                self.range_uj / 1_000_000
            );
            return Err(Absence::new(Cause::Lost, reason));
        }
        if grown == 0 && self.is_always_moving && elapsed_ns >= STILL_NS {
            return implausible(format!("{name} stood still: it is present, and does not count"));
        }
        Ok(grown)
    }

    /// More energy than it can have counted in so much time.
    fn most_uj(self, elapsed_ns: u64) -> u128 {
        let time = u128::from(elapsed_ns) + u128::from(SLACK_NS);
        u128::from(self.ceiling_uw).saturating_mul(time) / 1_000_000_000
    }
}
