//! Counters on Linux.

use super::event::{EVENTS, Event, WithoutKernel};
use crate::context::{Context, SubjectKind};
use crate::counting::{Circumstances, Modes, Nothing, Place, Watch, admit, attributes, unreadable};
use crate::reading::{Armed, Bracket, Edge, Reader, Reading};
use probity_model::{Absence, Cause};
use probity_sys::counter::{Count, Counter, Event as Counted, Hardware, Refusal};
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
    let core_pmu = hardware && has_core_pmu(context.kernel.as_ref());
    let circumstances = Circumstances { core_pmu, ..Circumstances::of(context) };
    Ok(Reader::Bracket(Box::new(Counters { wanted: wanted.to_vec(), circumstances })))
}

/// Whether a counter of the CPU can be opened at all. Some PMUs know the one and not the other.
fn has_core_pmu(kernel: &dyn Kernel) -> bool {
    [Hardware::Cycles, Hardware::Instructions].into_iter().any(|event| {
        let attributes = attributes(Counted::Hardware(event), Place::Alone, Modes::User);
        kernel.open_counter(&attributes, None, None).is_ok()
    })
}

impl Bracket for Counters {
    fn arm(&self, edge: &Edge<'_>, start: &mut [Reading]) -> Box<dyn Armed> {
        let mut counting: Vec<Counting> = Vec::new();
        let watch = match Watch::new(edge) {
            Ok(watch) => watch,
            Err(error) => {
                let known = Circumstances { user_mode_refused: true, ..self.circumstances.clone() };
                let refused = EVENTS.iter().map(|event| known.refused(event.nature(), &error));
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
                Err(error) => Reading::Missing(self.circumstances.refused(event.nature(), &error)),
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

impl Counting {
    fn reading(
        &self,
        end: Count,
        accounted: &Result<(), Absence>,
        known: &Circumstances,
    ) -> Reading {
        match (admit(self.event.can_be_zero, [self.start, end], accounted, known), self.modes) {
            (Err(absence), _) => Reading::Missing(absence),
            (Ok(total), Modes::Both) => Reading::Total(total),
            (Ok(total), Modes::User) => match self.event.without_kernel {
                WithoutKernel::UserMode(reads) => Reading::TotalBy(total, reads),
                WithoutKernel::TheSame | WithoutKernel::Nothing => Reading::Total(total),
            },
        }
    }
}
