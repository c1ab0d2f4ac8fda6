//! What is checked of counters, on the kernel we run on.

use crate::checks::value;
use crate::measurement::{Observations, folder, measure, measure_file};
use crate::program::{ASKED, BURNT_NS, Workload};
use probity_model::{Availability, Cause, MetricId, Observation, Quality};
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

/// What a machine has to have for `selectors`, beside the right to count.
fn has_pmu(selectors: &str) -> bool {
    let selection = Selection::parse(Some(selectors)).unwrap();
    let report = capabilities(&Context::live(), SubjectKind::Child, &selection);
    let ids: Vec<MetricId> = selection.metrics().collect();
    let lacking = ids.iter().find_map(|id| {
        let found = &report.metric(id.as_str()).unwrap().availability;
        (*found != Availability::Available).then(|| format!("{id}: {found:?}"))
    });
    skip_unless("pmu", lacking.map_or(Ok(()), Err))
}

/// Cycles and instructions by their numbers, and more than any CPU counts at once beside them.
/// Numbers without a meaning here are refused or read nothing, and never a count.
fn crowd() -> String {
    let numbers: &[&str] = match std::env::consts::ARCH {
        "aarch64" => &["8", "11", "1b", "21", "22", "23", "24", "3c", "3d", "3e", "4", "3"],
        _ => &["c0", "3c", "c4", "c5", "1c2", "2c2", "4c2", "1c3", "2c3", "4c3", "76", "c1"],
    };
    let raw = numbers.iter().map(|number| format!(",perf.raw.r{number}"));
    raw.fold("perf.cycles,perf.instructions".to_owned(), |list, raw| list + &raw)
}

pub(crate) fn what_a_cpu_cannot_count_at_once_takes_turns_or_is_estimated() {
    if !has_pmu("perf.ipc") {
        return;
    }
    let (context, place) = (Context::live(), folder());
    let selection = Selection::parse(Some(&crowd())).unwrap();
    let mut session = Session::open(&context, SubjectKind::Child, &selection);
    let turns: Vec<Observations> = (0..8)
        .map(|turn| {
            session.take_turn(turn);
            measure(&session, Workload::TwoMillion, place.path())
        })
        .collect();
    let instructions =
        |observations: &Observations| value(&observations[&MetricId::new("perf.instructions")]);
    let counted: Vec<u64> = turns.iter().filter_map(instructions).collect();
    assert!(counted.iter().all(|count| *count > 4_000_000), "{counted:?}");
    assert!(instructions(&turns[0]).is_some(), "the first part first: {:?}", turns[0]);
    assert!(counted.len() < turns.len(), "no CPU counts all of these at once: {:?}", turns[0]);
    for (id, observation) in turns.iter().flatten() {
        match observation {
            Observation::Measured(measured) => assert_eq!(measured.quality, Quality::Exact, "{id}"),
            Observation::Unavailable(absence) => {
                let is_reason = matches!(
                    absence.cause,
                    Cause::NotRequested | Cause::Implausible | Cause::NoHardware
                );
                assert!(is_reason, "{id}: {absence:?}");
            }
            Observation::NotApplicable { .. } => panic!("{id}: {observation:?}"),
        }
    }
    let selection = selection.estimating(true);
    let session = Session::open(&context, SubjectKind::Child, &selection);
    // The longer it runs, the more often counters take turns.
    let observations = measure(&session, Workload::Spin, place.path());
    let measured = observations[&MetricId::new("perf.instructions")].measured();
    let measured = measured.unwrap_or_else(|| panic!("{observations:?}"));
    let Quality::Estimated { enabled_ns, running_ns } = measured.quality else {
        panic!("it had to share: {measured:?}")
    };
    assert!(running_ns < enabled_ns && running_ns > 1_000_000, "{measured:?}");
}

