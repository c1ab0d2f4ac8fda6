//! What watches over the counters of a program, and how all of them are opened.

use super::shortfall::Shortfall;
use crate::reading::{Armed, Edge, Reading};
use probity_model::{Absence, Cause};
use probity_sys::counter::{Attributes, Count, Counter, Event as Counted, Refusal, Software};
use probity_sys::usage::Usage;
use std::io;

/// Where a counter stands in a group.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rank {
    /// It leads one, or is in none.
    Alone,
    /// It is on when its leader is, or, without one, at once.
    Member,
}

/// What is passed for `event` of a program, before anything that is said of it alone: off until the
/// exec, and inherited.
pub(crate) fn attributes(event: Counted, rank: Rank) -> Attributes {
    let is_alone = rank == Rank::Alone;
    Attributes {
        event,
        disabled: is_alone,
        enable_on_exec: is_alone,
        inherit: true,
        exclude_user: false,
        exclude_kernel: false,
        exclude_hypervisor: true,
        exclude_guest: false,
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
    with_kernel: bool,
    start: [Count; 2],
    /// The program's CPU time when the clock was started, and its faults at the barrier, where
    /// there is a program.
    charged: Option<(u64, u64)>,
}

impl Watch {
    /// The clock is of user mode, because that is permitted more widely and it is the same there.
    pub(crate) fn new(edge: &Edge<'_>) -> io::Result<Self> {
        let (kernel, pid) = (edge.context.kernel.as_ref(), edge.subject.pid());
        let open = |event, rank, exclude_kernel| {
            let usual = attributes(Counted::Software(event), rank);
            kernel.open_counter(&Attributes { exclude_kernel, ..usual }, pid, None)
        };
        let clock = open(Software::TaskClock, Rank::Member, true)?;
        let faults = |exclude_kernel| open(Software::PageFaults, Rank::Alone, exclude_kernel);
        let (faults, with_kernel) = match faults(false) {
            Err(error) if Refusal::of(&error) == Refusal::Denied => (faults(true)?, false),
            opened => (opened?, true),
        };
        let start = [clock.read()?, faults.read()?];
        let charged = pid.and_then(|pid| kernel.cpu_ns_of(pid).ok()).zip(edge.usage.map(faults_of));
        Ok(Self { clock, faults, with_kernel, start, charged })
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
            with_kernel: self.with_kernel,
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
