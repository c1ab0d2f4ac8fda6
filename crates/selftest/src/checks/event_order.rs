//! Whether the order in which counters are opened makes a difference.

use super::definition::{Definition, are_close, selected};
use crate::{Bench, Notes, Ruling, Work};
use probity_model::{Absence, Cause, Observation, Scope, Unit, Value};
use probity_sources::{SubjectKind, capabilities};
use probity_sys::counter::{Attributes, Counter, Event, Hardware, Refusal, Software};
use std::io;

pub(super) const DEFINITION: Definition = Definition {
    id: "event_order",
    shows: "counters say the same in whatever order they are opened",
    body,
};

const fn user_only(event: Event) -> Attributes {
    Attributes {
        event,
        disabled: true,
        enable_on_exec: false,
        inherit: false,
        exclude_user: false,
        // What the kernel does besides differs from time to time, and is not for everybody.
        exclude_kernel: true,
        exclude_hypervisor: true,
        exclude_guest: false,
    }
}

/// What is counted: its name, and how far two counts of the same work may be apart, in parts of a
/// thousand. Those of a core meet in one group.
const EVENTS: [(&str, Event, u64); 4] = [
    ("perf.instructions", Event::Hardware(Hardware::Instructions), 10),
    ("perf.branches", Event::Hardware(Hardware::Branches), 10),
    ("perf.page_faults", Event::Software(Software::PageFaults), 100),
    // Shared CPUs make times uneven; faults and times are a thousandfold apart.
    ("perf.task_clock", Event::Software(Software::TaskClock), 900),
];
/// Steps of the loop and places of memory: so many of all that they cannot be taken for each other.
const STEPS: u64 = 3_000_000;
const PLACES: usize = 32;
/// Of so many rounds the smallest number is taken: others on the machine only add.
const ROUNDS: usize = 3;

fn body(bench: &dyn Bench, notes: &mut Notes) -> Result<String, Ruling> {
    let forward: Vec<usize> = (0..EVENTS.len()).collect();
    let backward: Vec<usize> = forward.iter().copied().rev().collect();
    let turned: Vec<usize> = [&forward[2..], &forward[..2]].concat();
    // What happens only once, such as the first use of a page of ours, is over after this.
    let _ = counted(bench, &forward);
    let mut fewest = [[None::<u64>; EVENTS.len()]; 3];
    let mut refused: [Option<Absence>; EVENTS.len()] = [const { None }; EVENTS.len()];
    for _ in 0..ROUNDS {
        for (row, order) in fewest.iter_mut().zip([&forward, &backward, &turned]) {
            for (event, count) in counted(bench, order) {
                match count {
                    Ok(count) => row[event] = Some(row[event].map_or(count, |it| it.min(count))),
                    Err(absence) => drop(refused[event].get_or_insert(absence)),
                }
            }
        }
    }
    compared(fewest, refused, notes)
}

fn compared(
    fewest: [[Option<u64>; EVENTS.len()]; 3],
    refused: [Option<Absence>; EVENTS.len()],
    notes: &mut Notes,
) -> Result<String, Ruling> {
    let mut alike = Vec::new();
    let mut lacking = None;
    for (place, ((name, event, tolerance), refused)) in EVENTS.into_iter().zip(refused).enumerate()
    {
        if let Some(absence) = refused {
            notes.observation(name, Observation::Unavailable(absence.clone()));
            lacking.get_or_insert(absence);
            continue;
        }
        let counts = fewest.map(|row| row[place].unwrap_or(0));
        let unit = match event {
            Event::Software(Software::TaskClock) => Unit::Nanoseconds,
            _ => Unit::Count,
        };
        for (order, count) in ["forward", "backward", "from the middle"].iter().zip(counts) {
            let what = format!("{name}, opened {order}");
            notes.number(what, count, unit, Scope::MainThread, "perf_event_open, user mode only");
        }
        let tolerated = Value::Real(tolerance as f64 / 1000.0);
        notes.require(format!("{name} may differ by"), tolerated, Unit::Ratio);
        let [one, two, three] = counts;
        if !are_close(one, two, tolerance) || !are_close(one, three, tolerance) {
            return Err(Ruling::Fail(format!(
                "{name} of the same work is {one}, {two} and {three}, as the order is changed"
            )));
        }
        alike.push(name);
    }
    match (alike.len(), lacking) {
        (0 | 1, lacking) => Err(Ruling::CannotTell(lacking.unwrap_or_else(|| {
            Absence::new(Cause::Lost, "there are no two counters to change the order of")
        }))),
        _ => Ok(format!("{} are the same in three orders", alike.join(", "))),
    }
}

