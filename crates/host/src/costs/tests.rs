use super::costs;
use super::sampling::{SAMPLES, Sampled, Taken};
use crate::root::Root;
use probity_model::{Absence, Cause, Cost, Costs, Fact};
use probity_sys::counter::{Count, Event, Group, Members, NotNow, Times};
use probity_sys::kernel::{Kernel, Live};
use probity_sys::usage::Usage;
use std::cell::Cell;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// A kernel in which each call takes as long as it is told, and time goes on by nothing else.
#[derive(Clone)]
struct Machine {
    now: Arc<AtomicU64>,
    /// How many groups are on, and whether there ever were two.
    on: Arc<AtomicUsize>,
    crowded: Arc<AtomicBool>,
    hardware: Result<(), i32>,
    software: Result<(), i32>,
    /// Whatever would count in the kernel is refused.
    user_mode_only: bool,
    here: Result<(), NotNow>,
    cycles: bool,
}

const CLOCK_NS: u64 = 20;
const CALL_NS: u64 = 100;
const SWITCH_NS: u64 = 300;
const READ_NS: u64 = 400;
const MEMBER_NS: u64 = 50;
const HERE_NS: u64 = 30;
const CYCLES_NS: u64 = 7;

impl Machine {
    fn new() -> Self {
        Self {
            now: Arc::default(),
            on: Arc::default(),
            crowded: Arc::default(),
            hardware: Ok(()),
            software: Ok(()),
            user_mode_only: false,
            here: Ok(()),
            cycles: true,
        }
    }

    fn pass(&self, ns: u64) {
        self.now.fetch_add(ns, Relaxed);
    }

    fn costs(&self, files: &[(&str, &str)]) -> Costs {
        let directory = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = directory.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let costs = costs(&Root::at(directory.path()), self);
        assert!(!self.crowded.load(Relaxed), "one group has the hardware at a time");
        assert_eq!(self.on.load(Relaxed), 0);
        costs
    }
}

struct Opened {
    machine: Machine,
    members: usize,
    on: Cell<bool>,
}

impl Group for Opened {
    fn enable(&self) -> io::Result<()> {
        self.machine.pass(SWITCH_NS);
        if !self.on.replace(true) && self.machine.on.fetch_add(1, Relaxed) > 0 {
            self.machine.crowded.store(true, Relaxed);
        }
        Ok(())
    }

    fn disable(&self) -> io::Result<()> {
        self.machine.pass(SWITCH_NS);
        assert!(self.on.replace(false));
        self.machine.on.fetch_sub(1, Relaxed);
        Ok(())
    }

    fn read(&mut self, values: &mut [u64]) -> io::Result<Times> {
        assert!(self.on.get(), "what is off is read in another time");
        assert_eq!(values.len(), self.members);
        self.machine.pass(READ_NS + MEMBER_NS * self.members as u64);
        Ok(Times::default())
    }

    fn read_here(&self, _: usize) -> Result<Count, NotNow> {
        self.machine.pass(HERE_NS);
        self.machine.here.map(|()| Count::default())
    }
}

impl Kernel for Machine {
    fn monotonic_ns(&self) -> u64 {
        self.now.fetch_add(CLOCK_NS, Relaxed) + CLOCK_NS
    }

    fn process_cpu_ns(&self) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn usage_of_self(&self) -> io::Result<Usage> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn page_bytes(&self) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn open_group(&self, members: &Members<'_>) -> io::Result<Box<dyn Group>> {
        let refused = io::Error::from_raw_os_error;
        if self.user_mode_only && !members.exclude_kernel {
            return Err(refused(errno::ACCES));
        }
        for event in members.events {
            match event {
                Event::Hardware(_) => self.hardware.map_err(refused)?,
                _ => self.software.map_err(refused)?,
            }
        }
        let members = members.events.len();
        Ok(Box::new(Opened { machine: self.clone(), members, on: Cell::new(false) }))
    }

