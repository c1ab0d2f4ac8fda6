//! Counters on Linux.

use super::circumstances::Circumstances;
use super::event::{EVENTS, Event, WithoutKernel};
use super::gate;
use crate::context::{Context, SubjectKind};
use crate::reading::{Armed, Bracket, Edge, Reader, Reading};
use probity_host::facts::is_virtual_machine;
use probity_model::{Absence, Cause};
use probity_sys::counter::{
    Attributes, Count, Counter, Event as Counted, Hardware, Refusal, Software,
};
use probity_sys::kernel::Kernel;
use std::io;

/// The wanted events, to be opened for one program after another.
struct Counters {
    wanted: Vec<bool>,
    circumstances: Circumstances,
}

pub(super) fn open(
    context: &Context,
    kind: SubjectKind,
    wanted: &[bool],
) -> Result<Reader, Absence> {
    if kind == SubjectKind::ThisProcess {
        return Err(Absence::new(
            Cause::NotImplemented,
            "counters are opened for launched programs only so far",
        ));
    }
    let hardware = EVENTS.iter().zip(wanted).any(|(event, wanted)| *wanted && event.is_hardware());
    let circumstances = Circumstances {
        paranoid: number(context, "/proc/sys/kernel/perf_event_paranoid"),
        nmi_watchdog: number(context, "/proc/sys/kernel/nmi_watchdog") == Some(1),
        virtual_machine: is_virtual_machine(&context.root),
        core_pmu: hardware && has_core_pmu(context.kernel.as_ref()),
    };
    Ok(Reader::Bracket(Box::new(Counters { wanted: wanted.to_vec(), circumstances })))
}

fn number(context: &Context, path: &str) -> Option<i64> {
    let bytes = context.root.read(path).ok()?;
    std::str::from_utf8(&bytes).ok()?.trim_ascii().parse().ok()
}

/// Whether a counter of the CPU can be opened at all. Some PMUs know the one and not the other.
fn has_core_pmu(kernel: &dyn Kernel) -> bool {
    [Hardware::Cycles, Hardware::Instructions].into_iter().any(|event| {
        let attributes = attributes(Counted::Hardware(event), Place::Alone, Modes::User);
        kernel.open_counter(&attributes, None, None).is_ok()
    })
}

/// Which modes of the CPU count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Modes {
    Both,
    User,
}

/// Where a counter stands in a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// It leads one, or is in none.
    Alone,
    /// It is on when its leader is, or, without one, at once.
    Member,
}

fn attributes(event: Counted, place: Place, modes: Modes) -> Attributes {
    Attributes {
        event,
        disabled: place == Place::Alone,
        enable_on_exec: place == Place::Alone,
        inherit: true,
        exclude_kernel: modes == Modes::User,
        exclude_hypervisor: true,
    }
}

impl Bracket for Counters {
    fn arm(&self, edge: &Edge<'_>, start: &mut [Reading]) -> Box<dyn Armed> {
        let mut counting: Vec<Counting> = Vec::new();
        let watch = match Watch::new(edge) {
            Ok(watch) => watch,
            Err(error) => {
                let refused = EVENTS.iter().map(|event| self.circumstances.refused(event, &error));
                start.iter_mut().zip(refused).for_each(|(place, it)| *place = Reading::Missing(it));
                return Box::new(Nothing);
            }
        };
        let wanted = EVENTS.iter().enumerate().filter(|(place, _)| self.wanted[*place]);
        for (place, event) in wanted {
            let leader =
                counting.iter().find(|other| event.is_hardware() && other.event.is_hardware());
            let leader = leader.map(|leader| &*leader.counter);
            start[place] = match begin(edge, event, leader) {
                Ok((counter, modes, count)) => {
                    counting.push(Counting { place, event, counter, modes, start: count });
                    Reading::Total(count.value)
                }
                Err(error) => Reading::Missing(self.circumstances.refused(event, &error)),
            };
        }
        Box::new(Open { counting, watch, circumstances: self.circumstances.clone() })
    }
}

/// Opens and reads `event` for the subject of `edge`, in the group of `leader` where it fits.
fn begin(
    edge: &Edge<'_>,
    event: &Event,
    leader: Option<&dyn Counter>,
) -> io::Result<(Box<dyn Counter>, Modes, Count)> {
    let (counter, modes) = match attempt(edge, event, leader) {
        // The group is full, or of another PMU.
        Err(error) if leader.is_some() && Refusal::of(&error) == Refusal::Invalid => {
            attempt(edge, event, None)?
        }
        attempt => attempt?,
    };
    let count = counter.read()?;
    Ok((counter, modes, count))
}

