//! Where the wall time went: divided only where one thread had all of it.

use super::*;

/// What one run used, in nanoseconds; none is a metric that it lacks.
#[derive(Clone, Copy)]
struct Used {
    wall: Option<u64>,
    user: u64,
    kernel: u64,
    first: Option<u64>,
    wait: u64,
}

const MS: u64 = 1_000_000;
/// 100 ms: 60 in user mode, 20 in the kernel, 5 in the queue.
const ALONE: Used = Used {
    wall: Some(100 * MS),
    user: 60 * MS,
    kernel: 20 * MS,
    first: Some(80 * MS + 700),
    wait: 5 * MS,
};

const METRICS: [(&str, MetricRole, Scope); 6] = [
    ("time.wall", MetricRole::Wall, Scope::Window),
    ("cpu.user", MetricRole::OnCpuUser, Scope::ProcessAndWaitedDescendants),
    ("cpu.kernel", MetricRole::OnCpuKernel, Scope::ProcessAndWaitedDescendants),
    ("cpu.total", MetricRole::OnCpuTotal, Scope::ProcessAndWaitedDescendants),
    ("cpu.first", MetricRole::OnCpuMainThread, Scope::MainThread),
    ("queue", MetricRole::RunQueueWait, Scope::MainThread),
];

/// A campaign of one command whose timed runs used this.
fn campaign(used: &[Used]) -> Bench {
    let mut bench = bench(&["one"], used.len() as u64, Unit::Nanoseconds);
    let template = bench.capabilities.sources[0].metrics[0].clone();
    let report = |(name, role, scope)| {
        let class = match role {
            MetricRole::OnCpuUser | MetricRole::OnCpuKernel => Class::Diagnostic,
            _ => Class::Quantitative,
        };
        let id = MetricId::new(name);
        let metric = Metric { id, role, scope, class, ..template.metric.clone() };
        MetricReport { metric, ..template.clone() }
    };
    bench.capabilities.sources[0].metrics = METRICS.map(report).to_vec();
    bench.settings.metrics = METRICS.map(|(name, ..)| MetricId::new(name)).to_vec();
    bench.run(usize::MAX, |_| (Exit::Code(0), measured(1, Unit::Nanoseconds)));
    let timed = bench.runs.iter_mut().filter(|run| run.role == RunRole::Timed);
    for (run, used) in timed.zip(used) {
        let values = [
            used.wall,
            Some(used.user),
            Some(used.kernel),
            Some(used.user + used.kernel),
            used.first,
            Some(used.wait),
        ];
        for ((name, ..), value) in METRICS.iter().zip(values) {
            let lost = || Observation::unavailable(Cause::Lost, "torn");
            let observed = value.map_or_else(lost, |value| measured(value, Unit::Nanoseconds));
            run.observations.insert(MetricId::new(name), observed);
        }
    }
    bench
}

fn found(bench: &Bench) -> Decomposition {
    bench.document().cases.remove(0).decomposition
}

fn parts(bench: &Bench) -> TimeParts {
    match found(bench) {
        Decomposition::Divided(parts) => parts,
        other => panic!("not divided: {other:?}"),
    }
}

fn refusal(bench: &Bench) -> String {
    match found(bench) {
        Decomposition::Undivided(share) => share.reason,
        other => panic!("not undivided: {other:?}"),
    }
}

#[test]
fn the_parts_of_one_thread_add_up_to_the_wall_time() {
    let parts = parts(&campaign(&[ALONE, Used { wall: Some(200 * MS), ..ALONE }]));
    let expected = TimeParts {
        runs: 2,
        absent: 0,
        wall_ns: 300 * MS,
        on_cpu_ns: 160 * MS,
        modes: CpuModes::Split(ModeTimes { user_ns: 120 * MS, kernel_ns: 40 * MS }),
        run_queue_wait_ns: 10 * MS,
        other_ns: 130 * MS,
        excess_ns: 0,
    };
    assert_eq!(parts, expected);
}

#[test]
fn the_least_work_of_anybody_else_forbids_the_parts() {
    let with = |first| campaign(&[ALONE, Used { first: Some(first), ..ALONE }]);
    // 5 µs for each of two runs, of which the first has 0.7 µs to the other side.
    assert_eq!(parts(&with(80 * MS - 10_700)).runs, 2);
    let reason = refusal(&with(80 * MS - 10_701));
    assert!(reason.starts_with("other threads or waited-for descendants had less than 0.1 %"));
    let reason = refusal(&with(40 * MS));
    assert!(reason.contains(" had 24.9 % of the CPU time, and the run-queue wait"), "{reason}");
    let reason = refusal(&with(80 * MS + 10_000));
    assert_eq!(reason, "the first thread had more CPU time than the whole program");
}