    fn cycles(&self) -> Option<u64> {
        self.cycles.then(|| {
            self.pass(CYCLES_NS);
            0
        })
    }

    fn system_call(&self) -> io::Result<()> {
        self.pass(CALL_NS);
        Ok(())
    }
}

/// Numbers that mean the same on every Linux.
mod errno {
    pub(super) const PERM: i32 = 1;
    pub(super) const NOENT: i32 = 2;
    pub(super) const ACCES: i32 = 13;
}

fn known(cost: &Fact<Cost>) -> &Cost {
    cost.value().unwrap_or_else(|| panic!("{cost:?}"))
}

fn absence(cost: &Fact<Cost>) -> &Absence {
    cost.absence().unwrap_or_else(|| panic!("{cost:?}"))
}

#[test]
fn each_cost_is_what_one_time_takes() {
    let costs = Machine::new().costs(&[]);
    for (cost, ns) in [
        (&costs.system_call, CALL_NS),
        (&costs.clock_read, CLOCK_NS),
        (&costs.clock_step, CLOCK_NS),
        (&costs.cycle_counter_read, CYCLES_NS),
        (&costs.counter_switch, 2 * SWITCH_NS),
        (&costs.group_switch, 2 * SWITCH_NS),
        (&costs.counter_read, READ_NS + MEMBER_NS),
        (&costs.group_read, READ_NS + 6 * MEMBER_NS),
        (&costs.user_read, HERE_NS),
    ] {
        let cost = known(cost);
        // The clock that ends a sample takes its part, too.
        assert!((cost.median_ns - ns as f64).abs() < 0.5, "{ns}: {cost:?}");
        assert!(cost.min_ns <= cost.median_ns && cost.mad_ns < 0.1, "{cost:?}");
        assert_eq!(cost.n, SAMPLES as u64);
        assert!(cost.times as f64 * cost.median_ns < 1e6 && !cost.what.is_empty(), "{cost:?}");
    }
    assert!(known(&costs.group_read).what.matches("PERF_COUNT_HW_").count() == 6);
}

#[test]
fn without_a_pmu_the_kernels_own_events_stand_in_and_say_so() {
    let machine = Machine { hardware: Err(errno::NOENT), ..Machine::new() };
    let costs = machine.costs(&[]);
    let cost = known(&costs.group_read);
    assert!((cost.median_ns - (READ_NS + 4 * MEMBER_NS) as f64).abs() < 0.5, "{cost:?}");
    assert!(cost.what.contains("no hardware event can be opened"), "{cost:?}");
    let absence = absence(&costs.user_read);
    assert_eq!(absence.cause, Cause::NoHardware, "{absence}");
    assert!(absence.reason.contains("no core PMU"), "{absence}");
}

#[test]
fn user_mode_alone_is_counted_where_no_more_is_permitted() {
    let costs = Machine { user_mode_only: true, ..Machine::new() }.costs(&[]);
    assert!(known(&costs.user_read).what.contains("(user mode)"), "{costs:?}");
}

#[test]
fn what_is_refused_names_its_gate_and_the_rest_is_measured() {
    let (hardware, software) = (Err(errno::ACCES), Err(errno::ACCES));
    let machine = Machine { hardware, software, ..Machine::new() };
    let costs = machine.costs(&[("proc/sys/kernel/perf_event_paranoid", "3\n")]);
    for cost in [&costs.counter_switch, &costs.group_read, &costs.user_read] {
        let absence = absence(cost);
        assert_eq!(absence.cause, Cause::Denied);
        assert!(
            absence.gate.as_deref().unwrap_or_default().contains("paranoid is 3"),
            "{absence:?}"
        );
    }
    known(&costs.system_call);
    known(&costs.clock_step);
}

