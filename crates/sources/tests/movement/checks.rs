//! What is checked.

use crate::measurement::{folder, measure, prepare};
use crate::program::{DELEGATED, Workload, spin, touch};
use probity_model::{Cause, MetricId, Observation};
use probity_sources::{Context, Selection, Session, SubjectKind};
use probity_testbed::skip_unless;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// How a metric is made to move.
enum How {
    /// By a live program, above this value.
    Live(Workload, u64),
    /// Not on demand on a live machine: `tests/hosts` shows it move on this emulated host.
    Emulated(&'static str),
    /// It never does, because it is not applicable.
    Inapplicable,
}
use How::{Emulated, Inapplicable, Live};

const MOVES: &[(&str, How)] = &[
    ("time.wall", Live(Workload::Sleep, 0)),
    ("time.cpu_user", Live(Workload::Spin, 0)),
    ("time.cpu_kernel", Live(Workload::Touch, 0)),
    ("time.cpu_total", Live(Workload::Spin, 0)),
    ("mem.peak_rss", Live(Workload::Touch, 64 << 20)),
    ("mem.minor_faults", Live(Workload::Touch, 0)),
    ("mem.major_faults", Live(Workload::Cold, 0)),
    ("sched.voluntary_switches", Live(Workload::Sleep, 19)),
    ("sched.involuntary_switches", Live(Workload::Crowd, 0)),
    ("sched.run_queue_wait", Live(Workload::Crowd, 0)),
    ("time.cpu_main_thread", Live(Workload::Spin, 0)),
    ("io.read_bytes", Live(Workload::Fetch, (1 << 20) - 1)),
    ("io.write_bytes", Live(Workload::Store, (1 << 20) - 1)),
    ("io.read_chars", Live(Workload::Fetch, (4 << 20) - 1)),
    ("io.write_chars", Live(Workload::Store, (1 << 20) - 1)),
    ("io.read_calls", Live(Workload::Fetch, 3)),
    ("io.write_calls", Live(Workload::Store, 3)),
    ("psi.io.some", Live(Workload::Store, 0)),
    ("psi.io.full", Live(Workload::Store, 0)),
    // Memory pressure needs a machine, or a cgroup, that is short of memory.
    ("psi.memory.some", Emulated("bare-x86")),
    ("psi.memory.full", Emulated("bare-x86")),
    ("psi.cpu.some", Live(Workload::Crowd, 0)),
    ("psi.cpu.full", Inapplicable),
    // No machine that runs these tests by default has RAPL, sensors, frequencies or a quota.
    ("energy.package", Emulated("bare-x86")),
    ("energy.core", Emulated("bare-x86")),
    ("energy.uncore", Emulated("bare-x86")),
    ("energy.dram", Emulated("server-x86")),
    ("energy.psys", Emulated("bare-x86")),
    ("throttle.core_events", Emulated("bare-x86")),
    ("throttle.package_events", Emulated("bare-x86")),
    ("throttle.cgroup_periods", Emulated("server-arm64")),
    ("throttle.cgroup_time", Emulated("server-arm64")),
    ("thermal.cpu", Emulated("bare-x86")),
    ("thermal.zone", Emulated("bare-x86")),
    ("power.sensor", Emulated("bare-x86")),
    ("energy.sensor", Emulated("bare-x86")),
    ("cpufreq.mean_at_end", Emulated("bare-x86")),
    ("cpufreq.highest_at_end", Emulated("bare-x86")),
    // No machine that runs these tests by default has a PMU.
    ("perf.cycles", Emulated("bare-x86")),
    ("perf.instructions", Emulated("bare-x86")),
    ("perf.branches", Emulated("bare-x86")),
    ("perf.branch_misses", Emulated("bare-x86")),
    ("perf.cache_references", Emulated("bare-x86")),
    ("perf.cache_misses", Emulated("bare-x86")),
    ("perf.task_clock", Live(Workload::Spin, 0)),
    ("perf.page_faults", Live(Workload::Touch, 0)),
    ("perf.context_switches", Live(Workload::Sleep, 19)),
    ("perf.cpu_migrations", Live(Workload::Crowd, 0)),
    ("perf.ipc", Emulated("bare-x86")),
    ("syscalls.total", Live(Workload::Ask, 100)),
];

/// How long a metric may take to move on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// The word that makes it a failure that the metric cannot move on this machine.
fn requirement(id: &str) -> &'static str {
    match id {
        "io.write_bytes" => "storage",
        "io.read_bytes" | "mem.major_faults" => "page-cache",
        "sched.run_queue_wait" | "time.cpu_main_thread" => "accounting",
        "perf.task_clock" => "user-counters",
        _ if id.starts_with("perf.") => "counters",
        _ if id.starts_with("syscalls.") => "tracefs",
        _ if id.starts_with("psi.") => "pressure",
        _ => "",
    }
}

