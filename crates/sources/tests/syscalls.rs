//! System calls on an emulated kernel: what is asked for, and what becomes of each answer.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may; helpers of tests are tests")]

mod emulation;

use emulation::{Answer, Counters, Opening, Stepping, counts, usage};
use probity_host::root::Root;
use probity_model::{Absence, Availability, Cause, MetricId, Nanoseconds, Observation};
use probity_sources::{Context, Selection, Session, Span, Subject, SubjectKind, capabilities};
use probity_sys::counter::{Attributes, Counter, Event};
use probity_sys::kernel::Kernel;
use probity_sys::usage::Usage;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

const CHILD: Subject = Subject::Child { pid: 4242 };
const ID: &str = "sys/kernel/tracing/events/raw_syscalls/sys_enter/id";
const MOUNTED: (&str, &str) =
    ("proc/self/mountinfo", "31 24 0:12 / /sys/kernel/tracing rw - tracefs tracefs rw\n");
const PARANOID: (&str, &str) = ("proc/sys/kernel/perf_event_paranoid", "2\n");

/// A machine, and what was asked of it.
struct Machine {
    directory: tempfile::TempDir,
    context: Context,
    openings: Arc<Mutex<Vec<Opening>>>,
    open: Arc<AtomicUsize>,
}

/// What watches, all calls, `getpid` and `write` by the number of this architecture, or of none.
fn all() -> Counters {
    let [getpid, write] = numbers();
    let yes = |value| counts(value, 1_000_000, 1_000_000);
    Counters::default()
        .with("TaskClock", yes(1_000_000))
        .with("PageFaults", yes(310))
        .with("Tracepoint", yes(412))
        .with(&format!("id=={getpid}"), yes(100))
        .with(&format!("id=={write}"), yes(7))
}

const fn numbers() -> [u16; 2] {
    if cfg!(target_arch = "x86_64") { [39, 1] } else { [172, 64] }
}

/// The number that 32-bit programs end with.
const fn foreign_exit() -> u16 {
    if cfg!(target_arch = "x86_64") { 252 } else { 248 }
}

impl Machine {
    fn with(counters: Counters, files: &[(&str, &str)], refused: &[&str]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = directory.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let mut root = Root::at(directory.path());
        for path in refused {
            root = root.refusing(*path, io::ErrorKind::PermissionDenied);
        }
        let kernel = Stepping::with(counters);
        let (openings, open) = (Arc::clone(&kernel.openings), Arc::clone(&kernel.open));
        Self { directory, context: Context::of(root, kernel), openings, open }
    }

    fn new(counters: Counters) -> Self {
        Self::with(counters, &[MOUNTED, PARANOID, (ID, "349\n")], &[])
    }

    /// One whose kernel answers as `later` would once the switch is set.
    fn switched(counters: Counters, later: Counters) -> (Self, Arc<AtomicBool>) {
        let machine = Self::new(Counters::default());
        let mut kernels = [counters, later].map(Stepping::with);
        for kernel in &mut kernels {
            (kernel.openings, kernel.open) =
                (Arc::clone(&machine.openings), Arc::clone(&machine.open));
        }
        let switch = Arc::new(AtomicBool::new(false));
        let kernel = Switched { kernels, switch: Arc::clone(&switch) };
        let context = Context::of(Root::at(machine.directory.path()), kernel);
        (Self { context, ..machine }, switch)
    }

    fn session(&self, selectors: &str) -> Session {
        let selection = Selection::parse(Some(selectors)).unwrap();
        Session::open(&self.context, SubjectKind::Child, &selection)
    }

    fn measure(&self, selectors: &str) -> BTreeMap<MetricId, Observation> {
        self.window(&self.session(selectors))
    }

    fn window(&self, session: &Session) -> BTreeMap<MetricId, Observation> {
        self.openings.lock().unwrap().clear();
        let started = session.start(CHILD, Some(usage(0)));
        let span = Span { start: Nanoseconds(1), end: Nanoseconds(2) };
        session.stop(started, span, || Ok::<_, ()>(usage(1))).unwrap()
    }

    fn absence(&self, id: &'static str) -> Absence {
        match &self.measure(id)[&MetricId::new(id)] {
            Observation::Unavailable(absence) => absence.clone(),
            other => panic!("{id}: {other:?}"),
        }
    }
}

/// Two kernels, one after the other.
struct Switched {
    kernels: [Stepping; 2],
    switch: Arc<AtomicBool>,
}

impl Switched {
    fn now(&self) -> &Stepping {
        &self.kernels[usize::from(self.switch.load(Ordering::Relaxed))]
    }
}

