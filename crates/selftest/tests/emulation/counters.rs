//! The counters of the emulated machine.

use super::{Lie, Machine, State, WORK_NS};
use probity_selftest::{Place, Work};
use probity_sys::counter::{Attributes, Count, Counter, Event, Hardware, Software};
use std::io;

/// How many events of a core count at once.
pub(crate) const ROOM: usize = 6;

/// One open counter.
pub(crate) struct Slot {
    attributes: Attributes,
    thread: Option<u32>,
    pub(crate) leader: Option<i32>,
    is_on: bool,
    /// Whether it saw work since it was switched on.
    has_worked: bool,
    filter: Option<u64>,
    count: Count,
}

impl Slot {
    pub(crate) fn new(attributes: Attributes, thread: Option<u32>, leader: Option<i32>) -> Self {
        let (is_on, has_worked) = (!attributes.disabled, false);
        let count = Count::default();
        Self { attributes, thread, leader, is_on, has_worked, filter: None, count }
    }

    fn is_core(&self) -> bool {
        matches!(self.attributes.event, Event::Hardware(_) | Event::Encoded(_))
    }
}

/// CPU time of `work`; a program also has to begin and end.
pub(crate) fn cpu_ns(work: Work, is_program: bool) -> u64 {
    let begin = if is_program { 1_000_000 } else { 1_000 };
    begin + work.steps + 100 * work.calls + if work.place == Place::Child { begin } else { 0 }
}

/// The number of `getpid` on x86-64, and on arm64 and riscv64.
const GETPID: [u64; 2] = [39, 172];

impl State {
    /// The program executes its file.
    pub(crate) fn execute(&mut self, pid: u32) {
        for slot in self.slots.values_mut().filter(|slot| slot.thread == Some(pid)) {
            slot.is_on |= slot.attributes.enable_on_exec;
        }
    }

    /// What is on for `thread` counts `work` and so many page faults.
    pub(crate) fn work(&mut self, thread: Option<u32>, work: Work, faults: u64) {
        let on: Vec<i32> = self.on(thread);
        let cores = on.iter().filter(|number| self.slots[number].is_core()).count().max(1);
        let first = on.first().copied();
        let lie = self.lie;
        for number in on {
            let Some(slot) = self.slots.get_mut(&number) else { continue };
            let mut value = amount(slot, lie, work, faults);
            if lie == Lie::FirstIsDouble && Some(number) == first {
                value *= 2;
            }
            let (mut value, mut running) = (value, WORK_NS);
            if slot.is_core() && cores > ROOM {
                value = value * ROOM as u64 / cores as u64;
                running = running * ROOM as u64 / cores as u64;
            }
            slot.has_worked = true;
            slot.count.value += value;
            slot.count.enabled_ns += WORK_NS;
            slot.count.running_ns += if lie == Lie::TurnsInSilence { WORK_NS } else { running };
        }
    }

    fn on(&self, thread: Option<u32>) -> Vec<i32> {
        let is_on = |slot: &Slot| match slot.leader.and_then(|leader| self.slots.get(&leader)) {
            Some(leader) => leader.is_on,
            None => slot.is_on,
        };
        let ours = self.slots.iter().filter(|(_, slot)| slot.thread == thread && is_on(slot));
        ours.map(|(number, _)| *number).collect()
    }

    /// What was on for nothing has counted whatever a calibration did meanwhile.
    fn idle(&mut self) {
        let idle = self.on(None).iter().all(|number| !self.slots[number].has_worked);
        if idle {
            self.work(None, Work::steps(1_000_000), 3);
        }
    }
}

/// What `slot` counts of work.
fn amount(slot: &Slot, lie: Lie, work: Work, faults: u64) -> u64 {
    let is_program = slot.thread.is_some();
    let work = match lie {
        Lie::Forgets(place) if place == work.place => Work::NONE,
        Lie::CountsHalf => Work { steps: work.steps / 2, ..work },
        _ => work,
    };
    let Work { calls, steps, .. } = work;
    if slot.attributes.exclude_user && slot.is_core() {
        return 20_000;
    }
    let begin = if is_program { 1_000_000 } else { 100 };
    match slot.attributes.event {
        Event::Hardware(Hardware::Cycles) => match lie {
            Lie::DeadCycles => 0,
            Lie::DeadInTrials if !is_program => 0,
            _ => begin + steps,
        },
        Event::Hardware(Hardware::Instructions) => match lie {
            Lie::Saturates => (begin + 2 * steps).min(16_000_000),
            _ => begin + 2 * steps,
        },
        Event::Hardware(Hardware::Branches) => begin / 5 + steps,
        Event::Hardware(Hardware::BranchMisses) => match lie {
            Lie::DeadInPrograms if is_program => 0,
            _ => begin / 100 + 1,
        },
        Event::Hardware(_) | Event::Encoded(_) => begin / 10,
        Event::Software(Software::TaskClock) => cpu_ns(work, is_program),
        Event::Software(Software::PageFaults) => faults,
        Event::Software(_) => 1,
        Event::Tracepoint(_) => match slot.filter {
            None => 40 + calls,
            Some(number) if GETPID.contains(&number) => match lie {
                Lie::LosesCalls => calls - calls / 100,
                Lie::CountsMore if calls > 0 => calls + 1,
                _ => calls,
            },
            Some(_) => 0,
        },
    }
}

/// A handle of a slot.
pub(crate) struct Fake {
    pub(crate) machine: Machine,
    pub(crate) number: i32,
}

impl Fake {
    fn change(&self, change: impl FnOnce(&mut Slot)) {
        if let Some(slot) = self.machine.state().slots.get_mut(&self.number) {
            change(slot);
        }
    }
}

impl Counter for Fake {
    fn read(&self) -> io::Result<Count> {
        let state = self.machine.state();
        let slot = state.slots.get(&self.number).ok_or(io::ErrorKind::UnexpectedEof)?;
        Ok(slot.count)
    }

    fn enable(&self) -> io::Result<()> {
        self.machine.state().slots.values_mut().for_each(|slot| slot.has_worked = false);
        self.change(|slot| slot.is_on = true);
        Ok(())
    }

    fn disable(&self) -> io::Result<()> {
        self.machine.state().idle();
        self.change(|slot| slot.is_on = false);
        Ok(())
    }

    fn filter(&self, expression: &str) -> io::Result<()> {
        let number = expression.strip_prefix("id == ").and_then(|number| number.parse().ok());
        let number = number.ok_or(io::ErrorKind::InvalidInput)?;
        self.change(|slot| slot.filter = Some(number));
        Ok(())
    }

    fn number(&self) -> i32 {
        self.number
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.machine.state().slots.remove(&self.number);
    }
}
