//! A machine on which known work moves counters as it does on a real one, but for one lie.

mod counters;

use counters::{Fake, Slot};
use probity_host::root::Root;
use probity_model::{Absence, Nanoseconds};
use probity_selftest::{Bench, Observations, Place, Station, Work};
use probity_sources::{Context, Selection, Session, Span, Subject, SubjectKind};
use probity_sys::counter::{Attributes, Counter, Event};
use probity_sys::kernel::Kernel;
use probity_sys::usage::Usage;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};

/// In which way the machine is not what it seems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lie {
    /// In none.
    Nothing,
    /// In none either: no CPU counts anything.
    NoPmu,
    /// In none either: cycles open, run and never move.
    DeadCycles,
    /// One system call in a hundred is not counted.
    LosesCalls,
    /// A call is counted that nobody makes.
    CountsMore,
    /// Instructions beyond so many are not counted.
    Saturates,
    /// All that is counted of a loop is half of it.
    CountsHalf,
    /// What threads or children do is not counted.
    Forgets(Place),
    /// Counters take turns on the hardware, and their times say that they do not.
    TurnsInSilence,
    /// What is opened first counts twice.
    FirstIsDouble,
    /// Branch misses stand still in programs, and move in trials.
    DeadInPrograms,
    /// Cycles stand still on the thread that tries them, and move in programs.
    DeadInTrials,
    /// The monotonic clock steps back now and then.
    StepsBack,
    /// The CPU clock runs faster than time.
    HastyCpuClock,
    /// The CPU clock stands still.
    StillCpuClock,
    /// The cycle counter changes its pace.
    ChangesPace,
    /// What is charged to a process is not what its clock says.
    ChargesMore,
    /// Each call takes long.
    Slow,
}

/// The number of the program; it has files in the fixture.
const PID: u32 = 4242;
/// How long a stretch of work takes, in nanoseconds.
pub(crate) const WORK_NS: u64 = 20_000_000;
/// When the cycle counter changes its pace, where it does: amid the stretches that are compared.
const CHANGE_NS: u64 = 250_000_000;
/// How long it takes to read the clock: tests that wait by it are to end soon.
const STEP_NS: u64 = 4_000;

pub(crate) struct State {
    pub(crate) lie: Lie,
    now_ns: u64,
    readings: u64,
    pub(crate) slots: BTreeMap<i32, Slot>,
    next: i32,
}

/// Handles of one machine.
#[derive(Clone)]
pub(crate) struct Machine(Arc<Mutex<State>>);

impl Machine {
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }
}

impl State {
    fn cpu_ns(&self) -> u64 {
        match self.lie {
            Lie::HastyCpuClock => self.now_ns * 2,
            Lie::StillCpuClock => 7,
            _ => self.now_ns / 10 * 9,
        }
    }
}

impl Kernel for Machine {
    fn monotonic_ns(&self) -> u64 {
        let mut state = self.state();
        state.readings += 1;
        state.now_ns += if state.lie == Lie::Slow { 6_000_000 } else { STEP_NS };
        match state.lie {
            Lie::StepsBack if state.readings.is_multiple_of(1000) => state.now_ns - 20_000,
            _ => state.now_ns,
        }
    }

    fn cycles(&self) -> Option<u64> {
        let state = self.state();
        let later = state.now_ns.saturating_sub(CHANGE_NS);
        let more = if state.lie == Lie::ChangesPace { later } else { 0 };
        Some(state.now_ns * 23 / 10 + more)
    }

    fn process_cpu_ns(&self) -> io::Result<u64> {
        Ok(self.state().cpu_ns())
    }

    fn cpu_ns_of(&self, _: u32) -> io::Result<u64> {
        Ok(0)
    }

    fn usage_of_self(&self) -> io::Result<Usage> {
        let state = self.state();
        let more = if state.lie == Lie::ChargesMore { 1_000_000_000 } else { 0 };
        Ok(Usage { user_ns: state.cpu_ns() + more, ..Usage::default() })
    }

    fn page_bytes(&self) -> io::Result<u64> {
        Ok(4096)
    }

    fn open_counter(
        &self,
        attributes: &Attributes,
        thread: Option<u32>,
        leader: Option<&dyn Counter>,
    ) -> io::Result<Box<dyn Counter>> {
        let mut state = self.state();
        let leader = leader.map(Counter::number);
        let is_core = matches!(attributes.event, Event::Hardware(_) | Event::Encoded(_));
        if is_core && state.lie == Lie::NoPmu {
            return Err(io::Error::from_raw_os_error(2));
        }
        let in_group = |slot: &&Slot| leader.is_some() && slot.leader == leader;
        if state.slots.values().filter(in_group).count() + 1 >= counters::ROOM && leader.is_some() {
            return Err(io::Error::from_raw_os_error(22));
        }
        state.next += 1;
        let number = state.next;
        state.slots.insert(number, Slot::new(*attributes, thread, leader));
        Ok(Box::new(Fake { machine: self.clone(), number }))
    }
}

/// The checks' bench on such a machine.
pub(crate) struct Emulated {
    context: Context,
    machine: Machine,
}

impl Emulated {
    pub(crate) fn new(lie: Lie) -> Self {
        let state = State { lie, now_ns: 1, readings: 0, slots: BTreeMap::new(), next: 100 };
        let machine = Machine(Arc::new(Mutex::new(state)));
        let host = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/hosts/bare-x86");
        let context = Context::of(Root::at(&host), machine.clone());
        Self { context, machine }
    }
}

impl Bench for Emulated {
    fn context(&self) -> &Context {
        &self.context
    }

    fn station(&self, selection: &Selection) -> Result<Box<dyn Station + '_>, Absence> {
        let session = Session::open(&self.context, SubjectKind::Child, selection);
        Ok(Box::new(Programs { session, machine: self.machine.clone() }))
    }

    fn perform(&self, work: Work) {
        self.machine.state().work(None, work, 0);
    }

    fn touch(&self, places: usize) {
        self.machine.state().work(None, Work::NONE, places as u64);
    }
}

struct Programs {
    session: Session,
    machine: Machine,
}

/// Page faults of a program: those that are counted, and the one that is not.
const FAULTS: u64 = 50;

impl Station for Programs {
    fn observe(&mut self, work: Work) -> Result<Observations, Absence> {
        let started = self.session.start(Subject::Child { pid: PID }, Some(Usage::default()));
        let start = self.machine.monotonic_ns();
        self.machine.state().execute(PID);
        self.machine.state().work(Some(PID), work, FAULTS);
        self.machine.state().now_ns += WORK_NS;
        let span = Span { start: Nanoseconds(start), end: Nanoseconds(start + WORK_NS) };
        let usage = Usage {
            user_ns: counters::cpu_ns(work, true),
            minor_faults: FAULTS + 1,
            ..Usage::default()
        };
        let observations = self.session.stop(started, span, || Ok::<_, Infallible>(usage));
        Ok(observations.unwrap_or_else(|never| match never {}))
    }
}