impl Kernel for Switched {
    fn monotonic_ns(&self) -> u64 {
        self.now().monotonic_ns()
    }

    fn process_cpu_ns(&self) -> io::Result<u64> {
        self.now().process_cpu_ns()
    }

    fn cpu_ns_of(&self, pid: u32) -> io::Result<u64> {
        self.now().cpu_ns_of(pid)
    }

    fn usage_of_self(&self) -> io::Result<Usage> {
        self.now().usage_of_self()
    }

    fn page_bytes(&self) -> io::Result<u64> {
        self.now().page_bytes()
    }

    fn open_counter(
        &self,
        attributes: &Attributes,
        thread: Option<u32>,
        leader: Option<&dyn Counter>,
    ) -> io::Result<Box<dyn Counter>> {
        self.now().open_counter(attributes, thread, leader)
    }
}

fn value(observations: &BTreeMap<MetricId, Observation>, id: &'static str) -> Option<u64> {
    observations[&MetricId::new(id)].measured().and_then(|measured| measured.value.as_integer())
}

#[test]
fn names_are_filters_of_the_one_tracepoint() {
    let machine = Machine::new(all());
    let found = machine.measure("syscalls.total,syscalls.getpid,syscalls.write,syscalls.read");
    assert_eq!(value(&found, "syscalls.total"), Some(412));
    assert_eq!(value(&found, "syscalls.getpid"), Some(100));
    assert_eq!(value(&found, "syscalls.write"), Some(7));
    assert_eq!(value(&found, "syscalls.read"), Some(0), "a measured zero");
    let openings = machine.openings.lock().unwrap();
    let is_ours = |opening: &&Opening| matches!(opening.attributes.event, Event::Tracepoint(_));
    let ours: Vec<&Opening> = openings.iter().filter(is_ours).collect();
    assert_eq!(ours.len(), 5, "and one that watches for 32-bit programs");
    for Opening { attributes, thread, leader, .. } in ours {
        assert_eq!(attributes.event, Event::Tracepoint(349));
        assert!(attributes.disabled && attributes.enable_on_exec && attributes.inherit);
        assert!(!attributes.exclude_kernel, "the tracepoint is met in the kernel");
        assert_eq!((*thread, *leader), (Some(4242), None));
    }
    assert_eq!(machine.open.load(Ordering::Relaxed), 0, "all are closed again");
}

#[test]
fn all_names_are_had_at_once() {
    let machine = Machine::new(all());
    let found = machine.measure("syscalls.*");
    assert!(found.len() > 360, "{}", found.len());
    let measured = found.values().filter(|found| found.measured().is_some()).count();
    assert!(measured > 320, "{measured}");
    let others = found.values().filter(|found| found.measured().is_none());
    for other in others {
        let Observation::NotApplicable { reason } = other else { panic!("{other:?}") };
        assert_eq!(reason, "this architecture has no such system call");
    }
    assert_eq!(value(&found, "syscalls.getpid"), Some(100));
}

/// How many counters of the tracepoint the last window had.
fn looked_for(machine: &Machine) -> usize {
    let is_ours = |opening: &&Opening| matches!(opening.attributes.event, Event::Tracepoint(_));
    machine.openings.lock().unwrap().iter().filter(is_ours).count()
}

#[test]
fn names_that_nothing_is_left_for_are_zero_without_a_counter() {
    // All that is made has a name: 100 and 7.
    let machine = Machine::new(all().with("Tracepoint", counts(107, 1_000_000, 1_000_000)));
    let session = machine.session("syscalls.*");
    let first = machine.window(&session);
    assert!(looked_for(&machine) > 320, "the first run looks for all");
    let second = machine.window(&session);
    assert!(looked_for(&machine) < 30, "{}", looked_for(&machine));
    for (id, observation) in &first {
        let [one, other] = [observation, &second[id]].map(Observation::measured);
        assert_eq!(one.map(|it| it.value), other.map(|it| it.value), "{id}");
    }
    let source = |found: &BTreeMap<_, Observation>, id| {
        found[&MetricId::new(id)].measured().map(|measured| measured.source.clone()).unwrap()
    };
    assert!(source(&second, "syscalls.getpid").ends_with("by id)"));
    assert!(source(&second, "syscalls.reboot").contains("add up to"), "what is read is said");
    assert!(source(&first, "syscalls.reboot").ends_with("by id)"));
}

