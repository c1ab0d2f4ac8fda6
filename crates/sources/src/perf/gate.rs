//! Whether what a counter says is all that happened.

use super::circumstances::Circumstances;
use super::event::Event;
use probity_model::{Absence, Cause};
use probity_sys::counter::Count;

/// The counter's total at the end, where the counter missed nothing between the edges.
///
/// `taken_away` is that the kernel has taken counters away in between.
pub(super) fn admit(
    event: &Event,
    [start, end]: [Count; 2],
    taken_away: bool,
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
    if taken_away {
        return Err(secret());
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

/// What a switch of threads may cost that is charged and not counted, in nanoseconds, at the most.
const SWITCH_NS: u64 = 200_000;
/// What the end of the program may cost in the same way, at the most.
const END_NS: u64 = 1_000_000;

/// Whether so much less was counted than was charged, in nanoseconds of CPU time since the counters
/// were opened, that the kernel must have taken them away.
///
/// The middle of each switch and the end of each process are charged and not counted: 9 to 60 µs
/// each, and less than half of the time even of programs that do nothing but switch or fork (56 to
/// 99 % was counted on Linux 6.18 in a virtual machine, 66 % and more on an emulated CPU with Linux
/// 6.1). Of a set-uid program at most 32 % was counted: the way to its exec.
pub(super) fn is_short(counted_ns: u64, charged_ns: u64, switches: u64) -> bool {
    let is_below =
        |times: u128, of: u128| u128::from(counted_ns) * of < u128::from(charged_ns) * times;
    let missed = charged_ns.saturating_sub(counted_ns);
    let explained = END_NS.saturating_add(switches.saturating_mul(SWITCH_NS));
    is_below(2, 5) || (is_below(2, 3) && missed > explained)
}

fn secret() -> Absence {
    Absence::new(
        Cause::Denied,
        "a set-uid, set-gid or unreadable program file was executed, at which the kernel takes \
         counters away",
    )
    .with_gate("the right to look into the program that was executed")
    .with_remedy("measure a copy of that file that is readable and not set-uid")
}
