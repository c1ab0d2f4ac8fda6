//! Documents made by hand, for the golden pages.

#[allow(dead_code, reason = "only the pages of benchmarks need it")]
pub(crate) mod bench;

#[allow(dead_code, reason = "only the pages for a browser need it")]
pub(crate) mod markup;

use probity_model::*;
use std::collections::BTreeMap;

/// One metric of the made-up table: id, unit, scope, role, class.
type Row = (&'static str, Unit, Scope, MetricRole, Class);

const TREE: Scope = Scope::ProcessAndWaitedDescendants;
const JUDGED: Class = Class::Quantitative;
const ROWS: [Row; 9] = [
    ("time.wall", Unit::Nanoseconds, Scope::Window, MetricRole::Wall, JUDGED),
    ("time.cpu_user", Unit::Nanoseconds, TREE, MetricRole::OnCpuUser, JUDGED),
    ("time.cpu_kernel", Unit::Nanoseconds, TREE, MetricRole::OnCpuKernel, JUDGED),
    ("mem.peak_rss", Unit::Bytes, Scope::LargestProcess, MetricRole::PeakMemory, JUDGED),
    ("mem.minor_faults", Unit::Count, TREE, MetricRole::MinorFaults, JUDGED),
    (
        "sched.run_queue_wait",
        Unit::Nanoseconds,
        Scope::MainThread,
        MetricRole::RunQueueWait,
        JUDGED,
    ),
    ("io.read_bytes", Unit::Bytes, Scope::Process, MetricRole::StorageRead, JUDGED),
    ("psi.io.some", Unit::Nanoseconds, Scope::System, MetricRole::Pressure, Class::Diagnostic),
    ("psi.cpu.full", Unit::Nanoseconds, Scope::System, MetricRole::Pressure, Class::Diagnostic),
];

/// The sources of those metrics: id, what it measures, what it reads, how many rows.
const SOURCES: [(&str, &str, &str, usize); 5] = [
    ("wall", "elapsed time", "clock_gettime(CLOCK_MONOTONIC)", 1),
    ("rusage", "time, memory and faults of a finished program", "wait4", 4),
    ("schedstat", "waiting for a CPU", "/proc/PID/schedstat", 1),
    ("procio", "reads and writes", "/proc/PID/io", 1),
    ("psi", "pressure", "/proc/pressure", 2),
];

pub(crate) fn id(name: &'static str) -> MetricId {
    MetricId::new(name)
}

fn metric(row: &Row) -> Metric {
    let &(name, unit, scope, role, class) = row;
    let (kind, aggregation) = match role {
        MetricRole::PeakMemory => (Kind::HighWater, Aggregation::Boundary),
        MetricRole::Temperature | MetricRole::Frequency => (Kind::Gauge, Aggregation::Boundary),
        _ if unit == Unit::Nanoseconds => (Kind::Duration, Aggregation::Delta),
        _ => (Kind::Counter, Aggregation::Delta),
    };
    let (needs, summary) = ("".into(), "made up".into());
    let (pass, derivation) = (Pass::Every, None);
    Metric {
        id: id(name),
        unit,
        kind,
        aggregation,
        class,
        scope,
        role,
        pass,
        determinism: probity_model::Determinism::Varies,
        derivation,
        needs,
        summary,
    }
}

pub(crate) fn capabilities() -> Capabilities {
    let mut rows = ROWS.iter();
    let report = |row: &Row| MetricReport {
        metric: metric(row),
        requested: true,
        availability: Availability::Available,
    };
    let sources = SOURCES.map(|(source, summary, reads, count)| SourceReport {
        source: source.into(),
        summary: summary.into(),
        reads: reads.into(),
        metrics: rows.by_ref().take(count).map(report).collect(),
    });
    let session = SessionCost { edges_ns: 48_213, brackets: 25, inside_window: false };
    let abilities = Ability::ALL
        .into_iter()
        .map(|ability| AbilityReport {
            ability,
            source: (ability == Ability::Counting).then(|| "perf".into()),
            availability: match ability {
                Ability::Counting => Availability::Available,
                Ability::NumaAttribution => {
                    Availability::NotApplicable { reason: "there is one memory node".into() }
                }
                _ => Availability::Unavailable(Absence::new(Cause::NotImplemented, "not yet")),
            },
        })
        .collect();
    Capabilities { sources: sources.into(), abilities, session: Some(session) }
}

/// What only counted runs observe: id, unit, role.
const COUNTED: [(&str, Unit, MetricRole); 7] = [
    ("perf.cycles", Unit::Count, MetricRole::Cycles),
    ("perf.instructions", Unit::Count, MetricRole::Instructions),
    ("perf.task_clock", Unit::Nanoseconds, MetricRole::CountedCpuTime),
    ("perf.page_faults", Unit::Count, MetricRole::SoftwareEvent),
    ("perf.context_switches", Unit::Count, MetricRole::SoftwareEvent),
    ("perf.cpu_migrations", Unit::Count, MetricRole::SoftwareEvent),
    ("perf.ipc", Unit::Ratio, MetricRole::InstructionsPerCycle),
];

pub(crate) fn counted_metric(name: &'static str, unit: Unit, role: MetricRole) -> Metric {
    let (numerator, denominator) = (id("perf.instructions"), id("perf.cycles"));
    let quotient = Derivation::Quotient { numerator, denominator };
    let row = (name, unit, Scope::ProcessTree, role, Class::Diagnostic);
    let derivation = (unit == Unit::Ratio).then_some(quotient);
    Metric { pass: Pass::Counted, derivation, ..metric(&row) }
}

/// Adds counted runs, made then: the software's counters are measured, once or in each of twelve
/// blocks, and those of the CPU cannot be had on the machine.
pub(crate) fn count(document: &mut Document, counted: CountedRuns) {
    document.settings.plan.counted = counted;
    let report = |&(name, unit, role)| MetricReport {
        metric: counted_metric(name, unit, role),
        requested: true,
        availability: Availability::Available,
    };
    document.capabilities.sources.push(SourceReport {
        source: "perf".into(),
        summary: "counters".into(),
        reads: "perf_event_open".into(),
        metrics: COUNTED.iter().map(report).collect(),
    });
    document.settings.metrics.extend(COUNTED.map(|(name, ..)| id(name)));
    let no_pmu = Absence::new(Cause::NoHardware, "this machine offers no core PMU");
    for name in ["perf.cycles", "perf.instructions", "perf.ipc"] {
        make_absent(&mut document.capabilities, name, &no_pmu);
    }
    let (runs, mad) = if counted == CountedRuns::AtEnd { (1, 0) } else { (12, 1) };
    for (place, case) in document.cases.iter_mut().enumerate() {
        let many = place as u64 + 1;
        for (name, unit, _) in COUNTED {
            let mut found = match name {
                "perf.task_clock" => statistics(unit, 11_234_567 * many, 45_678 * mad),
                "perf.page_faults" => statistics(unit, 264 * many, mad),
                "perf.context_switches" => statistics(unit, 3 * many, mad),
                "perf.cpu_migrations" => statistics(unit, 0, 0),
                _ => MetricSummary::Unavailable(no_pmu.clone()),
            };
            if let MetricSummary::Measured(found) = &mut found {
                (found.n, found.processes) = (runs, runs);
            }
            case.summary.insert(id(name), found);
        }
    }
}

/// Adds what a machine with energy counters and sensors tells.
pub(crate) fn add_energy(document: &mut Document) {
    let rows: [(Row, u64); 4] = [
        (system("energy.package", Unit::Microjoules, MetricRole::Energy), 31_200_000),
        (system("energy.core", Unit::Microjoules, MetricRole::Energy), 25_100_000),
        (system("thermal.cpu", Unit::Millicelsius, MetricRole::Temperature), 71_500),
        (system("cpufreq.mean_at_end", Unit::Hertz, MetricRole::Frequency), 3_612_500_000),
    ];
    let report = |(row, _): &(Row, u64)| MetricReport {
        metric: metric(row),
        requested: true,
        availability: Availability::Available,
    };
    document.capabilities.sources.push(SourceReport {
        source: "powercap".into(),
        summary: "energy".into(),
        reads: "sensors".into(),
        metrics: rows.iter().map(report).collect(),
    });
    document.settings.metrics.extend(rows.iter().map(|(row, _)| id(row.0)));
    for case in &mut document.cases {
        let found =
            rows.iter().map(|(row, value)| (id(row.0), statistics(row.1, *value, value / 90)));
        case.summary.extend(found);
    }
}

const fn system(name: &'static str, unit: Unit, role: MetricRole) -> Row {
    (name, unit, Scope::System, role, Class::Diagnostic)
}

/// Marks `name` as absent on the machine.
pub(crate) fn make_absent(capabilities: &mut Capabilities, name: &str, absence: &Absence) {
    let metrics = capabilities.sources.iter_mut().flat_map(|source| source.metrics.iter_mut());
    metrics
        .filter(|report| report.metric.id.as_str() == name)
        .for_each(|report| report.availability = Availability::Unavailable(absence.clone()));
}

fn conditions() -> Conditions {
    let missing = Absence::new(Cause::NoKernelSupport, "there is no cpufreq folder");
    Conditions {
        hypervisor: Fact::known("KVM".into()),
        container_marks: Fact::known(vec!["/.dockerenv".into()]),
        smt: Fact::known(true),
        frequency_driver: Fact::Unavailable(missing.clone()),
        turbo: Fact::Unavailable(missing),
        on_battery: Fact::known(false),
        cgroup_version: Fact::known(CgroupVersion::V2),
        cpu_quota_millicpus: Fact::known(Bound::AtMost(1500)),
        memory_limit_bytes: Fact::known(Bound::AtMost(1 << 30)),
        seccomp: Fact::known(Seccomp::Filter),
        transparent_huge_pages: Fact::known("madvise".into()),
        address_randomisation: Fact::known(2),
        steal: Fact::known(Steal { stolen_ticks: 7, all_ticks: 400 }),
    }
}

pub(crate) fn host() -> HostFacts {
    HostFacts {
        fingerprint: "5f".repeat(32),
        os: "linux".into(),
        arch: "x86_64".into(),
        kernel: Fact::known("6.18.5".into()),
        cpu_model: Fact::known("Example CPU 9000 @ 2.50GHz".into()),
        cpus_online: Fact::known(2),
        cpus_allowed: Fact::known(2),
        memory_bytes: Fact::known(8_323_072_000),
        page_bytes: Fact::known(4096),
        clock_source: Fact::known("kvm-clock".into()),
        governor: Fact::Unavailable(
            Absence::new(Cause::NoKernelSupport, "there is no cpufreq folder for the first CPU")
                .with_remedy("ask the hypervisor's owner"),
        ),
        virtual_machine: Fact::known(true),
        perf_event_paranoid: Fact::known(-1),
        load_1m_hundredths: Fact::known(107),
        boot_id: Fact::known("0".repeat(32)),
        conditions: conditions(),
    }
}

/// Costs of which some cannot be had.
#[allow(dead_code, reason = "not every test binary needs it")]
pub(crate) fn costs() -> Costs {
    let cost = |what: &str, [median_ns, mad_ns, min_ns]: [f64; 3]| {
        Fact::known(Cost { what: what.into(), median_ns, mad_ns, min_ns, n: 31, times: 64 })
    };
    let event = "PERF_COUNT_HW_INSTRUCTIONS (user mode)";
    Costs {
        system_call: cost("getpid", [139.25, 0.5, 138.75]),
        clock_read: cost("the monotonic clock", [23.5, 0.001, 23.5]),
        clock_step: cost("the smallest difference of two reads in a row", [20.0, 0.0, 20.0]),
        cycle_counter_read: Fact::Unavailable(Absence::new(
            Cause::NotImplemented,
            "no cycle counter is read on this architecture",
        )),
        counter_switch: cost(&format!("enable and disable: {event}"), [1904.4, 7.2, 1890.6]),
        group_switch: cost(&format!("enable and disable: {event}"), [12_345.6, 7.2, 12_300.0]),
        counter_read: cost(&format!("read(2): {event}"), [866.0, 4.5, 856.25]),
        group_read: cost(&format!("read(2): {event}\x1b[2J"), [886.0, 1.5, 873.0]),
        user_read: Fact::Unavailable(
            Absence::new(Cause::Denied, "user mode may not read the counters of the CPU")
                .with_gate("kernel.perf_user_access is 0")
                .with_remedy("sysctl kernel.perf_user_access=1"),
        ),
    }
}

pub(crate) fn doctor_facts() -> DoctorFacts {
    DoctorFacts {
        clock_sources: Fact::known(vec!["kvm-clock".into(), "tsc".into()]),
        cpuset: Fact::known("0-1".into()),
        throttled_periods: Fact::known(12),
        kptr_restrict: Fact::known(1),
        perf_max_sample_rate: Fact::known(100_000),
        nmi_watchdog: Fact::Unavailable(Absence::new(
            Cause::NoKernelSupport,
            "there is no file for it",
        )),
        capabilities: Fact::known(HeldCapabilities {
            perfmon: false,
            sys_admin: false,
            sys_ptrace: true,
            sys_resource: false,
        }),
        swap: Fact::known(Swap { total_bytes: 1 << 30, used_bytes: 300 << 20 }),
        steal_since_boot: Fact::known(Steal { stolen_ticks: 5, all_ticks: 100_000 }),
    }
}

pub(crate) fn statistics(unit: Unit, median: u64, mad: u64) -> MetricSummary {
    MetricSummary::Measured(Statistics {
        n: 12,
        processes: 12,
        estimated: 0,
        absent: 0,
        median: median.into(),
        mad: mad.into(),
        min: (median - (3 * mad).min(median)).into(),
        max: (median + 7 * mad).into(),
        quartiles: Spread::Bounds([(median - mad.min(median)).into(), (median + mad).into()]),
        interval: Spread::Bounds([(median - mad.min(median)).into(), (median + mad).into()]),
        unit,
    })
}

/// A command whose wall time has this median (ns); the rest follows from it.
fn summary(wall: u64) -> BTreeMap<MetricId, MetricSummary> {
    let value = |row: &Row| match row.0 {
        "time.wall" => statistics(row.1, wall, wall / 97),
        "time.cpu_user" => statistics(row.1, wall / 1000 * 870, wall / 120),
        "time.cpu_kernel" => statistics(row.1, wall / 1000 * 41, wall / 400),
        "mem.peak_rss" => statistics(row.1, 1_900_544 + wall / 4096 * 4096 / 64, 4096),
        "mem.minor_faults" => statistics(row.1, 141 + wall / 100_000, 1),
        "sched.run_queue_wait" => statistics(row.1, 12_417, 2_004),
        "io.read_bytes" => statistics(row.1, 0, 0),
        "psi.io.some" => statistics(row.1, 3_000, 1_000),
        _ => MetricSummary::NotApplicable {
            reason: "the kernel pins it to 0 for the whole system".into(),
        },
    };
    ROWS.iter().map(|row| (id(row.0), value(row))).collect()
}

/// Where its wall time went, over twelve runs: what is on a CPU, in the queue, and the rest.
fn decomposition(wall: u64) -> Decomposition {
    let (user_ns, kernel_ns) = (12 * (wall / 1000 * 870), 12 * (wall / 1000 * 41));
    let (wall_ns, on_cpu_ns, run_queue_wait_ns) = (12 * wall, user_ns + kernel_ns, 12 * 12_417);
    Decomposition::Divided(TimeParts {
        runs: 12,
        absent: 0,
        wall_ns,
        on_cpu_ns,
        modes: CpuModes::Split(ModeTimes { user_ns, kernel_ns }),
        run_queue_wait_ns,
        other_ns: wall_ns.saturating_sub(on_cpu_ns + run_queue_wait_ns),
        excess_ns: (on_cpu_ns + run_queue_wait_ns).saturating_sub(wall_ns),
    })
}

fn settings(names: &[&[u8]]) -> Settings {
    let case = |(place, name): (usize, &&[u8])| CaseSettings {
        against: None,
        id: CaseId::at(place),
        name: Text::new(*name),
        command: Text::new(*name),
        argv: name.split(|byte| *byte == b' ').map(Text::new).collect(),
        streams: Streams { input: None, output: Output::Null, error: ErrorOutput::Captured },
        hooks: Hooks::default(),
        parameters: Vec::new(),
    };
    let many = names.len() > 1;
    Settings {
        cases: names.iter().enumerate().map(case).collect(),
        reference: many.then(|| CaseId::at(0)),
        requested: Requested {
            runs: Some(12),
            min_runs: 10,
            max_runs: None,
            warmup: None,
            budget_ns: None,
        },
        plan: Plan {
            seed: 42,
            warmup: 1,
            blocks: 12,
            counted: CountedRuns::None,
            in_order: false,
            blocks_required: many.then_some(6),
            reason: "as requested".into(),
        },
        policy: Policy {
            id: "sign-test-v1".into(),
            practical_limit: 0.01,
            alpha: 0.05,
            metrics: vec![id("time.wall")],
        },
        metrics: ROWS.iter().map(|row| id(row.0)).collect(),
        named: [].into(),
        estimate: false,
        ignore_failure: IgnoredFailures::None,
        directory: "/srv".into(),
        environment: Environment { variables: 20, sha256: "e3".repeat(32) },
    }
}

/// A complete campaign of these commands and wall medians; nothing judged yet.
pub(crate) fn document(commands: &[(&[u8], u64)]) -> Document {
    let names: Vec<&[u8]> = commands.iter().map(|(name, _)| *name).collect();
    let case = |(place, (name, wall)): (usize, &(&[u8], u64))| Case {
        id: CaseId::at(place),
        name: Text::new(*name),
        command: Text::new(*name),
        runs: None,
        summary: summary(*wall),
        decomposition: decomposition(*wall),
        windows: Vec::new(),
        program: None,
        failure: None,
    };
    Document {
        schema: DOCUMENT_SCHEMA,
        kind: "stat".into(),
        probity: Producer { version: "0.1.0".into() },
        host: host(),
        settings: settings(&names),
        capabilities: capabilities(),
        cases: commands.iter().enumerate().map(case).collect(),
        comparisons: Vec::new(),
    }
}

/// Judges the case at `place` with this ratio; the reason is the verdict's usual one.
pub(crate) fn judge(
    document: &mut Document,
    place: usize,
    verdict: Verdict,
    ratio: f64,
    level: f64,
) {
    let (low, high) = (ratio - 0.0131, ratio + 0.0158);
    document.comparisons.push(Comparison {
        metric: id("time.wall"),
        reference: CaseId::at(0),
        candidate: CaseId::at(place),
        ratio: Some(Ratio { median: ratio, interval: RatioInterval::Bounds([low, high]), level }),
        blocks: 12,
        blocks_required: 6,
        blocks_more: None,
        family: document.cases.len() as u64 - 1,
        wins: Wins { candidate: 0, reference: 12, ties: 0 },
        null: Some(null(0.9984)),
        limit: Limit { practical: 0.01, effective: 0.01 },
        same_binary: false,
        verdict,
        reason: format!("median ratio {ratio:.3} was judged"),
    });
}

pub(crate) fn null(median: f64) -> NullControl {
    let interval = RatioInterval::Bounds([median - 0.0062, median + 0.0071]);
    NullControl { ratio: Ratio { median, interval, level: 0.95 }, blocks: 12, void: false }
}

/// Makes the case at `place` one that failed in its first run.
pub(crate) fn fail(document: &mut Document, place: usize, exit: Exit, stderr: Option<&[u8]>) {
    let case = &mut document.cases[place];
    let absence = Absence::new(Cause::Interrupted, "no timed run succeeded");
    for summary in case.summary.values_mut() {
        *summary = MetricSummary::Unavailable(absence.clone());
    }
    case.failure = Some(CaseFailure {
        run: 4,
        exit,
        stderr_tail: stderr.map(Text::new),
        failed_runs: 1,
        ignored: false,
    });
}

/// A timed run of the case at `place` with what it observed and left behind.
pub(crate) fn run(
    place: usize,
    index: u64,
    observed: Observation,
    leftovers: Vec<Leftover>,
) -> Run {
    Run {
        case: CaseId::at(place),
        index,
        block: index,
        position: 0,
        role: RunRole::Timed,
        exit: Exit::Code(0),
        process: Incarnation { pid: 100, start_ticks: 1 },
        observations: [(id("mem.minor_faults"), observed)].into(),
        windows: Vec::new(),
        program: None,
        stderr_tail: None,
        leftovers,
    }
}

/// A timed run of the case at `place` that took so long (ns): 7/8 of it in user mode, 1/8 in the
/// kernel, with a peak of 2 MiB and 4 KiB more for each run before it.
pub(crate) fn timed(place: usize, index: u64, wall: u64) -> Run {
    let value = |unit, value: u64| {
        Observation::Measured(Measured {
            value: value.into(),
            unit,
            quality: Quality::Exact,
            scope: TREE,
            source: "wait4".into(),
        })
    };
    let observed = value(Unit::Count, 141);
    let mut run = run(place, index, observed, Vec::new());
    run.observations.extend([
        (id("time.wall"), value(Unit::Nanoseconds, wall)),
        (id("time.cpu_user"), value(Unit::Nanoseconds, wall / 8 * 7)),
        (id("time.cpu_kernel"), value(Unit::Nanoseconds, wall / 8)),
        (id("mem.peak_rss"), value(Unit::Bytes, (2 << 20) + 4096 * index)),
    ]);
    run
}

/// Gives the case at `place` parameters.
pub(crate) fn parametrise(document: &mut Document, place: usize, parameters: &[(&str, &[u8])]) {
    let parameter = |(name, value): &(&str, &[u8])| Parameter {
        name: (*name).to_owned(),
        value: Text::new(*value),
    };
    document.settings.cases[place].parameters = parameters.iter().map(parameter).collect();
}