/// With the kernel's part, or without it where that is denied and there is a number without it.
fn attempt(
    edge: &Edge<'_>,
    event: &Event,
    leader: Option<&dyn Counter>,
) -> io::Result<(Box<dyn Counter>, Modes)> {
    let place = if leader.is_some() { Place::Member } else { Place::Alone };
    let open = |modes| {
        let attributes = attributes(event.counted, place, modes);
        let counter = edge.context.kernel.open_counter(&attributes, edge.subject.pid(), leader);
        counter.map(|counter| (counter, modes))
    };
    match open(Modes::Both) {
        Err(error)
            if Refusal::of(&error) == Refusal::Denied
                && event.without_kernel != WithoutKernel::Nothing =>
        {
            open(Modes::User)
        }
        opened => opened,
    }
}

/// One open counter.
struct Counting {
    place: usize,
    event: &'static Event,
    counter: Box<dyn Counter>,
    modes: Modes,
    start: Count,
}

/// The counters of one program.
struct Open {
    counting: Vec<Counting>,
    watch: Watch,
    circumstances: Circumstances,
}

impl Armed for Open {
    fn close(self: Box<Self>, edge: &Edge<'_>, end: &mut [Reading]) {
        let counts: Vec<_> = self.counting.iter().map(|open| open.counter.read()).collect();
        let taken_away = self.watch.has_missed(edge);
        for (open, count) in self.counting.iter().zip(counts) {
            end[open.place] = match count {
                Ok(count) => open.reading(count, taken_away, &self.circumstances),
                Err(error) => Reading::Missing(Absence::new(
                    Cause::Lost,
                    format!("the counter could not be read: {error}"),
                )),
            };
        }
    }
}

/// Stands where no counter could be opened.
struct Nothing;

impl Armed for Nothing {
    fn close(self: Box<Self>, _: &Edge<'_>, _: &mut [Reading]) {}
}

/// A task clock that is on from the barrier, to see whether counters were taken away.
struct Watch {
    clock: Box<dyn Counter>,
    start: Count,
    /// The program's CPU time when the clock was started, where there is a program.
    charged_ns: Option<u64>,
}

impl Watch {
    /// In user mode, because that is permitted more widely and this clock is the same.
    fn new(edge: &Edge<'_>) -> io::Result<Self> {
        let (kernel, pid) = (edge.context.kernel.as_ref(), edge.subject.pid());
        let event = Counted::Software(Software::TaskClock);
        let attributes = attributes(event, Place::Member, Modes::User);
        let clock = kernel.open_counter(&attributes, pid, None)?;
        let start = clock.read()?;
        Ok(Self { clock, start, charged_ns: pid.and_then(|pid| kernel.cpu_ns_of(pid).ok()) })
    }

    /// Whether it was on for clearly less than what the program was charged with until `edge`.
    fn has_missed(&self, edge: &Edge<'_>) -> bool {
        let charged = edge.usage.zip(self.charged_ns).map(|(end, start)| {
            let switches = end.voluntary_switches.saturating_add(end.involuntary_switches);
            (end.cpu_ns().saturating_sub(start), switches)
        });
        let counted = self.clock.read().map(|end| end.value.saturating_sub(self.start.value));
        match (counted, charged) {
            (Ok(counted), Some((charged, switches))) => gate::is_short(counted, charged, switches),
            (Err(_), _) => true,
            (Ok(_), None) => false,
        }
    }
}

impl Counting {
    fn reading(&self, end: Count, taken_away: bool, known: &Circumstances) -> Reading {
        match (gate::admit(self.event, [self.start, end], taken_away, known), self.modes) {
            (Err(absence), _) => Reading::Missing(absence),
            (Ok(total), Modes::Both) => Reading::Total(total),
            (Ok(total), Modes::User) => match self.event.without_kernel {
                WithoutKernel::UserMode(reads) => Reading::TotalBy(total, reads),
                WithoutKernel::TheSame | WithoutKernel::Nothing => Reading::Total(total),
            },
        }
    }
}