#[test]
fn each_reason_why_user_mode_reads_nothing_is_told_apart() {
    let access = ("proc/sys/kernel/perf_user_access", "0\n");
    let rdpmc = ("sys/bus/event_source/devices/cpu/rdpmc", "0\n");
    for (why, file, cause, part) in [
        (NotNow::Withheld, Some(access), Cause::Denied, "kernel.perf_user_access is 0"),
        (NotNow::OffHardware, Some(access), Cause::Denied, "kernel.perf_user_access is 0"),
        (NotNow::Withheld, Some(rdpmc), Cause::Denied, "rdpmc is 0"),
        (NotNow::Withheld, None, Cause::NoKernelSupport, "cap_user_rdpmc"),
        (NotNow::OffHardware, None, Cause::Busy, "others have them"),
        (NotNow::NoTimes, None, Cause::NoKernelSupport, "cap_user_time"),
        (NotNow::Unmapped(errno::PERM), None, Cause::Denied, "mlock_kb"),
        (NotNow::Unmapped(errno::NOENT), None, Cause::NoKernelSupport, "cannot be mapped"),
        (NotNow::Torn, None, Cause::Lost, "every attempt"),
        (NotNow::Unknown, None, Cause::NotImplemented, "not known"),
    ] {
        let files: Vec<_> = file.into_iter().collect();
        let costs = Machine { here: Err(why), ..Machine::new() }.costs(&files);
        let absence = absence(&costs.user_read);
        assert_eq!(absence.cause, cause, "{why:?}: {absence}");
        let told = format!("{absence} {}", absence.gate.as_deref().unwrap_or_default());
        assert!(told.contains(part), "{why:?}: {told}");
        known(&costs.counter_read);
    }
}

#[test]
fn an_architecture_without_a_cycle_counter_says_so() {
    let costs = Machine { cycles: false, ..Machine::new() }.costs(&[]);
    assert_eq!(absence(&costs.cycle_counter_read).cause, Cause::NotImplemented);
}

#[test]
fn a_clock_that_stands_still_gives_no_number() {
    let calls = Rc::new(Cell::new(0_u64));
    let counted = Rc::clone(&calls);
    let mut still = Sampled::new(
        "nothing".into(),
        Ok(Box::new(move |times| {
            counted.set(counted.get() + times);
            Ok(Taken { elapsed_ns: 0, value_ns: None })
        })),
    );
    still.sample();
    assert_eq!(absence(&still.cost()).cause, Cause::Implausible);
    assert!(calls.get() < 1 << 22, "it is given up: {}", calls.get());
}

#[test]
fn what_fails_on_the_way_is_absent_and_no_shorter_series() {
    let samples = Rc::new(Cell::new(0_u64));
    let seen = Rc::clone(&samples);
    let mut failing = Sampled::new(
        "it".into(),
        Ok(Box::new(move |times| {
            seen.set(seen.get() + 1);
            match seen.get() {
                1 => Ok(Taken { elapsed_ns: 60_000, value_ns: Some(60_000.0 / times as f64) }),
                2 => Ok(Taken { elapsed_ns: 60_000, value_ns: Some(1.0) }),
                _ => Err(Absence::new(Cause::Lost, "gone")),
            }
        })),
    );
    for _ in 0..5 {
        failing.sample();
    }
    assert_eq!(absence(&failing.cost()).reason, "gone");
    assert_eq!(samples.get(), 3, "nothing is asked for any more");
}

#[test]
fn here_the_floor_is_below_what_stands_on_it() {
    let costs = costs(&Root::live(), &Live);
    let clock = known(&costs.clock_read);
    assert!(clock.min_ns > 0.0 && clock.n == SAMPLES as u64, "{clock:?}");
    known(&costs.clock_step);
    if let (Some(call), Some(read)) = (costs.system_call.value(), costs.counter_read.value()) {
        assert!(call.min_ns <= read.min_ns, "{call:?} {read:?}");
    }
    if let (Some(one), Some(switch)) = (costs.counter_read.value(), costs.counter_switch.value()) {
        assert!(one.min_ns > 0.0 && switch.min_ns > 0.0);
    }
    // Whatever is absent says why.
    for (name, cost) in costs.all() {
        assert!(cost.absence().is_none_or(|absence| !absence.reason.is_empty()), "{name}");
    }
}
