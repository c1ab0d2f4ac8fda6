//! Counters on an emulated kernel: what is asked for, and what becomes of each answer.
//!
//! What is passed to the kernel for each event is compared with `tests/attributes/ID.txt`;
//! `PROBITY_REGENERATE=1` writes those files anew.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may; helpers of tests are tests")]

mod emulation;

use emulation::{Answer, Counters, Opening, Stepping, counts, usage};
use probity_host::root::Root;
use probity_model::{
    Absence, Availability, Cause, MetricId, Nanoseconds, Observation, Quality, Scope,
};
use probity_sources::{Context, Selection, Session, Span, Subject, SubjectKind, capabilities};
use probity_sys::counter::{Count, Event, Software};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// A machine with counters, and what was asked of it.
struct Machine {
    _directory: tempfile::TempDir,
    context: Context,
    openings: Arc<Mutex<Vec<Opening>>>,
    open: Arc<AtomicUsize>,
}

/// Everything counts, all of the time.
fn all() -> Counters {
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/hosts/bare-x86/counters");
    Counters::parse(&std::fs::read_to_string(fixture).unwrap())
}

impl Machine {
    /// One whose files below `/proc` are these.
    fn with(counters: Counters, files: &[(&str, &str)]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = directory.path().join("proc").join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let kernel = Stepping::with(counters);
        let (openings, open) = (Arc::clone(&kernel.openings), Arc::clone(&kernel.open));
        let context = Context::of(Root::at(directory.path()), kernel);
        Self { _directory: directory, context, openings, open }
    }

    fn new(counters: Counters) -> Self {
        Self::with(counters, &[("sys/kernel/perf_event_paranoid", "2\n")])
    }

    fn session(&self, selectors: &str) -> Session {
        let selection = Selection::parse(Some(selectors)).unwrap();
        let session = Session::open(&self.context, SubjectKind::Child, &selection);
        self.openings.lock().unwrap().clear();
        session
    }

    /// What was asked for the metrics: all but the clock and the faults that watch over them, which
    /// come first.
    fn asked(&self) -> Vec<Opening> {
        let openings = self.openings.lock().unwrap();
        let (clock, others) = openings.split_first().unwrap();
        assert!(!clock.attributes.disabled && clock.attributes.exclude_kernel, "{clock:?}");
        let opened = others.iter().position(|opening| opening.number.is_some()).unwrap();
        let (faults, others) = others.split_at(opened + 1);
        for opening in faults {
            assert_eq!(opening.attributes.event, Event::Software(Software::PageFaults));
            assert!(opening.attributes.enable_on_exec && opening.attributes.inherit);
        }
        others.to_vec()
    }

