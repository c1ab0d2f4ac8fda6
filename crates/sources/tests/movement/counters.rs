//! What is checked of counters, on the kernel we run on.

use crate::checks::value;
use crate::measurement::{Observations, folder, measure, measure_file};
use crate::program::{ASKED, BURNT_NS, Workload};
use probity_model::{Availability, Cause, MetricId, Observation};
use probity_sources::{Context, Selection, Session, Subject, SubjectKind, capabilities};
use probity_testbed::{is_root, skip_unless};
use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::process::{Command, Stdio};

const CLOCK: &str = "perf.task_clock";

/// A session with counters, where this machine lets us have a task clock.
fn session(selectors: &str) -> Option<Session> {
    let (context, selection) = (Context::live(), Selection::parse(Some(selectors)).unwrap());
    let report = capabilities(&context, SubjectKind::Child, &selection);
    let met = match &report.metric(CLOCK).unwrap().availability {
        Availability::Available => Ok(()),
        other => Err(format!("{other:?}")),
    };
    let session = || Session::open(&context, SubjectKind::Child, &selection);
    skip_unless("user-counters", met).then(session)
}

fn of(observations: &Observations, id: &'static str) -> u64 {
    let observation = &observations[&MetricId::new(id)];
    value(observation).unwrap_or_else(|| panic!("{id}: {observation:?}"))
}

pub(crate) fn threads_and_descendants_that_nobody_waits_for_are_counted() {
    let Some(session) = session("time.cpu_total,perf.task_clock") else { return };
    let observations = measure(&session, Workload::Spread, folder().path());
    let (charged, counted) = (of(&observations, "time.cpu_total"), of(&observations, CLOCK));
    assert!(charged >= BURNT_NS, "{charged}: the thread is charged to the program");
    assert!(counted >= charged + BURNT_NS / 2, "{counted} beside {charged}: so is the process");
}

pub(crate) fn the_task_clock_is_the_cpu_time() {
    let Some(session) = session("time.cpu_total,perf.task_clock") else { return };
    let observations = measure(&session, Workload::Spin, folder().path());
    let (charged, counted) = (of(&observations, "time.cpu_total"), of(&observations, CLOCK));
    let wall = of(&observations, "time.wall");
    // It begins later than the charging, at exec, and runs on where a hypervisor takes the CPU.
    assert!(counted + charged / 5 >= charged, "{counted} ns counted of {charged} ns charged");
    assert!(counted <= wall, "{counted} ns counted in {wall} ns");
}

/// Instructions of the loop, alike in all of its millions; and cycles, of which nothing is known
/// but that they are there and what the ratio is.
pub(crate) fn a_loop_of_known_length_is_counted_as_it_is() {
    let selection = Selection::parse(Some("perf.ipc")).unwrap();
    let report = capabilities(&Context::live(), SubjectKind::Child, &selection);
    let met = match &report.metric("perf.ipc").unwrap().availability {
        Availability::Available => Ok(()),
        other => Err(format!("{other:?}")),
    };
    if !skip_unless("pmu", met) {
        return;
    }
    let session = Session::open(&Context::live(), SubjectKind::Child, &selection);
    let place = folder();
    // Others only add: interrupts are counted too.
    let least = |workload| {
        let runs = (0..5).map(|_| measure(&session, workload, place.path()));
        runs.map(|observations| of(&observations, "perf.instructions")).min().unwrap()
    };
    let [one, two, three] =
        [Workload::OneMillion, Workload::TwoMillion, Workload::ThreeMillion].map(least);
    let (first, second) = (two - one, three - two);
    assert!(first > 2_000_000, "{one}, {two}, {three}: a round has more than two instructions");
    assert!(first.abs_diff(second) < first / 20, "{one}, {two}, {three}");
    let observations = measure(&session, Workload::OneMillion, place.path());
    let (instructions, cycles) =
        (of(&observations, "perf.instructions"), of(&observations, "perf.cycles"));
    let ratio = observations[&MetricId::new("perf.ipc")].measured().unwrap().value.as_f64();
    assert_eq!(ratio, instructions as f64 / cycles as f64);
    println!("a million rounds: {first} instructions; {instructions} in all, {ratio} a cycle");
}

/// A session with system calls, where this machine lets us count them.
fn calls(selectors: &str) -> Option<Session> {
    let (context, selection) = (Context::live(), Selection::parse(Some(selectors)).unwrap());
    let report = capabilities(&context, SubjectKind::Child, &selection);
    let mut ours = report.metrics().filter(|report| report.metric.id.as_str().contains("calls."));
    let met = match &ours.next().unwrap().availability {
        Availability::Available => Ok(()),
        other => Err(format!("{other:?}")),
    };
    let session = || Session::open(&context, SubjectKind::Child, &selection);
    skip_unless("tracefs", met).then(session)
}

