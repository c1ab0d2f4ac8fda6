//! Whether events that open and never move are found.

use super::definition::{Definition, selected};
use crate::{Bench, Notes, Observations, Ruling, Work};
use probity_model::{Absence, Cause, Observation, Scope, Unit};
use probity_sys::counter::{Attributes, Event, Hardware, Software};

pub(super) const DEFINITION: Definition = Definition {
    id: "dead_events",
    shows: "an event that opens and never moves is not given as zero",
    body,
};

/// Events of which known work has some, in whatever way it is done.
const EVENTS: [(&str, Event); 6] = [
    ("perf.cycles", Event::Hardware(Hardware::Cycles)),
    ("perf.instructions", Event::Hardware(Hardware::Instructions)),
    ("perf.branches", Event::Hardware(Hardware::Branches)),
    ("perf.branch_misses", Event::Hardware(Hardware::BranchMisses)),
    ("perf.task_clock", Event::Software(Software::TaskClock)),
    ("perf.page_faults", Event::Software(Software::PageFaults)),
];
const STEPS: u64 = 5_000_000;
const PLACES: usize = 32;

fn body(bench: &dyn Bench, notes: &mut Notes) -> Result<String, Ruling> {
    let (mut alive, mut dead, mut lacking) = (Vec::new(), Vec::new(), None);
    for (id, event) in EVENTS {
        // One after the other: they are to have the hardware for themselves.
        let observations = bench.station(&selected(id)?)?.observe(Work::steps(STEPS))?;
        // A loop may well be foreseen from its first step to its last.
        let is_certain = event != Event::Hardware(Hardware::BranchMisses);
        let own = is_certain.then(|| own_thread(bench, id, event, notes)).flatten();
        match found(id, own, &observations, notes)? {
            Found::Alive => alive.push((id, event)),
            Found::Dead => dead.push(id),
            Found::Absent(absence) => {
                if matches!(event, Event::Hardware(_)) {
                    lacking.get_or_insert(absence);
                }
            }
        }
    }
    let of_hardware = alive.iter().any(|(_, event)| matches!(event, Event::Hardware(_)));
    match (dead.is_empty(), of_hardware, lacking) {
        (false, ..) => Ok(format!("found dead, and given as absent: {}", dead.join(", "))),
        (true, true, _) => Ok(format!("{} events move over known work, none is dead", alive.len())),
        (true, false, lacking) => Err(Ruling::CannotTell(lacking.unwrap_or_else(|| {
            Absence::new(Cause::Lost, "no event of the hardware could be looked at")
        }))),
    }
}

enum Found {
    Alive,
    Dead,
    Absent(Absence),
}

/// Holds what was observed of a program against what moved on this thread.
fn found(
    id: &str,
    own: Option<u64>,
    observations: &Observations,
    notes: &mut Notes,
) -> Result<Found, Ruling> {
    let observation = observations.iter().find(|(of, _)| of.as_str() == id);
    let observation = observation.map(|(_, observation)| observation.clone());
    let observation = observation
        .unwrap_or_else(|| Observation::unavailable(Cause::Lost, "it was not observed at all"));
    notes.observation(format!("{id} of a program of known work"), observation.clone());
    match (observation, own) {
        (Observation::Measured(measured), own) => {
            if measured.value.as_f64() == 0.0 {
                return Err(Ruling::Fail(format!(
                    "{id} of known work is given as 0, which it cannot be"
                )));
            }
            match own {
                Some(0) => Err(Ruling::Fail(format!(
                    "{id} stands still over known work, and a program's is given as {}",
                    measured.value.as_f64()
                ))),
                _ => Ok(Found::Alive),
            }
        }
        (Observation::Unavailable(absence), own) if absence.cause == Cause::Implausible => {
            match own {
                Some(moved) if moved > 0 => Err(Ruling::Fail(format!(
                    "{id} moves over known work, and a program's is absent: {absence}"
                ))),
                _ => Ok(Found::Dead),
            }
        }
        (Observation::Unavailable(absence), _) => Ok(Found::Absent(absence)),
        (Observation::NotApplicable { reason }, _) => {
            Ok(Found::Absent(Absence::new(Cause::NoKernelSupport, reason)))
        }
    }
}

/// By how much the event moves over known work on this thread; none where it cannot be counted.
fn own_thread(bench: &dyn Bench, id: &str, event: Event, notes: &mut Notes) -> Option<u64> {
    let attributes = Attributes {
        event,
        disabled: true,
        enable_on_exec: false,
        inherit: false,
        exclude_user: false,
        exclude_kernel: true,
        exclude_hypervisor: true,
        exclude_guest: false,
    };
    let counter = bench.context().kernel.open_counter(&attributes, None, None).ok()?;
    counter.enable().ok()?;
    bench.touch(PLACES);
    bench.perform(Work::steps(STEPS));
    counter.disable().ok()?;
    let count = counter.read().ok().filter(|count| count.running_ns > 0)?;
    let unit = match event {
        Event::Software(Software::TaskClock) => Unit::Nanoseconds,
        _ => Unit::Count,
    };
    let (what, source) = (format!("{id} of this thread"), "perf_event_open, user mode only");
    notes.number(what, count.value, unit, Scope::MainThread, source);
    Some(count.value)
}
