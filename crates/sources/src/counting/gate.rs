//! Whether what a counter says is all that happened.

use super::circumstances::Circumstances;
use probity_model::{Absence, Cause};
use probity_sys::counter::Count;

/// What a counter says at the end of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Admitted {
    /// Its total: what it had at the start and what the window brought.
    pub(crate) total: u64,
    /// How long it was enabled and how long it counted in the window, in nanoseconds, where what
    /// the window brought is estimated from that.
    pub(crate) times: Option<[u64; 2]>,
}

/// What is known of a counter besides its counts.
pub(crate) struct Standing<'a> {
    /// Whether a program that ran can have had none of it.
    pub(crate) can_be_zero: bool,
    /// Whether charges and counts of the program agree, see [`super::shortfall`].
    pub(crate) accounted: &'a Result<(), Absence>,
    /// Whether it stood still over known work.
    pub(crate) stood_still: bool,
    /// Whether an estimate is asked for where it counted for a part of the time.
    pub(crate) is_estimating: bool,
}

/// A counter that was on the hardware for less than this, in nanoseconds, says too little of the
/// rest: a slice of 0.58 ms was seen to need a factor of 5.7, and to be the noisiest.
const SHORTEST_NS: u64 = 1_000_000;

/// The counter's total at the end, where the counter missed nothing between the edges, or what it
/// would be if the time that it missed was like the time it saw.
pub(crate) fn admit(
    [start, end]: [Count; 2],
    standing: &Standing<'_>,
    circumstances: &Circumstances,
) -> Result<Admitted, Absence> {
    let since = |end: u64, start: u64| {
        end.checked_sub(start).ok_or_else(|| {
            Absence::new(Cause::Implausible, "the counter's own times went backwards")
        })
    };
    let enabled = since(end.enabled_ns, start.enabled_ns)?;
    let running = since(end.running_ns, start.running_ns)?;
    if enabled == 0 {
        return Err(Absence::new(
            Cause::Lost,
            "the counter was never switched on: the program ended before its exec",
        ));
    }
    standing.accounted.clone()?;
    if running > enabled {
        let reason = "the counter ran for longer than it was switched on";
        return Err(Absence::new(Cause::Implausible, reason));
    }
    if running == 0 {
        return Err(circumstances.crowded(Cause::NeverScheduled, "it was never on the hardware"));
    }
    let is_whole = running == enabled;
    if !is_whole && !standing.is_estimating {
        return Err(circumstances.crowded(Cause::Busy, &share([enabled, running])));
    }
    if !is_whole && running < SHORTEST_NS {
        let share = share([enabled, running]);
        let reason = format!("{share} and for less than 1 ms, too short for an estimate");
        return Err(circumstances.crowded(Cause::WindowTooShort, &reason));
    }
    if end.value == start.value {
        alive(standing)?;
    }
    match is_whole {
        true => Ok(Admitted { total: end.value, times: None }),
        false => estimated([start, end], [enabled, running]),
    }
}

/// That a counter which counted nothing may have had nothing to count.
fn alive(standing: &Standing<'_>) -> Result<(), Absence> {
    let dead = match (standing.can_be_zero, standing.stood_still) {
        (true, false) => return Ok(()),
        (false, _) => "it ran and counted nothing, which no program can do: present but dead",
        (true, true) => {
            "it ran and counted nothing, neither here nor over known work: present but dead, or \
             nothing of it ever happens"
        }
    };
    Err(Absence::new(Cause::Implausible, dead))
}

/// How long it counted, in words.
fn share([enabled, running]: [u64; 2]) -> String {
    let share = match u128::from(running) * 100 / u128::from(enabled) {
        0 => "less than 1 %".to_owned(),
        percent => format!("{percent} %"),
    };
    format!("it was on the hardware for {share} of the time")
}

fn estimated([start, end]: [Count; 2], [enabled, running]: [u64; 2]) -> Result<Admitted, Absence> {
    let counted = end
        .value
        .checked_sub(start.value)
        .ok_or_else(|| Absence::new(Cause::Implausible, "the counter went backwards"))?;
    // The ratio is not rounded; the result is, to a whole event.
    let scaled =
        (u128::from(counted) * u128::from(enabled) + u128::from(running) / 2) / u128::from(running);
    let total = u64::try_from(scaled).ok().and_then(|scaled| start.value.checked_add(scaled));
    total
        .map(|total| Admitted { total, times: Some([enabled, running]) })
        .ok_or_else(|| Absence::new(Cause::Implausible, "its estimate has more than 64 bits"))
}
