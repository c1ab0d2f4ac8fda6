//! The counters of launched programs.

use super::calibration::{Calibration, Events};
use super::counting::{Counting, Opener, residency};
use super::holders::holders;
use crate::context::{Context, Subject, SubjectKind};
use crate::counting::{
    Circumstances, Kind, Nothing, Own, Rank, Standing, Wanted, Watch, admit, unreadable,
};
use crate::descriptor::Asked;
use crate::perf::event::{EVENTS, Event, WithoutKernel};
use crate::perf::naming::{Device, event_name, found};
use crate::reading::{Armed, Bracket, Edge, Reader, Reading, Stated};
use probity_model::{Absence, Cause};
use probity_sys::counter::{Attributes, Count, Event as Counted, Hardware, Refusal};
use probity_sys::kernel::Kernel;
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

/// The wanted events, to be opened for one program after another.
struct Counters {
    shared: Arc<Shared>,
    /// Why named events are not there, by their places.
    missing: BTreeMap<usize, Absence>,
}

/// What all windows use.
struct Shared {
    events: Events,
    calibration: Calibration,
    circumstances: Circumstances,
    is_estimating: bool,
}

pub(in crate::perf) fn open(
    context: &Context,
    kind: SubjectKind,
    asked: &Asked<'_>,
) -> Result<Reader, Absence> {
    let cores = Device::hybrid_cores(&context.root);
    let (events, missing) = wanted(context, asked, &cores);
    let kernel = context.kernel.as_ref();
    let circumstances = Circumstances {
        hybrid: !cores.is_empty(),
        core_pmu: events.values().any(Event::is_core)
            && (!cores.is_empty() || has_core_pmu(kernel)),
        ..Circumstances::of(context)
    };
    if kind == SubjectKind::ThisProcess {
        let own = own(&events, missing, circumstances, asked);
        return Ok(Reader::Bracket(Box::new(own)));
    }
    let calibration = match asked.is_probe {
        true => Calibration::untried(&events),
        false => Calibration::tried(kernel, &events, asked.is_estimating),
    };
    let is_estimating = asked.is_estimating;
    let shared = Shared { events, calibration, circumstances, is_estimating };
    Ok(Reader::Bracket(Box::new(Counters { shared: Arc::new(shared), missing })))
}

/// The events as windows in this process count them.
fn own(
    events: &Events,
    missing: BTreeMap<usize, Absence>,
    circumstances: Circumstances,
    asked: &Asked<'_>,
) -> Own {
    let mut missing: Vec<(usize, Absence)> = missing.into_iter().collect();
    let mut wanted = Vec::new();
    for (&place, event) in events {
        match (&event.parts[..], place < asked.wanted.len()) {
            ([part], true) => wanted.push(Wanted {
                place,
                event: part.counted,
                filter: None,
                nature: event.nature(),
                without_kernel: match event.without_kernel {
                    WithoutKernel::UserMode => Some(true),
                    WithoutKernel::TheSame => Some(false),
                    WithoutKernel::Nothing => None,
                },
                reads: event.reads.clone(),
            }),
            (_, is_listed) => {
                let why = match is_listed {
                    true => "cores of several kinds are counted for launched programs only so far",
                    false => "named events are counted for launched programs only so far",
                };
                missing.push((place, Absence::new(Cause::NotImplemented, why)));
            }
        }
    }
    Own::new(wanted, missing, circumstances, asked.is_estimating)
}

/// The events that are asked for, by their places: those of the table, then those that were named.
fn wanted(
    context: &Context,
    asked: &Asked<'_>,
    cores: &[Device],
) -> (Events, BTreeMap<usize, Absence>) {
    let listed = EVENTS.iter().enumerate().filter(|(place, _)| asked.wanted[*place]);
    let mut events: Events =
        listed.map(|(place, listed)| (place, Event::listed(listed, cores))).collect();
    let mut missing = BTreeMap::new();
    for (at, extra) in asked.extras.iter().enumerate() {
        let place = asked.wanted.len() + at;
        let name = match event_name(&extra.selector) {
            Some(Ok(name)) => name,
            _ => unreachable!("a selection holds what this source has read"),
        };
        match found(&name, &context.root, |name| context.kernel.encode_event(name)) {
            Ok(found) => drop(events.insert(place, Event::named(found))),
            Err(absence) => drop(missing.insert(place, absence)),
        }
    }
    (events, missing)
}

/// Whether a counter of the CPU can be opened at all. Some PMUs know the one and not the other.
fn has_core_pmu(kernel: &dyn Kernel) -> bool {
    let opener = Opener { kernel, subject: Subject::ThisProcess, is_trial: false };
    [Hardware::Cycles, Hardware::Instructions].into_iter().any(|event| {
        let usual = opener.attributes(Counted::Hardware(event), Rank::Alone);
        let attributes = Attributes { exclude_kernel: true, ..usual };
        kernel.open_counter(&attributes, None, None).is_ok()
    })
}

