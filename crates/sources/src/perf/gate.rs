//! Whether what a counter says is all that happened.

use super::circumstances::Circumstances;
use super::event::Event;
use probity_model::{Absence, Cause};
use probity_sys::counter::Count;

/// How much less than the charged CPU time a counter may have been on, in nanoseconds, besides a
/// twentieth of that: the way from the barrier to the exec is charged and not counted.
pub(super) const SLACK_NS: u64 = 1_000_000;

/// The counter's total at the end, where the counter missed nothing between the edges.
///
/// `charged_ns` is the CPU time of the program and its waited-for descendants, where it is known.
pub(super) fn admit(
    event: &Event,
    [start, end]: [Count; 2],
    charged_ns: Option<u64>,
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
    if charged_ns.is_some_and(|charged| is_short(enabled, charged)) {
        return Err(taken_away());
    }
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
    if end.value == start.value && !event.can_be_zero {
        return Err(Absence::new(
            Cause::Implausible,
            "it ran and counted nothing, which no program can do: present but dead",
        ));
    }
    Ok(end.value)
}

/// Whether the counter was on for so much less than was charged that the kernel must have taken it
/// away. Of the shortest programs the way to their exec is the larger part, hence the quarter.
fn is_short(enabled: u64, charged: u64) -> bool {
    let missed = charged.saturating_sub(enabled);
    missed > SLACK_NS + charged / 20 || enabled < charged / 4
}

fn taken_away() -> Absence {
    Absence::new(
        Cause::Denied,
        "a set-uid, set-gid or unreadable program file was executed, at which the kernel takes \
         counters away",
    )
    .with_gate("the right to look into the program that was executed")
    .with_remedy("measure a copy of that file that is readable and not set-uid")
}
