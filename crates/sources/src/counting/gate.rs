//! Whether what a counter says is all that happened.

use super::circumstances::Circumstances;
use probity_model::{Absence, Cause};
use probity_sys::counter::Count;

/// The counter's total at the end, where the counter missed nothing between the edges.
///
/// `can_be_zero` is whether a program that ran can have had none of it, `accounted` whether charges
/// and counts of the program agree, see [`super::shortfall`].
pub(crate) fn admit(
    can_be_zero: bool,
    [start, end]: [Count; 2],
    accounted: &Result<(), Absence>,
    circumstances: &Circumstances,
) -> Result<u64, Absence> {
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
    accounted.clone()?;
    if running > enabled {
        let reason = "the counter ran for longer than it was switched on";
        return Err(Absence::new(Cause::Implausible, reason));
    }
    if running == 0 {
        return Err(circumstances.crowded(Cause::NeverScheduled, "it was never on the hardware"));
    }
    if running < enabled {
        let share = match u128::from(running) * 100 / u128::from(enabled) {
            0 => "less than 1 %".to_owned(),
            percent => format!("{percent} %"),
        };
        let reason = format!("it was on the hardware for {share} of the time");
        return Err(circumstances.crowded(Cause::Busy, &reason));
    }
    if end.value == start.value && !can_be_zero {
        return Err(Absence::new(
            Cause::Implausible,
            "it ran and counted nothing, which no program can do: present but dead",
        ));
    }
    Ok(end.value)
}