/// The number of retired instructions is the one the kernel takes for its own name of it.
pub(crate) fn an_event_by_its_number_is_the_tables() {
    let number = if cfg!(target_arch = "aarch64") { "perf.raw.r8" } else { "perf.raw.rc0" };
    let selectors = format!("perf.instructions,{number},{number}:u");
    if !has_pmu(&selectors) {
        return;
    }
    let (selection, place) = (Selection::parse(Some(&selectors)).unwrap(), folder());
    let session = Session::open(&Context::live(), SubjectKind::Child, &selection);
    let least = |id: String, workload| {
        let runs = (0..3).map(|_| measure(&session, workload, place.path()));
        runs.map(|run| value(&run[&MetricId(id.clone().into())]).unwrap()).min().unwrap()
    };
    let of = |id: &str| {
        let [one, two] = [Workload::OneMillion, Workload::TwoMillion];
        least(id.to_owned(), two).abs_diff(least(id.to_owned(), one))
    };
    let [table, own, user] = [of("perf.instructions"), of(number), of(&format!("{number}.user"))];
    assert!(table.abs_diff(own) < table / 20, "{table} {own}");
    // A million rounds of a whole number of instructions, and little else.
    let whole = (user + 500_000) / 1_000_000 * 1_000_000;
    assert!(user.abs_diff(whole) < whole / 100 && whole > 0, "{user} in user mode");
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

/// A session for windows of this thread, where `id` can be counted in them.
fn own(selectors: &str, id: &str, need: &str) -> Option<Session> {
    let (context, selection) = (Context::live(), Selection::parse(Some(selectors)).unwrap());
    let report = capabilities(&context, SubjectKind::ThisProcess, &selection);
    let met = match &report.metric(id).unwrap().availability {
        Availability::Available => Ok(()),
        other => Err(format!("{other:?}")),
    };
    let session = || Session::open(&context, SubjectKind::ThisProcess, &selection);
    skip_unless(need, met).then(session)
}

pub(crate) fn a_window_of_this_thread_counts_it_and_what_it_starts() {
    let Some(session) = own("perf", CLOCK, "user-counters") else { return };
    let before = held();
    let burn = || {
        let began = std::time::Instant::now();
        while began.elapsed() < std::time::Duration::from_millis(20) {
            probity_sys::work::spin(100_000);
        }
    };
    let clock = |work: &dyn Fn()| {
        let window = session.start_window();
        work();
        let observations = session.stop_window(window);
        let observation = &observations[&MetricId::new(CLOCK)];
        let measured = observation.measured().unwrap_or_else(|| panic!("{observation:?}"));
        assert_eq!(measured.scope, probity_model::Scope::ThreadTree);
        measured.value.as_integer().unwrap()
    };
    let nothing = clock(&|| std::thread::sleep(std::time::Duration::from_millis(20)));
    let alone = clock(&burn);
    let beside = clock(&|| {
        std::thread::scope(|scope| drop(scope.spawn(burn)));
    });
    assert!(nothing < 10_000_000, "{nothing} ns of a sleep");
    // A hypervisor, or others, may take the CPU for a part of it.
    assert!(alone > 2_000_000 && beside > 2_000_000, "{alone} and {beside} ns");
    assert_eq!(held(), before, "all are closed again");
    if let Some(instructions) = own("perf.instructions", "perf.instructions", "pmu") {
        let count = |steps| {
            let window = instructions.start_window();
            probity_sys::work::spin(steps);
            of(&instructions.stop_window(window), "perf.instructions")
        };
        let [one, two] = [10_000_000, 20_000_000].map(|steps| (0..5).map(|_| count(steps)).min());
        let more = two.unwrap() - one.unwrap();
        assert!(more.abs_diff(20_000_000) < 1_000_000, "{more} instructions more, not 20 million");
    }
}

pub(crate) fn system_calls_of_a_window_of_this_thread_are_exact() {
    let ids = "syscalls.total,syscalls.getpid,syscalls.reboot";
    let Some(session) = own(ids, "syscalls.total", "tracefs") else { return };
    for calls in [0, 1, 100] {
        let window = session.start_window();
        probity_sys::work::call_getpid(calls);
        let observations = session.stop_window(window);
        assert_eq!(of(&observations, "syscalls.getpid"), calls);
        assert_eq!(of(&observations, "syscalls.reboot"), 0);
        assert!(of(&observations, "syscalls.total") >= calls);
    }
}