#[test]
fn names_that_something_is_left_for_are_absent_until_they_are_looked_for() {
    // 305 calls have a number without a name: then no sum ever tells.
    let machine = Machine::new(all());
    let session = machine.session("syscalls.*");
    for _ in 0..3 {
        let found = machine.window(&session);
        assert!(looked_for(&machine) > 320, "every run looks for all");
        assert_eq!(value(&found, "syscalls.reboot"), Some(0));
    }
}

#[test]
fn a_name_that_was_never_made_before_is_not_taken_for_zero() {
    let sum = |value| all().with("Tracepoint", counts(value, 1_000_000, 1_000_000));
    let (machine, switch) = Machine::switched(sum(107), sum(109));
    let session = machine.session("syscalls.*");
    let _ = machine.window(&session);
    switch.store(true, Ordering::Relaxed);
    let second = machine.window(&session);
    assert_eq!(value(&second, "syscalls.getpid"), Some(100), "what was looked for is exact");
    let Observation::Unavailable(absence) = &second[&MetricId::new("syscalls.reboot")] else {
        panic!("{second:?}")
    };
    assert_eq!(absence.cause, Cause::Lost);
    assert!(absence.reason.starts_with("2 calls of this run were of names"), "{absence}");
    let third = machine.window(&session);
    assert!(looked_for(&machine) > 320, "the next run looks for all");
    assert_eq!(value(&third, "syscalls.reboot"), Some(0));
}

#[test]
fn tracefs_may_be_anywhere() {
    let elsewhere = ("proc/self/mountinfo", "31 24 0:12 / /my\\040place rw - tracefs none rw\n");
    let files = [elsewhere, ("my place/events/raw_syscalls/sys_enter/id", "17\n")];
    let machine = Machine::with(all(), &files, &[]);
    assert_eq!(value(&machine.measure("syscalls.total"), "syscalls.total"), Some(412));
    let event = machine.openings.lock().unwrap().last().unwrap().attributes.event;
    assert_eq!(event, Event::Tracepoint(17));
    for place in ["sys/kernel/debug/tracing", "sys/kernel/tracing"] {
        let file = format!("{place}/events/raw_syscalls/sys_enter/id");
        let machine = Machine::with(all(), &[(&file, "17\n")], &[]);
        assert_eq!(value(&machine.measure("syscalls.total"), "syscalls.total"), Some(412));
    }
}

/// What the reason, the gate and the remedy say, where they are known.
fn told(absence: &Absence) -> [String; 3] {
    let text = |part: &Option<String>| part.clone().unwrap_or_default();
    [absence.reason.clone(), text(&absence.gate), text(&absence.remedy)]
}

#[test]
fn each_gate_is_told_apart_with_its_remedy() {
    let id = "/sys/kernel/tracing/events/raw_syscalls/sys_enter/id";
    let whole = [MOUNTED, PARANOID, (ID, "349\n")];
    let known = ("proc/filesystems", "nodev\ttracefs\n");
    let confined = ("sys/kernel/security/lockdown", "none integrity [confidentiality]\n");
    let open = ("proc/sys/kernel/perf_event_paranoid", "-1\n");
    let denied = || all().with("Tracepoint", Answer::Refused(13));
    let nothing = || denied().with("TaskClock", Answer::Refused(1));
    let unfiltered =
        || all().with("id==0", Answer::Refused(22)).with("id==63", Answer::Refused(22));
    let crowded = || all().with("Tracepoint", Answer::Refused(24));
    let closed = &[id][..];
    for (counters, files, refused, cause, parts) in [
        (
            all(),
            &[PARANOID, known][..],
            &[][..],
            Cause::NoKernelSupport,
            ["not mounted", "", "mount -t tracefs"],
        ),
        (
            all(),
            &[PARANOID, ("proc/filesystems", "\text4\n")],
            &[],
            Cause::NoKernelSupport,
            ["the kernel has no tracefs", "", "CONFIG_EVENT_TRACING"],
        ),
        (
            all(),
            &[MOUNTED, PARANOID],
            &[],
            Cause::NoKernelSupport,
            ["no tracepoint raw_syscalls:sys_enter", "", "CONFIG_FTRACE_SYSCALLS"],
        ),
        (
            all(),
            &whole,
            closed,
            Cause::Denied,
            [
                "/sys/kernel/tracing",
                "permission to read /sys/kernel/tracing",
                "sysctl kernel.perf_event_paranoid=1",
            ],
        ),
        (
            all(),
            &[MOUNTED, PARANOID, (ID, "349\n"), confined],
            closed,
            Cause::Denied,
            ["/sys/kernel/tracing", "lockdown", "lockdown=integrity"],
        ),
        (
            denied(),
            &whole,
            &[],
            Cause::Denied,
            ["in the kernel", "kernel.perf_event_paranoid is 2", "sysctl"],
        ),
        (
            denied(),
            &[MOUNTED, open, (ID, "349\n")],
            &[],
            Cause::Denied,
            ["is -1", "seccomp", "permit"],
        ),
        (nothing(), &whole, &[], Cause::Denied, ["is 2", "seccomp", "permit"]),
        (
            all(),
            &[MOUNTED, PARANOID, (ID, "many\n")],
            &[],
            Cause::Implausible,
            ["makes no sense", "", ""],
        ),
        (unfiltered(), &whole, &[], Cause::NoKernelSupport, ["apart by their numbers", "", ""]),
        (crowded(), &whole, &[], Cause::Busy, ["no more files", "", "ulimit -n"]),
    ] {
        let absence = Machine::with(counters, files, refused).absence("syscalls.read");
        assert_eq!(absence.cause, cause, "{absence:?}");
        for (found, part) in told(&absence).iter().zip(parts) {
            assert!(found.contains(part) && found.is_empty() == part.is_empty(), "{absence:?}");
        }
    }
}