/// A counter that was asked for.
struct Opened {
    /// Its place among the events.
    place: usize,
    counter: io::Result<Box<dyn Counter>>,
    /// Whether it is switched on by itself.
    leads: bool,
}

impl Opened {
    /// Opens the event of `place` after those that are open, in the group of its like where it
    /// fits.
    fn new(bench: &dyn Bench, place: usize, before: &[Self]) -> Self {
        let (_, event, _) = EVENTS[place];
        let leader = before.iter().find(|it| it.leads && it.is_core() && is_core(event));
        let leader = leader.and_then(|leader| leader.counter.as_deref().ok());
        let open = |leader: Option<&dyn Counter>| {
            let attributes = Attributes { disabled: leader.is_none(), ..user_only(event) };
            bench.context().kernel.open_counter(&attributes, None, leader)
        };
        match open(leader) {
            // The group is full.
            Err(error) if leader.is_some() && Refusal::of(&error) == Refusal::Invalid => {
                Self { place, counter: open(None), leads: true }
            }
            counter => Self { place, counter, leads: leader.is_none() },
        }
    }

    fn is_core(&self) -> bool {
        self.counter.is_ok() && is_core(EVENTS[self.place].1)
    }
}

fn is_core(event: Event) -> bool {
    matches!(event, Event::Hardware(_))
}

/// What is counted of known work on this thread, with counters opened in this order.
fn counted(bench: &dyn Bench, order: &[usize]) -> Vec<(usize, Result<u64, Absence>)> {
    let mut opened: Vec<Opened> = Vec::new();
    for &place in order {
        opened.push(Opened::new(bench, place, &opened));
    }
    let leaders = || opened.iter().filter(|it| it.leads).filter_map(|it| it.counter.as_ref().ok());
    // One that cannot be switched on shows by not running.
    leaders().for_each(|counter| drop(counter.enable()));
    bench.touch(PLACES);
    bench.perform(Work::steps(STEPS));
    leaders().for_each(|counter| drop(counter.disable()));
    opened.into_iter().map(|it| (it.place, total(bench, it))).collect()
}

/// What a counter of this check came to; where it was refused, why, as the instrument has it.
fn total(bench: &dyn Bench, opened: Opened) -> Result<u64, Absence> {
    let (name, ..) = EVENTS[opened.place];
    let count = opened.counter.and_then(|counter| counter.read());
    let count = count.map_err(|error| why_not(bench, name, &error))?;
    match count.running_ns == count.enabled_ns && count.enabled_ns > 0 {
        true => Ok(count.value),
        false => Err(Absence::new(Cause::Busy, "others had the counters for a part of the time")),
    }
}

fn why_not(bench: &dyn Bench, name: &str, error: &io::Error) -> Absence {
    let told = selected(name).ok().and_then(|selection| {
        let report = capabilities(bench.context(), SubjectKind::Child, &selection);
        report.metric(name)?.availability.absence().cloned()
    });
    let unexplained = || {
        let reason =
            format!("a counter of this thread is refused, and a program's is not: {error}");
        Absence::new(Cause::NoKernelSupport, reason)
    };
    told.unwrap_or_else(unexplained)
}