    fn measure(&self, selectors: &str) -> BTreeMap<MetricId, Observation> {
        let session = self.session(selectors);
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

const CHILD: Subject = Subject::Child { pid: 4242 };

const EVENTS: [&str; 10] = [
    "perf.cycles",
    "perf.instructions",
    "perf.branches",
    "perf.branch_misses",
    "perf.cache_references",
    "perf.cache_misses",
    "perf.task_clock",
    "perf.page_faults",
    "perf.context_switches",
    "perf.cpu_migrations",
];

fn value(observations: &BTreeMap<MetricId, Observation>, id: &'static str) -> Option<u64> {
    observations[&MetricId::new(id)].measured().and_then(|measured| measured.value.as_integer())
}

/// Everything that the kernel was asked for `id`, as it was passed.
fn passed(id: &str) -> String {
    let denied = || Counters { kernel_denied: Some(13), ..all() };
    let mut text = String::new();
    for (title, counters, selectors) in [
        ("alone", all(), id.to_owned()),
        ("alone, where the kernel's part is denied", denied(), id.to_owned()),
        ("with all others", all(), "perf.*".to_owned()),
    ] {
        let machine = Machine::new(counters);
        let _ = machine.measure(&selectors);
        let place = EVENTS.iter().position(|event| *event == id).unwrap();
        let openings = machine.asked();
        let theirs = match title {
            "with all others" => &openings[place..=place],
            _ => &openings[..],
        };
        for Opening { attributes, thread, leader, number, .. } in theirs {
            let number = if number.is_some() { "opened" } else { "refused" };
            let leader = if leader.is_some() { "in a group" } else { "in no group" };
            text += &format!("# {title}: {number}, {leader}, of thread {}\n", thread.unwrap());
            text += &format!("{attributes}\n");
        }
    }
    text
}

#[test]
fn what_is_passed_to_the_kernel_is_what_the_files_say() {
    for id in EVENTS {
        let path = format!("{}/tests/attributes/{id}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = passed(id);
        if std::env::var_os("PROBITY_REGENERATE").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(text, expected, "{id} differs; PROBITY_REGENERATE=1 writes it anew");
    }
    for (selector, id) in NAMED {
        let path = format!("{}/tests/attributes/{id}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = passed_for_named(selector);
        if std::env::var_os("PROBITY_REGENERATE").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(text, expected, "{id} differs; PROBITY_REGENERATE=1 writes it anew");
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attributes");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), EVENTS.len() + NAMED.len());
}

/// Selectors of events on the emulated host `hybrid-x86`, and their ids.
const NAMED: [(&str, &str); 9] = [
    ("perf.instructions", "hybrid.perf.instructions"),
    ("perf.raw.r1c2", "perf.raw.r1c2"),
    ("perf.raw.r1c2:k", "perf.raw.r1c2.kernel"),
    ("cpu_atom/event=0xc0,umask=0x1/u", "pmu.cpu_atom.event_0xc0.umask_0x1.user"),
    ("msr/tsc/", "pmu.msr.tsc"),
    ("power/energy-pkg/", "pmu.power.energy_pkg"),
    ("uncore_imc_0/filtered,umask=0x32/", "pmu.uncore_imc_0.filtered.umask_0x32"),
    ("msr/config=1,config1=2,config2=3/", "pmu.msr.config_0x1.config1_0x2.config2_0x3"),
    ("msr/config3=0x4/", "pmu.msr.config3_0x4"),
];

/// All that the kernel of `hybrid-x86` was asked for `selector`, as it was passed.
fn passed_for_named(selector: &str) -> String {
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/hosts/hybrid-x86");
    let counters = std::fs::read_to_string(format!("{fixture}/counters")).unwrap();
    let kernel = Stepping::with(Counters::parse(&counters));
    let openings = Arc::clone(&kernel.openings);
    let context = Context::of(Root::at(fixture), kernel);
    let selection = Selection::parse(Some(selector)).unwrap();
    let session = Session::open(&context, SubjectKind::Child, &selection);
    openings.lock().unwrap().clear();
    drop(session.start(CHILD, Some(usage(0))));
    let mut text = String::new();
    // The clock and the faults come first.
    for Opening { attributes, thread, leader, cpu, .. } in &openings.lock().unwrap()[2..] {
        let place = match (cpu, thread) {
            (Some(cpu), _) => format!("whatever happens on CPU {cpu}"),
            (None, thread) => format!("thread {}", thread.unwrap()),
        };
        let leader = if leader.is_some() { "in a group" } else { "in no group" };
        text += &format!("# {leader}, of {place}\n{attributes}\n");
    }
    text
}

const LEVEL: &str = "sysctl kernel.perf_event_paranoid=1, or the capability CAP_PERFMON";

/// errno, cause and part of the reason for a hardware event and for a software event.
#[test]
fn each_refusal_has_its_own_reason() {
    use Cause::{Busy, Denied, Lost, NoHardware, NoKernelSupport};
    let table = [
        (2, NoHardware, "no core PMU", NoKernelSupport, "no such software event"),
        (19, NoHardware, "no core PMU", NoKernelSupport, "no such software event"),
        (6, NoHardware, "no core PMU", NoKernelSupport, "no such software event"),
        (13, Denied, "although kernel.perf", Denied, "although kernel.perf"),
        (1, Denied, "although kernel.perf", Denied, "although kernel.perf"),
        (22, NoKernelSupport, "invalid argument", NoKernelSupport, "invalid argument"),
        (16, Busy, "reserved the counters", Busy, "it needs no hardware"),
        (24, Busy, "no more files", Busy, "no more files"),
        (23, Busy, "no more files", Busy, "no more files"),
        (38, Denied, "seccomp", Denied, "seccomp"),
        (95, NoHardware, "cannot count", NoHardware, "cannot count"),
        (7, NoKernelSupport, "too old", NoKernelSupport, "too old"),
        (3, Lost, "ended before", Lost, "ended before"),
        (5, NoKernelSupport, "perf_event_open failed", NoKernelSupport, "perf_event_open failed"),
    ];
    for (errno, of_hardware, hardware_says, of_software, software_says) in table {
        let refused = |events: &[&str]| {
            let refuse = |all: Counters, event: &&str| all.with(event, Answer::Refused(errno));
            Machine::new(events.iter().fold(all(), refuse))
        };
        let hardware = refused(&["Cycles", "Instructions"]);
        let software = refused(&["PageFaults"]);
        for (machine, id, cause, says) in [
            (&hardware, "perf.cycles", of_hardware, hardware_says),
            (&software, "perf.page_faults", of_software, software_says),
        ] {
            let absence = machine.absence(id);
            assert_eq!(absence.cause, cause, "errno {errno}, {id}: {absence}");
            assert!(absence.reason.contains(says), "errno {errno}, {id}: {absence}");
            assert_eq!(absence.gate.is_some(), cause == Denied, "errno {errno}: {absence:?}");
        }
    }
}

#[test]
fn the_gate_of_permission_is_named_with_its_level() {
    let refused = |level: &str, id| {
        let mut counters = all();
        for event in ["Cycles", "Instructions", "TaskClock", "PageFaults"] {
            counters = counters.with(event, Answer::Refused(13));
        }
        let level = [("sys/kernel/perf_event_paranoid", level)];
        let files = if level[0].1.is_empty() { &[][..] } else { &level[..] };
        Machine::with(counters, files).absence(id)
    };
    for (level, id, gate, remedy) in [
        ("4\n", "perf.cycles", "kernel.perf_event_paranoid is 4", LEVEL),
        ("3\n", "perf.task_clock", "kernel.perf_event_paranoid is 3", LEVEL),
        ("3\n", "perf.page_faults", "kernel.perf_event_paranoid is 3", LEVEL),
        // This level leaves user mode to everybody: something else has refused it, and so all.
        ("2\n", "perf.page_faults", "a seccomp filter or a security module", "--cap-add PERFMON"),
        ("2\n", "perf.task_clock", "a seccomp filter or a security module", "--cap-add PERFMON"),
        ("1\n", "perf.page_faults", "a seccomp filter or a security module", "--cap-add PERFMON"),
        ("-1\n", "perf.cycles", "a seccomp filter or a security module", "--cap-add PERFMON"),
        ("", "perf.cycles", "perf_event_open", LEVEL),
    ] {
        let absence = refused(level, id);
        assert_eq!(absence.cause, Cause::Denied, "{level}{id}: {absence}");
        assert_eq!(absence.gate.as_deref(), Some(gate), "{level}{id}");
        assert!(absence.remedy.unwrap().contains(remedy), "{level}{id}");
    }
}

#[test]
fn who_holds_the_capability_is_not_told_to_get_it() {
    let refused = |level: &str, capabilities: &str, map: &str, of_kernel: bool| {
        let counters = if of_kernel {
            Counters { kernel_denied: Some(13), ..all() }
        } else {
            all().with("TaskClock", Answer::Refused(1))
        };
        let status = format!("Name:\tprobity\nCapEff:\t{capabilities}\n");
        let files = [
            ("sys/kernel/perf_event_paranoid", level),
            ("self/status", &status),
            ("self/uid_map", map),
        ];
        Machine::with(counters, &files).absence("perf.page_faults")
    };
    let (all_users, one_user) = ("         0          0 4294967295\n", "0 1000 1\n");
    let (perfmon, none) = ("0000004000000000", "0000000000000000");
    for (level, capabilities, map, of_kernel, is_filter) in [
        ("3\n", perfmon, all_users, false, true),
        ("2\n", perfmon, all_users, true, true),
        ("2\n", none, all_users, false, true),
        ("3\n", none, all_users, false, false),
        ("2\n", none, all_users, true, false),
        // Root of a container that is nobody outside.
        ("3\n", "000001ffffffffff", one_user, false, false),
        ("2\n", "000001ffffffffff", one_user, true, false),
    ] {
        let absence = refused(level, capabilities, map, of_kernel);
        let gate = absence.gate.as_deref().unwrap();
        assert_eq!(gate.contains("seccomp"), is_filter, "{level}{capabilities}: {absence:?}");
        let remedy = absence.remedy.as_deref().unwrap();
        assert_eq!(remedy == LEVEL, !is_filter, "{level}{capabilities}: {absence:?}");
        let is_held = absence.reason.contains("is held");
        assert_eq!(is_held, is_filter && capabilities == perfmon, "{absence:?}");
    }
}

#[test]
fn a_kernel_without_the_call_is_told_from_a_filter_that_hides_it() {
    let absence = Machine::with(Counters::default(), &[]).absence("perf.task_clock");
    assert_eq!((absence.cause, absence.gate), (Cause::NoKernelSupport, None));
    let absence = Machine::new(Counters::default()).absence("perf.task_clock");
    assert_eq!(absence.cause, Cause::Denied);
    assert_eq!(absence.gate.as_deref(), Some("a seccomp filter"));
}

#[test]
fn a_machine_without_a_pmu_says_it_once_and_one_with_a_poor_one_says_which_it_lacks() {
    let mut none = all();
    for event in
        ["Cycles", "Instructions", "Branches", "BranchMisses", "CacheReferences", "CacheMisses"]
    {
        none = none.with(event, Answer::Refused(2));
    }
    let hardware = "perf.cycles,perf.instructions,perf.branch*,perf.cache*,perf.ipc";
    for (cpuinfo, expected) in [
        ("flags\t\t: fpu\n", "this machine offers no core PMU"),
        (
            "flags\t\t: fpu hypervisor\n",
            "this machine offers no core PMU, as virtual machines often do not",
        ),
    ] {
        let machine = Machine::with(none.clone(), &[("cpuinfo", cpuinfo)]);
        let observations = machine.measure(hardware);
        for (id, observation) in observations.iter().filter(|(id, _)| id.as_str() != "time.wall") {
            let Observation::Unavailable(absence) = observation else { panic!("{id}") };
            assert_eq!(absence, &Absence::new(Cause::NoHardware, expected), "{id}");
        }
    }
    // As the emulated PMU of QEMU: cycles, and no instructions.
    let absence =
        Machine::new(none.with("Cycles", counts(5, 900_000, 900_000))).absence("perf.instructions");
    assert!(absence.reason.contains("the core PMU here counts no such event"), "{absence}");
}

#[test]
fn without_the_kernel_hardware_says_user_mode_and_kernel_events_are_absent() {
    let machine = Machine::new(Counters { kernel_denied: Some(13), ..all() });
    let observations = machine.measure("perf.*");
    let source = |id| &observations[&MetricId::new(id)].measured().unwrap().source;
    for id in &EVENTS[..6] {
        assert!(source(id).ends_with(", user mode only"), "{id}: {}", source(id));
    }
    // It is the same number with and without: nothing to say.
    assert!(!source("perf.task_clock").contains("user"));
    for id in &EVENTS[7..] {
        let observation = &observations[&MetricId::new(id)];
        let Observation::Unavailable(absence) = observation else { panic!("{observation:?}") };
        assert_eq!(absence.gate.as_deref(), Some("kernel.perf_event_paranoid is 2"));
    }
}

#[test]
fn hardware_events_are_one_group_and_software_events_are_in_none() {
    let machine = Machine::new(all());
    let _ = machine.measure("perf.*");
    let openings = machine.asked();
    let leader = openings[0].number;
    assert!(leader.is_some() && openings[0].leader.is_none());
    for opening in &openings[1..] {
        let hardware = matches!(opening.attributes.event, Event::Hardware(_));
        assert_eq!(opening.leader, leader.filter(|_| hardware), "{opening:?}");
        // A member is on with its leader; all others wait for the exec by themselves.
        let alone = opening.leader.is_none();
        assert_eq!(opening.attributes.enable_on_exec, alone);
        assert_eq!(opening.attributes.disabled, alone);
        assert!(opening.attributes.inherit);
        assert_eq!(opening.thread, Some(4242));
    }
}

/// What each of `turns` gave, of a session for `selectors`.
fn turns(machine: &Machine, selectors: &str, turns: u64) -> Vec<BTreeMap<MetricId, Observation>> {
    let mut session = machine.session(selectors);
    let measure = |turn| {
        session.take_turn(turn);
        let started = session.start(CHILD, Some(usage(0)));
        let span = Span { start: Nanoseconds(1), end: Nanoseconds(2) };
        session.stop(started, span, || Ok::<_, ()>(usage(1))).unwrap()
    };
    (0..turns).map(measure).collect()
}

/// The ids that have a value, but for the wall time.
fn measured(observations: &BTreeMap<MetricId, Observation>) -> Vec<&str> {
    let measured = observations.iter().filter(|(_, observation)| observation.measured().is_some());
    measured.map(|(id, _)| id.as_str()).filter(|id| *id != "time.wall").collect()
}

#[test]
fn what_does_not_fit_is_counted_in_turns_and_the_first_of_them_first() {
    // A group that is refused when it is too large, and one that opens and never runs.
    for counters in [Counters { room: Some(4), ..all() }, Counters { slots: Some(4), ..all() }] {
        let machine = Machine::new(counters);
        let software = &EVENTS[6..];
        let expected = |hardware: &[&'static str], ratio: &[&'static str]| {
            let mut ids = [hardware, software, ratio].concat();
            ids.sort_unstable();
            ids
        };
        let turns = turns(&machine, "perf.*", 3);
        assert_eq!(measured(&turns[0]), expected(&EVENTS[..4], &["perf.ipc"]));
        assert_eq!(measured(&turns[1]), expected(&EVENTS[4..6], &[]));
        assert_eq!(measured(&turns[2]), measured(&turns[0]), "and so on");
        let Observation::Unavailable(absence) = &turns[0][&MetricId::new("perf.cache_misses")]
        else {
            panic!("{turns:?}")
        };
        assert_eq!(absence.cause, Cause::NotRequested);
        assert!(absence.reason.contains("one of 2 parts"), "{absence}");
        let source = |id| &turns[1][&MetricId::new(id)].measured().unwrap().source;
        let says = "PERF_COUNT_HW_CACHE_MISSES), in part 2 of 2 of the counted runs";
        assert!(source("perf.cache_misses").ends_with(says), "{}", source("perf.cache_misses"));
        assert!(!source("perf.task_clock").contains("part"));
    }
}

#[test]
fn one_that_is_refused_by_itself_takes_no_others_with_it() {
    let machine =
        Machine::new(Counters { room: Some(4), ..all() }.with("Instructions", Answer::Refused(2)));
    let turns = turns(&machine, "perf.*", 2);
    assert!(measured(&turns[0]).starts_with(&["perf.branch_misses", "perf.branches"]));
    assert_eq!(measured(&turns[1])[0], "perf.cache_misses");
}

const RAW: [&str; 2] = ["perf.raw.r1c2", "perf.raw.rc0"];

fn with_raw(counters: Counters) -> Counters {
    counters
        .with("4:1c2", counts(50, 1_000_000, 1_000_000))
        .with("4:c0", counts(60, 1_000_000, 1_000_000))
}

#[test]
fn named_events_form_a_group_of_their_own_beside_the_table_s_or_take_turns_with_it() {
    let selectors = "perf.cycles,perf.instructions,perf.raw.r1c2,perf.raw.rC0";
    let machine = Machine::new(with_raw(all()));
    let observations = machine.measure(selectors);
    assert_eq!((value(&observations, RAW[0]), value(&observations, RAW[1])), (Some(50), Some(60)));
    let openings = machine.asked();
    let leaders: Vec<Option<i32>> = openings.iter().map(|opening| opening.leader).collect();
    let [first, third] = [openings[0].number, openings[2].number];
    assert_eq!(leaders, [None, first, None, third]);

    let machine = Machine::new(with_raw(Counters { slots: Some(3), ..all() }));
    let turns = turns(&machine, selectors, 2);
    assert_eq!(measured(&turns[0]), ["perf.cycles", "perf.instructions"]);
    assert_eq!(measured(&turns[1]), RAW);
}

#[test]
fn estimates_are_made_where_they_are_asked_for_and_say_so() {
    let machine = Machine::new(Counters { slots: Some(4), ..all() });
    let selection = Selection::parse(Some("perf")).unwrap().estimating(true);
    let session = Session::open(&machine.context, SubjectKind::Child, &selection);
    let started = session.start(CHILD, Some(usage(0)));
    let span = Span { start: Nanoseconds(1), end: Nanoseconds(2) };
    let observations = session.stop(started, span, || Ok::<_, ()>(usage(1))).unwrap();
    // Groups of four and of two run half of the time each: 0.5 of 1 ms is too little.
    let absence = |id| match &observations[&MetricId::new(id)] {
        Observation::Unavailable(absence) => absence.clone(),
        other => panic!("{id}: {other:?}"),
    };
    assert_eq!(absence("perf.cycles").cause, Cause::WindowTooShort);
    assert_eq!(absence("perf.ipc").cause, Cause::WindowTooShort);
    assert!(observations[&MetricId::new("perf.task_clock")].measured().is_some());

    let mut long = Counters { slots: Some(4), ..all() };
    for event in &["Cycles", "Instructions", "Branches", "BranchMisses", "CacheMisses"] {
        long = long.with(event, counts(1_000, 4_000_000, 4_000_000));
    }
    let machine = Machine::new(long.with("CacheReferences", counts(9_000, 4_000_000, 4_000_000)));
    let session = Session::open(&machine.context, SubjectKind::Child, &selection);
    let started = session.start(CHILD, Some(usage(0)));
    let observations = session.stop(started, span, || Ok::<_, ()>(usage(1))).unwrap();
    for (id, expected) in [("perf.cycles", 1_000), ("perf.cache_references", 9_000)] {
        let measured = observations[&MetricId::new(id)].measured().unwrap();
        let times = Quality::Estimated { enabled_ns: 4_000_000, running_ns: 2_000_000 };
        assert_eq!((measured.value.as_integer(), measured.quality), (Some(expected), times));
    }
    let ratio = observations[&MetricId::new("perf.ipc")].measured().unwrap();
    assert!(ratio.quality != Quality::Exact, "from estimates follows an estimate");
    let clock = observations[&MetricId::new("perf.task_clock")].measured().unwrap();
    assert_eq!(clock.quality, Quality::Exact, "the kernel counts all of the time");
}

#[test]
fn nothing_is_tried_for_what_only_asks_beforehand() {
    let machine = Machine::new(with_raw(Counters { slots: Some(2), ..all() }));
    let selection = Selection::parse(Some("all,perf.raw.r1c2")).unwrap();
    let report = capabilities(&machine.context, SubjectKind::Child, &selection);
    for id in EVENTS.into_iter().chain(["perf.raw.r1c2"]) {
        let found = report.metric(id).unwrap();
        assert_eq!(found.availability, Availability::Available, "{id} can be had, in its turn");
    }
    assert_eq!(machine.open.load(Ordering::Relaxed), 0);
}

#[test]
fn other_users_of_counters_are_named() {
    let machine = Machine::with(
        all().with("Cycles", counts(1, 1_000_000, 500_000)),
        &[("sys/kernel/perf_event_paranoid", "2\n"), ("77/comm", "profiler\n"), ("78/comm", "x\n")],
    );
    for (pid, target) in [("77", "anon_inode:[perf_event]"), ("78", "/dev/null")] {
        let folder = machine.context.root.path(&format!("/proc/{pid}/fd"));
        std::fs::create_dir_all(&folder).unwrap();
        std::os::unix::fs::symlink(target, folder.join("3")).unwrap();
    }
    let absence = machine.absence("perf.cycles");
    assert!(absence.reason.ends_with("profiler (process 77) may, too"), "{absence}");
}

#[test]
fn each_value_is_gated_by_its_own_times() {
    let machine = Machine::new(
        all()
            .with("Branches", counts(700, 1_000_000, 560_000))
            .with("BranchMisses", Answer::GivenUp)
            .with("CacheReferences", counts(0, 1_000_000, 0))
            .with("CacheMisses", counts(0, 1_000_000, 1_000_000))
            .with("Instructions", counts(0, 1_000_000, 1_000_000))
            .with("ContextSwitches", counts(0, 0, 0)),
    );
    let observations = machine.measure("perf.*");
    let cause = |id| match &observations[&MetricId::new(id)] {
        Observation::Unavailable(absence) => absence.cause,
        other => panic!("{id}: {other:?}"),
    };
    assert_eq!(cause("perf.branches"), Cause::Busy);
    assert_eq!(value(&observations, "perf.cache_misses"), Some(0), "a measured zero");
    assert_eq!(cause("perf.cache_references"), Cause::NeverScheduled);
    assert_eq!(cause("perf.branch_misses"), Cause::Lost);
    assert_eq!(cause("perf.instructions"), Cause::Implausible, "present but dead");
    assert_eq!(cause("perf.context_switches"), Cause::Lost, "never switched on");
    assert_eq!(cause("perf.ipc"), Cause::Implausible, "as what it follows from");
    assert_eq!(value(&observations, "perf.cycles"), Some(4_000_000));
}

#[test]
fn counters_that_the_kernel_took_away_are_absent() {
    // The program is charged with faults of which none was counted.
    let machine = Machine::new(
        all()
            .with("PageFaults", counts(0, 50_000, 50_000))
            .with("Cycles", counts(7_000, 20_000, 20_000)),
    );
    let observations = machine.measure("perf.*");
    for (id, observation) in observations.iter().filter(|(id, _)| id.as_str() != "time.wall") {
        let Observation::Unavailable(absence) = observation else { panic!("{id}") };
        assert_eq!(absence.cause, Cause::Denied, "{id}");
        assert!(absence.reason.contains("set-uid"), "{id}: {absence}");
    }
}

#[test]
fn edges_are_subtracted() {
    let start = Count { value: 600, enabled_ns: 70, running_ns: 20 };
    let end = Count { value: 1_600, enabled_ns: 1_000_070, running_ns: 1_000_020 };
    let machine = Machine::new(all().with("Cycles", Answer::Counts { start, end }));
    assert_eq!(value(&machine.measure("perf.cycles"), "perf.cycles"), Some(1_000));
}

#[test]
fn the_ratio_follows_from_the_runs_own_counts() {
    let machine = Machine::new(all());
    let observations = machine.measure("perf.ipc");
    let ids: Vec<&str> = observations.keys().map(|id| id.as_str()).collect();
    assert_eq!(ids, ["perf.cycles", "perf.instructions", "perf.ipc", "time.wall"]);
    let ratio = observations[&MetricId::new("perf.ipc")].measured().unwrap();
    assert_eq!(ratio.value.as_f64(), 2.25);
    assert_eq!(ratio.source, "perf.instructions over perf.cycles");
    let refused = Machine::new(all().with("Cycles", Answer::Refused(16)));
    assert_eq!(refused.absence("perf.ipc"), refused.absence("perf.cycles"));
}

#[test]
fn a_session_without_counted_metrics_opens_none() {
    let machine = Machine::new(all());
    let selection = Selection::all().timed();
    let mut session = Session::open(&machine.context, SubjectKind::Child, &selection);
    session.calibrate();
    drop(session.start(CHILD, Some(usage(0))));
    assert!(machine.openings.lock().unwrap().is_empty());
}

#[test]
fn windows_have_counters_of_their_own_and_leave_none_open() {
    let machine = Machine::new(all());
    let session = machine.session("perf.*");
    let open = || machine.open.load(Ordering::Relaxed);
    assert_eq!(open(), 0);
    let first = session.start(CHILD, Some(usage(0)));
    let second = session.start(Subject::Child { pid: 4343 }, Some(usage(0)));
    assert_eq!(open(), 2 * (EVENTS.len() + 2), "the events, and the two that watch");
    drop(first);
    assert_eq!(open(), EVENTS.len() + 2);
    let span = Span { start: Nanoseconds(1), end: Nanoseconds(2) };
    let observations = session.stop(second, span, || Ok::<_, ()>(usage(1))).unwrap();
    assert_eq!(value(&observations, "perf.cycles"), Some(4_000_000));
    assert_eq!(open(), 0);
    let third = session.start(CHILD, Some(usage(0)));
    assert_eq!(session.stop(third, span, || Err("gone")), Err("gone"));
    assert_eq!(open(), 0, "a program that could not be reaped");
}

#[test]
fn asking_beforehand_opens_on_ourselves_and_leaves_nothing() {
    let machine = Machine::new(all().with("CacheMisses", Answer::Refused(2)));
    let report = capabilities(&machine.context, SubjectKind::Child, &Selection::all());
    assert_eq!(machine.open.load(Ordering::Relaxed), 0);
    let openings = machine.openings.lock().unwrap();
    assert!(openings.len() >= EVENTS.len());
    assert!(openings.iter().all(|opening| opening.thread.is_none()));
    let available = |id| report.metric(id).unwrap().availability == Availability::Available;
    assert!(available("perf.cycles") && available("perf.ipc") && !available("perf.cache_misses"));
}

#[test]
fn windows_in_this_process_count_the_calling_thread() {
    let machine = Machine::new(all());
    let selection = Selection::parse(Some("perf,perf.raw.r1c2")).unwrap();
    let session = Session::open(&machine.context, SubjectKind::ThisProcess, &selection);
    machine.openings.lock().unwrap().clear();
    let observations = session.stop_window(session.start_window());
    for id in EVENTS.into_iter().chain(["perf.ipc"]) {
        let observation = &observations[&MetricId::new(id)];
        let Observation::Measured(measured) = observation else { panic!("{id}: {observation:?}") };
        assert_eq!(measured.scope, Scope::ThreadTree, "{id}");
    }
    let named = &observations[&MetricId::new("perf.raw.r1c2")];
    let Observation::Unavailable(absence) = named else { panic!("{named:?}") };
    assert_eq!(absence.cause, Cause::NotImplemented);
    let openings = machine.openings.lock().unwrap();
    assert_eq!(openings.len(), EVENTS.len());
    for opening in openings.iter() {
        let attributes = &opening.attributes;
        assert!(attributes.disabled && attributes.inherit && !attributes.enable_on_exec);
        assert_eq!(opening.thread, None);
    }
}
