//! Counters on Linux.

use super::circumstances::Circumstances;
use super::event::{EVENTS, Event, WithoutKernel};
use super::gate;
use super::shortfall::Shortfall;
use crate::context::{Context, SubjectKind};
use crate::descriptor::Asked;
use crate::reading::{Armed, Bracket, Edge, Reader, Reading, Stated};
use probity_host::facts::{capabilities, is_virtual_machine};
use probity_model::{Absence, Cause};
use probity_sys::counter::{
    Attributes, Count, Counter, Event as Counted, Hardware, Refusal, Software,
};
use probity_sys::kernel::Kernel;
use probity_sys::usage::Usage;
use std::io;

/// The wanted events, to be opened for one program after another.
struct Counters {
    wanted: Vec<bool>,
    circumstances: Circumstances,
}

pub(super) fn open(
    context: &Context,
    kind: SubjectKind,
    asked: &Asked<'_>,
) -> Result<Reader, Absence> {
    if kind == SubjectKind::ThisProcess {
        return Err(Absence::new(
            Cause::NotImplemented,
            "counters are opened for launched programs only so far",
        ));
    }
    let hardware =
        EVENTS.iter().zip(asked.wanted).any(|(event, wanted)| *wanted && event.is_hardware());
    let circumstances = Circumstances {
        paranoid: number(context, "/proc/sys/kernel/perf_event_paranoid"),
        nmi_watchdog: number(context, "/proc/sys/kernel/nmi_watchdog") == Some(1),
        virtual_machine: is_virtual_machine(&context.root),
        core_pmu: hardware && has_core_pmu(context.kernel.as_ref()),
        privileged: is_privileged(context),
        user_mode_refused: false,
    };
    Ok(Reader::Bracket(Box::new(Counters { wanted: asked.wanted.to_vec(), circumstances })))
}

fn number(context: &Context, path: &str) -> Option<i64> {
    let bytes = context.root.read(path).ok()?;
    std::str::from_utf8(&bytes).ok()?.trim_ascii().parse().ok()
}

/// Whether a capability lifts the paranoid level for us. One held in a user namespace that does not
/// map all users, as in a container without root, lifts nothing outside of it.
fn is_privileged(context: &Context) -> bool {
    let maps_all = |map: Vec<u8>| {
        let map = String::from_utf8_lossy(&map);
        map.split_ascii_whitespace().eq(["0", "0", "4294967295"])
    };
    capabilities(&context.root).is_ok_and(|held| held.perfmon || held.sys_admin)
        && context.root.read("/proc/self/uid_map").is_ok_and(maps_all)
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
                let known = Circumstances { user_mode_refused: true, ..self.circumstances.clone() };
                let refused = EVENTS.iter().map(|event| known.refused(event, &error));
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
        let accounted = self.watch.judged(edge);
        for (open, count) in self.counting.iter().zip(counts) {
            end[open.place] = match count {
                Ok(count) => open.reading(count, &accounted, &self.circumstances),
                Err(error) => Reading::Missing(unreadable(error)),
            };
        }
    }
}

/// Stands where no counter could be opened.
struct Nothing;

impl Armed for Nothing {
    fn close(self: Box<Self>, _: &Edge<'_>, _: &mut [Reading]) {}
}

/// A task clock that is on from the barrier and page faults from the exec on, to see whether
/// counters were taken away.
struct Watch {
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
    fn new(edge: &Edge<'_>) -> io::Result<Self> {
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
    fn judged(&self, edge: &Edge<'_>) -> Result<(), Absence> {
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

fn unreadable(error: io::Error) -> Absence {
    Absence::new(Cause::Lost, format!("the counter could not be read: {error}"))
}

impl Counting {
    fn reading(
        &self,
        end: Count,
        accounted: &Result<(), Absence>,
        known: &Circumstances,
    ) -> Reading {
        match (gate::admit(self.event, [self.start, end], accounted, known), self.modes) {
            (Err(absence), _) => Reading::Missing(absence),
            (Ok(total), Modes::Both) => Reading::Total(total),
            (Ok(total), Modes::User) => match self.event.without_kernel {
                WithoutKernel::UserMode(reads) => Reading::TotalBy(total, Stated::by(reads)),
                WithoutKernel::TheSame | WithoutKernel::Nothing => Reading::Total(total),
            },
        }
    }
}