pub(crate) fn system_calls_of_threads_and_children_are_counted_exactly() {
    let Some(session) = calls("syscalls.*") else { return };
    let observations = measure(&session, Workload::Ask, folder().path());
    assert_eq!(of(&observations, "syscalls.getpid"), ASKED.iter().sum::<u64>());
    // One thread and one child, whatever call makes them; two processes end, and one executes.
    let made = ["syscalls.clone", "syscalls.clone3"].map(|id| of(&observations, id));
    assert_eq!(made.iter().sum::<u64>(), 2, "{made:?}");
    assert_eq!(of(&observations, "syscalls.exit_group"), 2);
    assert_eq!(of(&observations, "syscalls.execve"), 1, "its own was before the counters");
    let is_name =
        |id: &MetricId| id.as_str().starts_with("syscalls.") && id.as_str() != "syscalls.total";
    let named = observations.iter().filter(|(id, _)| is_name(id));
    let sum: u64 = named.filter_map(|(_, observation)| value(observation)).sum();
    assert_eq!(of(&observations, "syscalls.total"), sum, "every call has a name");
    // The next run looks for fewer names, and finds the same.
    let next = measure(&session, Workload::Ask, folder().path());
    assert_eq!(of(&next, "syscalls.getpid"), ASKED.iter().sum::<u64>());
    assert!(matches!(value(&next[&MetricId::new("syscalls.reboot")]), Some(0) | None));
}

pub(crate) fn system_calls_that_nobody_makes_are_zero() {
    let Some(session) = calls("syscalls.total,syscalls.getpid,syscalls.reboot") else { return };
    let observations = measure(&session, Workload::Spin, folder().path());
    assert_eq!(of(&observations, "syscalls.reboot"), 0);
    assert!(of(&observations, "syscalls.total") > of(&observations, "syscalls.getpid"));
    assert_eq!(held(), 0, "all are closed again");
}

pub(crate) fn taken_away() {
    let Some(session) = session("perf.*") else { return };
    let place = folder();
    let program = place.path().join("program");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    // Root can read every file; nobody but root can give one away.
    let mode = if is_root().is_ok() { 0o4755 } else { 0o111 };
    if mode == 0o4755 {
        chown(&program, Some(65_534), None).unwrap();
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    }
    fs::set_permissions(&program, fs::Permissions::from_mode(mode)).unwrap();
    let observations = measure_file(&session, Workload::Spin, place.path(), &program);
    let Observation::Unavailable(absence) = &observations[&MetricId::new(CLOCK)] else {
        panic!("{observations:?}")
    };
    assert_eq!(absence.cause, Cause::Denied, "{absence}");
    assert!(absence.reason.contains("set-uid"), "{absence}");
    for (id, observation) in observations.iter().filter(|(id, _)| id.as_str() != "time.wall") {
        assert!(observation.measured().is_none(), "{id}: {observation:?}");
    }
}

/// How many descriptors of counters we hold.
fn held() -> usize {
    let files = fs::read_dir("/proc/self/fd").unwrap();
    let target = |file: fs::DirEntry| fs::read_link(file.path()).unwrap_or_default();
    let is_counter = |path: &std::path::PathBuf| path.ends_with("anon_inode:[perf_event]");
    files.map(|file| target(file.unwrap())).filter(is_counter).count()
}

pub(crate) fn no_counter_outlives_its_window() {
    let Some(session) = session("perf.*") else { return };
    assert_eq!(held(), 0, "probing leaves none");
    let mut others: Vec<_> = (0..2)
        .map(|_| Command::new("sleep").arg("60").stdin(Stdio::null()).spawn().unwrap())
        .collect();
    let windows: Vec<_> = others
        .iter()
        .map(|other| session.start(Subject::Child { pid: other.id() }, None))
        .collect();
    let open = held();
    assert!(open >= 2 && open.is_multiple_of(2), "{open}: each window has its own");
    drop(windows);
    assert_eq!(held(), 0, "a window that is given up");
    for other in &mut others {
        other.kill().unwrap();
        other.wait().unwrap();
    }
    let _ = measure(&session, Workload::Spin, folder().path());
    assert_eq!(held(), 0, "a window that is stopped");
}

pub(crate) fn a_timed_session_opens_no_counter() {
    let selection = Selection::all().timed();
    let session = Session::open(&Context::live(), SubjectKind::Child, &selection);
    let us = Subject::Child { pid: std::process::id() };
    let window = session.start(us, None);
    assert_eq!(held(), 0);
    drop(window);
}
