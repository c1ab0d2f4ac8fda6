//! What watches over the counters of a program, and how all of them are opened.

use super::shortfall::Shortfall;
use crate::reading::{Armed, Edge, Reading};
use probity_model::{Absence, Cause};
use probity_sys::counter::{Attributes, Count, Counter, Event as Counted, Refusal, Software};
use probity_sys::usage::Usage;
use std::io;

/// Which modes of the CPU count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Modes {
    Both,
    User,
}

/// Where a counter stands in a group.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// It leads one, or is in none.
    Alone,
    /// It is on when its leader is, or, without one, at once.
    Member,
}

pub(crate) fn attributes(event: Counted, place: Place, modes: Modes) -> Attributes {
    Attributes {
        event,
        disabled: place == Place::Alone,
        enable_on_exec: place == Place::Alone,
        inherit: true,
        exclude_kernel: modes == Modes::User,
        exclude_hypervisor: true,
    }
}

/// Stands where no counter could be opened.
pub(crate) struct Nothing;

impl Armed for Nothing {
    fn close(self: Box<Self>, _: &Edge<'_>, _: &mut [Reading]) {}
}

/// A task clock that is on from the barrier and page faults from the exec on, to see whether
/// counters were taken away.
pub(crate) struct Watch {
    clock: Box<dyn Counter>,
    faults: Box<dyn Counter>,
    modes: Modes,
    start: [Count; 2],
    /// The program's CPU time when the clock was started, and its faults at the barrier, where
    /// there is a program.
    charged: Option<(u64, u64)>,
}

impl Watch {
    /// The clock is of user mode, because that is permitted more widely and it is the same there.
    pub(crate) fn new(edge: &Edge<'_>) -> io::Result<Self> {
        let (kernel, pid) = (edge.context.kernel.as_ref(), edge.subject.pid());
        let open = |event, place, modes| {
            kernel.open_counter(&attributes(Counted::Software(event), place, modes), pid, None)
        };
        let clock = open(Software::TaskClock, Place::Member, Modes::User)?;
        let faults = |modes| open(Software::PageFaults, Place::Alone, modes);
        let (faults, modes) = match faults(Modes::Both) {
            Err(error) if Refusal::of(&error) == Refusal::Denied => {
                (faults(Modes::User)?, Modes::User)
            }
            opened => (opened?, Modes::Both),
        };
        let start = [clock.read()?, faults.read()?];
        let charged = pid.and_then(|pid| kernel.cpu_ns_of(pid).ok()).zip(edge.usage.map(faults_of));
        Ok(Self { clock, faults, modes, start, charged })
    }

    /// Whether what was counted until `edge` is what the program was charged with. Without the
    /// charges nobody knows.
    pub(crate) fn judged(&self, edge: &Edge<'_>) -> Result<(), Absence> {
        let Some((end, (charged_ns, charged_faults))) = edge.usage.zip(self.charged) else {
            return Err(Absence::new(
                Cause::Lost,
                "what the program was charged with is not known, so that it would not be seen if \
                 counters were taken away",
            ));
        };
        let counted = |counter: &dyn Counter, start: Count| {
            let end = counter.read().map_err(unreadable)?;
            Ok(end.value.saturating_sub(start.value))
        };
        Shortfall {
            counted_ns: counted(&*self.clock, self.start[0])?,
            charged_ns: end.cpu_ns().saturating_sub(charged_ns),
            voluntary_switches: end.voluntary_switches,
            counted_faults: counted(&*self.faults, self.start[1])?,
            charged_faults: faults_of(end).saturating_sub(charged_faults),
            with_kernel: self.modes == Modes::Both,
        }
        .judged()
    }
}

fn faults_of(usage: Usage) -> u64 {
    usage.minor_faults.saturating_add(usage.major_faults)
}

pub(crate) fn unreadable(error: io::Error) -> Absence {
    Absence::new(Cause::Lost, format!("the counter could not be read: {error}"))
}