pub(crate) fn value(observation: &Observation) -> Option<u64> {
    observation.measured().and_then(|measured| measured.value.as_integer())
}

/// Runs the workload until each of `waiting` has moved, or patience ends.
fn moves(session: &Session, workload: Workload, mut waiting: Vec<(&str, u64)>) {
    let place = folder();
    let start = Instant::now();
    loop {
        prepare(workload, place.path());
        let observations = measure(session, workload, place.path());
        let of = |id: &str| &observations[&MetricId(id.to_owned().into())];
        waiting.retain(|(id, above)| value(of(id)).is_none_or(|value| value <= *above));
        // Nothing here tells the tmpfs and the like from a fault of ours, so patience is short
        // where a machine may have an excuse.
        let excused = |id: &str| !requirement(id).is_empty();
        let patience = if waiting.iter().all(|(id, _)| excused(id)) { 3 } else { 1 };
        if waiting.is_empty() {
            return;
        }
        // What is not permitted, or not there, will not be by and by.
        let is_kept_away = |id: &str| match of(id) {
            Observation::Unavailable(absence) => {
                matches!(absence.cause, Cause::Denied | Cause::NoKernelSupport)
            }
            _ => false,
        };
        let hopeless = waiting.iter().all(|(id, _)| excused(id) && is_kept_away(id));
        if hopeless || start.elapsed() > PATIENCE / patience {
            for (id, above) in waiting {
                let reason = format!("{id} stayed at or below {above}: {:?}", of(id));
                assert!(excused(id), "{workload:?}: {reason}");
                let _ = skip_unless(requirement(id), Err(reason));
            }
            return;
        }
    }
}

pub(crate) fn every_metric_says_how_it_moves() {
    let columns: Vec<String> = Selection::all().metrics().map(|id| id.to_string()).collect();
    let entries: Vec<&str> = MOVES.iter().map(|(id, _)| *id).collect();
    assert_eq!(entries, columns);
}

pub(crate) fn every_metric_can_move() {
    let session = Session::open(&Context::live(), SubjectKind::Child, &Selection::all());
    let mut done = Vec::new();
    for (_, how) in MOVES {
        let Live(workload, _) = *how else { continue };
        if done.contains(&workload) {
            continue;
        }
        done.push(workload);
        let theirs = MOVES.iter().filter_map(|(id, how)| match *how {
            Live(by, above) if by == workload => Some((*id, above)),
            _ => None,
        });
        moves(&session, workload, theirs.collect());
    }
}

pub(crate) fn what_moves_on_an_emulated_host_is_in_its_table() {
    for (id, how) in MOVES {
        let host = match how {
            Emulated(host) => host,
            Inapplicable => "bare-x86",
            Live(..) => continue,
        };
        let path = format!("{}/tests/hosts/{host}.txt", env!("CARGO_MANIFEST_DIR"));
        let table = fs::read_to_string(path).unwrap();
        let entry = table.split_once(&format!("\n{id}\n")).unwrap().1;
        let got = entry.lines().nth(1).unwrap().trim().strip_prefix("got: ").unwrap();
        match how {
            Inapplicable => assert!(got.starts_with("not applicable: "), "{id}: {got}"),
            _ => {
                let value: f64 = got.split(' ').next().unwrap().parse().unwrap();
                assert!(value > 0.0, "{id}: {got}");
            }
        }
    }
}