impl Bracket for Counters {
    fn arm(&self, edge: &Edge<'_>, start: &mut [Reading]) -> Box<dyn Armed> {
        let Shared { events, calibration, circumstances, .. } = &*self.shared;
        for (&place, absence) in &self.missing {
            start[place] = Reading::Missing(absence.clone());
        }
        let watch = match Watch::new(edge) {
            Ok(watch) => watch,
            Err(error) => {
                let known = Circumstances { user_mode_refused: true, ..circumstances.clone() };
                for (&place, event) in events {
                    start[place] = Reading::Missing(known.refused(event.nature(), &error));
                }
                return Box::new(Nothing);
            }
        };
        let turns = calibration.turns.len();
        for &place in events.keys().filter(|_| turns > 1) {
            start[place] = Reading::Missing(Circumstances::another_turn(turns));
        }
        let kernel = edge.context.kernel.as_ref();
        let opener = Opener { kernel, subject: edge.subject, is_trial: false };
        let mut running: Vec<Running> = Vec::new();
        for group in &calibration.turns[edge.turn as usize % turns] {
            let leads = running.len();
            for &place in group {
                let event = &events[&place];
                let leader = running.get(leads).map(|leader| &leader.counting);
                let begun = opener.open(event, leader).and_then(|counting| {
                    let counts = counting.read()?;
                    Ok(Running { place, counting, start: counts })
                });
                start[place] = match begun {
                    Ok(begun) => {
                        let count = Counting::sum(event, &begun.start);
                        running.push(begun);
                        Reading::Total(count.value)
                    }
                    Err(error) => Reading::Missing(refused(edge, circumstances, event, &error)),
                };
            }
        }
        Box::new(Open { running, watch, shared: Arc::clone(&self.shared) })
    }
}

/// Why `event` is refused, by whom where somebody else has what it needs.
fn refused(edge: &Edge<'_>, known: &Circumstances, event: &Event, error: &io::Error) -> Absence {
    match Refusal::of(error) {
        Refusal::Busy => {
            let holders = holders(&edge.context.root);
            Circumstances { holders, ..known.clone() }.refused(event.nature(), error)
        }
        _ => known.refused(event.nature(), error),
    }
}

/// One event that is counted for a program.
struct Running {
    place: usize,
    counting: Counting,
    start: Vec<Count>,
}

/// The counters of one program.
struct Open {
    running: Vec<Running>,
    watch: Watch,
    shared: Arc<Shared>,
}

impl Armed for Open {
    fn close(self: Box<Self>, edge: &Edge<'_>, end: &mut [Reading]) {
        let counts: Vec<_> = self.running.iter().map(|open| open.counting.read()).collect();
        let accounted = self.watch.judged(edge);
        let is_crowded = self.running.iter().zip(&counts).any(|(open, counts)| {
            counts
                .as_ref()
                .is_ok_and(|counts| open.is_crowded(&self.shared.events[&open.place], counts))
        });
        let mut known = self.shared.circumstances.clone();
        if is_crowded {
            known.holders = holders(&edge.context.root);
        }
        for (open, counts) in self.running.iter().zip(counts) {
            end[open.place] = match counts {
                Ok(counts) => open.reading(&counts, &accounted, &known, &self.shared),
                Err(error) => Reading::Missing(unreadable(error)),
            };
        }
    }
}

impl Running {
    /// Whether it was kept off the hardware for a part of the time.
    fn is_crowded(&self, event: &Event, end: &[Count]) -> bool {
        let [start, end] = [&self.start[..], end].map(|counts| Counting::sum(event, counts));
        let since = |of: fn(&Count) -> u64| of(&end).saturating_sub(of(&start));
        since(|count| count.running_ns) < since(|count| count.enabled_ns)
    }

    fn reading(
        &self,
        end: &[Count],
        accounted: &Result<(), Absence>,
        known: &Circumstances,
        shared: &Shared,
    ) -> Reading {
        let event = &shared.events[&self.place];
        let counts = [&self.start[..], end].map(|counts| Counting::sum(event, counts));
        let standing = Standing {
            can_be_zero: event.can_be_zero,
            // What is counted for everybody goes on whatever the program executes.
            accounted: if event.kind == Kind::System { &Ok(()) } else { accounted },
            stood_still: shared.calibration.still.contains(&self.place),
            is_estimating: shared.is_estimating,
        };
        match admit(counts, &standing, known) {
            Err(absence) => Reading::Missing(absence),
            Ok(admitted) => {
                let reads = self.reads(event, end, shared);
                match (reads, admitted.times) {
                    (None, None) => Reading::Total(admitted.total),
                    (reads, times) => {
                        let reads = reads.map(Into::into);
                        Reading::TotalBy(admitted.total, Stated { reads, times })
                    }
                }
            }
        }
    }

    /// What was read, where that is more than the descriptor says.
    fn reads(&self, event: &Event, end: &[Count], shared: &Shared) -> Option<String> {
        let mut more = String::new();
        if event.is_hybrid() {
            more += &residency(event, &self.start, end);
        }
        if self.counting.user_only && event.without_kernel == WithoutKernel::UserMode {
            more += ", user mode only";
        }
        let turns = shared.calibration.turns.len();
        if turns > 1 && event.is_core() {
            let turn = shared.calibration.turn_of(self.place) + 1;
            more += &format!(", in part {turn} of {turns} of the counted runs");
        }
        (!more.is_empty()).then(|| format!("{}{more}", event.reads))
    }
}