#[test]
fn where_the_level_is_low_enough_the_remedy_leaves_it_alone() {
    let id = "/sys/kernel/tracing/events/raw_syscalls/sys_enter/id";
    let low = ("proc/sys/kernel/perf_event_paranoid", "1\n");
    let machine = Machine::with(all(), &[MOUNTED, low, (ID, "349\n")], &[id]);
    let [_, _, remedy] = told(&machine.absence("syscalls.total"));
    assert!(remedy.contains("mount -o remount,mode=755") && !remedy.contains("sysctl"), "{remedy}");
}

#[test]
fn thirty_two_bit_programs_have_a_total_and_no_names() {
    let exit = format!("id=={}", foreign_exit());
    let machine = Machine::new(all().with(&exit, counts(1, 1_000_000, 1_000_000)));
    let found = machine.measure("syscalls.total,syscalls.getpid");
    assert_eq!(value(&found, "syscalls.total"), Some(412));
    let Observation::Unavailable(absence) = &found[&MetricId::new("syscalls.getpid")] else {
        panic!("{found:?}")
    };
    assert_eq!(absence.cause, Cause::Implausible);
    assert!(absence.reason.contains("32-bit program"), "{absence}");
    // Who cannot look for them does not know.
    let blind = Machine::new(all().with(&exit, Answer::Refused(22)));
    assert_eq!(blind.absence("syscalls.getpid").cause, Cause::NoKernelSupport);
}

#[test]
fn counters_that_the_kernel_took_away_or_that_are_dead_are_absent() {
    let machine = Machine::new(all().with("PageFaults", counts(0, 50_000, 50_000)));
    for id in ["syscalls.total", "syscalls.getpid"] {
        let absence = machine.absence(id);
        assert_eq!(absence.cause, Cause::Denied);
        assert!(absence.reason.contains("set-uid"), "{absence}");
    }
    let dead = Machine::new(all().with("Tracepoint", counts(0, 1_000_000, 1_000_000)));
    assert_eq!(dead.absence("syscalls.total").cause, Cause::Implausible);
    let never = Machine::new(all().with("Tracepoint", counts(0, 0, 0)));
    assert_eq!(never.absence("syscalls.total").cause, Cause::Lost);
}

#[test]
fn nobody_is_asked_for_what_was_not_named() {
    let machine = Machine::new(all());
    for selection in [
        Selection::parse(None).unwrap(),
        Selection::parse(None).unwrap().with_counters(),
        Selection::parse(Some("perf.*")).unwrap(),
    ] {
        let report = capabilities(&machine.context, SubjectKind::Child, &selection);
        assert!(report.sources.iter().all(|source| source.source != "syscalls"));
    }
    let is_ours = |opening: &Opening| matches!(opening.attributes.event, Event::Tracepoint(_));
    assert!(!machine.openings.lock().unwrap().iter().any(is_ours), "to close one takes long");
    let report = capabilities(&machine.context, SubjectKind::Child, &Selection::all());
    let told: Vec<&str> = report
        .metrics()
        .map(|report| report.metric.id.as_str())
        .filter(|id| id.starts_with("syscalls."))
        .collect();
    assert_eq!(told, ["syscalls.total"]);
    let found = report.metric("syscalls.total").unwrap();
    assert_eq!(found.availability, Availability::Available);
    assert_eq!(machine.open.load(Ordering::Relaxed), 0);
    assert!(machine.directory.path().exists());
}