/// Where the time of a program went, ns.
#[derive(Debug)]
struct Spent {
    on_cpu: u64,
    /// In the queue for a CPU, while others were on it; 0 where the kernel does not say.
    queued: u64,
    wall: u64,
}

/// Measures where the time of a program went until that is `honest`, or patience ends.
fn shown(workload: Workload, honest: impl Fn(&Spent) -> bool) {
    let selection = Selection::parse(Some("time.cpu_total,sched.run_queue_wait")).unwrap();
    let session = Session::open(&Context::live(), SubjectKind::Child, &selection);
    let place = folder();
    let start = Instant::now();
    loop {
        let observations = measure(&session, workload, place.path());
        let of = |id| value(&observations[&MetricId::new(id)]);
        let spent = Spent {
            on_cpu: of("time.cpu_total").unwrap(),
            queued: of("sched.run_queue_wait").unwrap_or(0),
            wall: of("time.wall").unwrap(),
        };
        if honest(&spent) {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "{workload:?}: {spent:?}");
    }
}

pub(crate) fn spinning_is_time_on_a_cpu_and_sleeping_is_not() {
    // One thread is on at most one CPU, or waits for it; the rest of half is start-up and what the
    // hosts of virtual CPUs take.
    shown(Workload::Spin, |spent| spent.on_cpu > 0 && spent.on_cpu + spent.queued > spent.wall / 2);
    shown(Workload::Sleep, |spent| spent.on_cpu < spent.wall / 2);
}

pub(crate) fn windows_in_this_process_move_too() {
    let session = Session::open(&Context::live(), SubjectKind::ThisProcess, &Selection::all());
    let place = folder();
    let start = Instant::now();
    // Other tests share this process: only lower bounds can be asked for.
    let mut waiting = vec![
        "time.wall",
        "time.cpu_user",
        "time.cpu_kernel",
        "time.cpu_total",
        "mem.peak_rss",
        "mem.minor_faults",
        "sched.voluntary_switches",
        "io.read_chars",
        "io.write_chars",
        "io.read_calls",
        "io.write_calls",
    ];
    while !waiting.is_empty() {
        assert!(start.elapsed() < PATIENCE, "these never moved: {waiting:?}");
        let window = session.start_window();
        spin(Duration::from_millis(20));
        thread::sleep(Duration::from_millis(2));
        touch();
        fs::write(place.path().join("small"), [1; 4096]).unwrap();
        assert_eq!(fs::read(place.path().join("small")).unwrap().len(), 4096);
        let observations = session.stop_window(window);
        assert_eq!(observations.len(), MOVES.len());
        let of = |id| value(&observations[&MetricId::new(id)]);
        waiting.retain(|id| of(id).is_none_or(|value| value == 0));
    }
}

pub(crate) fn the_io_of_a_program_holds_its_waited_for_descendants() {
    let selection = Selection::parse(Some("io.read_chars")).unwrap();
    let session = Session::open(&Context::live(), SubjectKind::Child, &selection);
    let observations = measure(&session, Workload::Delegate, folder().path());
    let read = value(&observations[&MetricId::new("io.read_chars")]).unwrap();
    assert!(read >= DELEGATED, "{read} bytes");
}

pub(crate) fn a_calibrated_window_does_not_count_the_sessions_own_reads() {
    let selection = Selection::parse(Some("io.*,sched.run_queue_wait,psi.*")).unwrap();
    let mut session = Session::open(&Context::live(), SubjectKind::ThisProcess, &selection);
    let empty = |session: &Session| {
        let observations = session.stop_window(session.start_window());
        value(&observations[&MetricId::new("io.read_calls")]).unwrap()
    };
    // The start edge's own read of the totals comes after them.
    assert!((0..10).all(|_| empty(&session) > 0));
    let cost = session.calibrate();
    assert!(cost.edges_ns > 0 && cost.inside_window);
    let start = Instant::now();
    while empty(&session) > 0 {
        assert!(start.elapsed() < PATIENCE, "other tests cannot read all the time");
    }
}