#[test]
fn cpu_time_may_be_more_than_the_wall_time() {
    let busy = Used { user: 190 * MS, kernel: 0, first: Some(99 * MS), ..ALONE };
    let Decomposition::Undivided(share) = found(&campaign(&[busy])) else { panic!("divided") };
    assert_eq!((share.runs, share.on_cpu_ns, share.wall_ns), (1, 190 * MS, 100 * MS));
    assert!(share.reason.contains("47.8 %"), "{}", share.reason);
}

#[test]
fn a_process_that_was_left_running_forbids_the_parts() {
    let mut bench = campaign(&[ALONE, ALONE]);
    let left = Leftover { pid: 7, name: "daemon".into(), escaped: true, ended: true };
    bench.runs.last_mut().unwrap().leftovers.push(left);
    assert_eq!(refusal(&bench), "run 2 left processes running, whose time is nobody's");
}

#[test]
fn short_runs_are_not_split_by_mode() {
    let short = |user, kernel| {
        let first = Some(user + kernel);
        parts(&campaign(&[Used { user, kernel, first, ..ALONE }; 3])).modes
    };
    assert!(matches!(short(30 * MS, 20 * MS), CpuModes::Split(_)));
    let CpuModes::Absent(SpreadAbsence::Unavailable(absence)) = short(30 * MS, 20 * MS - 1) else {
        panic!("split")
    };
    assert_eq!(absence.cause, Cause::WindowTooShort);
    // An exact split has no shortest run.
    let brief = Used { user: 3, kernel: 2, first: Some(5), wall: Some(MS), wait: 0 };
    let mut bench = campaign(&[brief]);
    for report in &mut bench.capabilities.sources[0].metrics {
        report.metric.class = Class::Quantitative;
    }
    let split = CpuModes::Split(ModeTimes { user_ns: 3, kernel_ns: 2 });
    assert_eq!(parts(&bench).modes, split);
}

#[test]
fn parts_beyond_the_wall_time_are_told_and_too_far_beyond_refused() {
    let over = |excess| campaign(&[Used { wait: 20 * MS + excess, ..ALONE }]);
    let kept = parts(&over(200_000));
    assert_eq!((kept.other_ns, kept.excess_ns), (0, 200_000));
    let reason = refusal(&over(200_001));
    assert_eq!(reason, "time on a CPU and in the run queue exceed the wall time by 0.2 %");
}

#[test]
fn runs_without_the_times_are_left_out_and_counted() {
    let bench = campaign(&[ALONE, Used { wall: None, ..ALONE }, ALONE]);
    let kept = parts(&bench);
    assert_eq!((kept.runs, kept.absent, kept.wall_ns), (2, 1, 200 * MS));
    let none = campaign(&[Used { wall: None, ..ALONE }]);
    let Decomposition::Unavailable(absence) = found(&none) else { panic!("of nothing") };
    assert_eq!(absence.reason, "no time.wall in run 1: torn");
}

#[test]
fn what_is_missing_is_named() {
    let bench = campaign(&[ALONE, Used { first: None, ..ALONE }]);
    assert_eq!(refusal(&bench), "no cpu.first in run 2: torn");
    let without = |role: MetricRole, is_known: bool| {
        let mut bench = campaign(&[ALONE]);
        let metrics = &mut bench.capabilities.sources[0].metrics;
        let id = metrics.iter().find(|report| report.metric.role == role).unwrap();
        let id = id.metric.id.clone();
        if !is_known {
            metrics.retain(|report| report.metric.role != role);
        }
        bench.settings.metrics.retain(|other| *other != id);
        found(&bench)
    };
    let absent = |found| match found {
        Decomposition::Unavailable(absence) => (absence.cause, absence.reason),
        other => panic!("{other:?}"),
    };
    let total = MetricRole::OnCpuTotal;
    let told = (Cause::NotRequested, "cpu.total was not asked for".to_owned());
    assert_eq!(absent(without(total, true)), told);
    assert_eq!(absent(without(total, false)).1, "nothing here measures the CPU time");
    let Decomposition::Undivided(share) = without(MetricRole::RunQueueWait, true) else {
        panic!("divided")
    };
    assert_eq!(share.reason, "queue was not asked for");
}

#[test]
fn no_run_and_no_time_are_no_parts() {
    let mut bench = campaign(&[ALONE]);
    bench.runs.clear();
    bench.incomplete = Some("interrupted");
    let cause = |bench: &Bench| match found(bench) {
        Decomposition::Unavailable(absence) => absence.cause,
        other => panic!("{other:?}"),
    };
    assert_eq!(cause(&bench), Cause::Interrupted);
    bench.incomplete = None;
    assert_eq!(cause(&bench), Cause::TooFew);
    assert_eq!(cause(&campaign(&[Used { wall: Some(0), ..ALONE }])), Cause::Implausible);
    let huge = Used { wall: Some(u64::MAX), ..ALONE };
    assert_eq!(cause(&campaign(&[huge, huge])), Cause::Implausible);
}
