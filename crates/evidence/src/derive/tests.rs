use super::Derivation;
use super::*;
use crate::Schedule;
use probity_judge::POLICY_ID;
use probity_model::*;

mod benchmarks;
mod decomposition;
mod work;

fn id() -> MetricId {
    MetricId::new("time.wall")
}

fn unread<T>() -> Fact<T> {
    Fact::Unavailable(Absence::new(Cause::NotRequested, "not asked for"))
}

/// A campaign of two cases whose runs are made by hand.
struct Bench {
    settings: Settings,
    capabilities: Capabilities,
    cohort: Cohort,
    runs: Vec<Run>,
    incomplete: Option<&'static str>,
    cpus: Fact<u64>,
}

fn bench(names: &[&str], blocks: u64, unit: Unit) -> Bench {
    let case = |(place, name): (usize, &&str)| CaseSettings {
        against: None,
        id: CaseId::at(place),
        name: Text::from(*name),
        command: Text::from(*name),
        argv: vec![Text::from(*name)],
        streams: Streams { input: None, output: Output::Null, error: ErrorOutput::Captured },
        hooks: Hooks::default(),
        parameters: Vec::new(),
    };
    let metric = Metric {
        id: id(),
        unit,
        kind: Kind::Duration,
        aggregation: Aggregation::Delta,
        class: Class::Quantitative,
        scope: Scope::Window,
        role: MetricRole::Wall,
        pass: Pass::Every,
        determinism: probity_model::Determinism::Varies,
        derivation: None,
        needs: "".into(),
        summary: "".into(),
    };
    let binary = |name: &&str| Binary {
        path: Text::from(*name),
        sha256: Fact::known("same".into()),
        bytes: 1,
        build_id: unread(),
    };
    let requested =
        Requested { runs: None, min_runs: 10, max_runs: None, warmup: None, budget_ns: None };
    let source = SourceReport {
        source: "time".into(),
        summary: String::new(),
        reads: String::new(),
        metrics: vec![MetricReport {
            metric,
            requested: true,
            availability: Availability::Available,
        }],
    };
    Bench {
        settings: Settings {
            cases: names.iter().enumerate().map(case).collect(),
            reference: (names.len() > 1).then(|| CaseId::at(0)),
            requested,
            plan: Plan {
                seed: 1,
                warmup: 1,
                blocks,
                counted: CountedRuns::None,
                in_order: false,
                blocks_required: None,
                reason: "".into(),
            },
            policy: Policy {
                id: POLICY_ID.into(),
                practical_limit: 0.01,
                alpha: 0.05,
                metrics: vec![id()],
            },
            metrics: vec![id()],
            named: [].into(),
            estimate: false,
            ignore_failure: IgnoredFailures::None,
            directory: "/".into(),
            environment: Environment { variables: 0, sha256: String::new() },
        },
        capabilities: Capabilities { sources: vec![source], abilities: Vec::new(), session: None },
        cohort: Cohort {
            boot_id: unread(),
            binaries: names.iter().map(binary).collect(),
            processes: Vec::new(),
        },
        runs: Vec::new(),
        incomplete: None,
        cpus: unread(),
    }
}

impl Bench {
    /// Makes the planned runs, at most `most`; `outcome` says how each ends and what it measures.
    fn run(&mut self, most: usize, outcome: impl Fn(&crate::Slot) -> (Exit, Observation)) {
        let mut schedule = Schedule::new(&self.settings);
        while let Some(slot) = schedule.next().filter(|_| self.runs.len() < most) {
            let (exit, observation) = outcome(&slot);
            schedule.record(&slot.case, self.settings.ignore_failure.stops(exit));
            self.runs.push(Run {
                case: slot.case,
                index: self.runs.len() as u64,
                block: slot.block,
                position: slot.position,
                role: slot.role,
                exit,
                process: Incarnation { pid: 1, start_ticks: self.runs.len() as u64 },
                observations: [(id(), observation)].into(),
                windows: Vec::new(),
                program: None,
                stderr_tail: (!exit.is_success()).then(|| Text::from("oh no")),
                leftovers: Vec::new(),
            });
        }
    }

    fn document(&self) -> Document {
        let host = HostFacts {
            fingerprint: String::new(),
            os: String::new(),
            arch: String::new(),
            kernel: unread(),
            cpu_model: unread(),
            cpus_online: self.cpus.clone(),
            cpus_allowed: unread(),
            memory_bytes: unread(),
            page_bytes: unread(),
            clock_source: unread(),
            governor: unread(),
            virtual_machine: unread(),
            perf_event_paranoid: unread(),
            load_1m_hundredths: unread(),
            boot_id: unread(),
            conditions: Conditions::untold(&Absence::new(Cause::NotRequested, "not asked for")),
        };
        derive(&Derivation {
            kind: "stat",
            producer: &Producer { version: "0".into() },
            host: &host,
            settings: &self.settings,
            capabilities: &self.capabilities,
            cohort: &self.cohort,
            runs: &self.runs,
            incomplete: self.incomplete,
        })
    }

    fn comparison(&self) -> Comparison {
        let mut comparisons = self.document().comparisons;
        assert_eq!(comparisons.len(), 1);
        comparisons.remove(0)
    }
}

fn measured(value: u64, unit: Unit) -> Observation {
    Observation::Measured(Measured {
        value: Value::Integer(value),
        unit,
        quality: Quality::Exact,
        scope: Scope::Window,
        source: "clock".into(),
    })
}

fn cause(summary: &MetricSummary) -> Option<Cause> {
    match summary {
        MetricSummary::Unavailable(absence) => Some(absence.cause),
        _ => None,
    }
}

/// The second case takes half as long again; block by block a little more.
fn slower(slot: &crate::Slot) -> (Exit, Observation) {
    let base = if slot.case == CaseId::at(1) { 1_500 } else { 1_000 };
    (Exit::Code(0), measured(base + slot.block, Unit::Nanoseconds))
}

#[test]
fn a_complete_campaign_is_judged() {
    let mut bench = bench(&["gzip -1", "gzip -9"], 10, Unit::Nanoseconds);
    bench.run(usize::MAX, slower);
    let comparison = bench.comparison();
    assert_eq!(comparison.verdict, Verdict::Regressed);
    assert_eq!((comparison.blocks, comparison.family, comparison.blocks_required), (10, 1, 6));
    assert!(comparison.same_binary && !comparison.reason.contains("same arguments"));
    let document = bench.document();
    assert_eq!((document.schema, document.kind.as_str()), (1, "stat"));
    assert!(document.cases.iter().all(|case| case.runs.is_none() && case.failure.is_none()));
    let statistics = document.cases[0].summary[&id()].statistics().unwrap();
    // Timed runs only: 1000 ..= 1009, without the warm-up and the null runs.
    assert_eq!((statistics.n, statistics.processes, statistics.absent), (10, 10, 0));
    assert_eq!(statistics.median, Value::Integer(1_004));
    assert_eq!(statistics.mad, Value::Integer(2));
    let bounds = |low, high| Some([Value::Integer(low), Value::Integer(high)]);
    assert_eq!(statistics.quartiles.bounds(), bounds(1_002, 1_007));
    assert_eq!(statistics.interval.bounds(), bounds(1_001, 1_008));
}

#[test]
fn counts_may_have_a_half_and_few_samples_no_spread() {
    let mut bench = bench(&["one"], 2, Unit::Count);
    bench.run(usize::MAX, |slot| (Exit::Code(0), measured(7 + slot.block, Unit::Count)));
    let document = bench.document();
    assert_eq!(document.comparisons, []);
    let statistics = document.cases[0].summary[&id()].statistics().unwrap();
    assert_eq!((statistics.median, statistics.mad), (Value::Real(7.5), Value::Real(0.5)));
    let too_few = |needed| {
        let reason = format!("needs {needed} samples, has 2");
        Spread::absent(Absence::new(Cause::TooFew, reason))
    };
    assert_eq!(statistics.quartiles, too_few(4));
    assert_eq!(statistics.interval, too_few(6));
}

#[test]
fn a_failed_case_is_named_and_not_compared() {
    let name = "a command line of more than forty characters in all";
    let mut bench = bench(&["true", name], 10, Unit::Nanoseconds);
    bench.run(usize::MAX, |slot| {
        let (exit, observation) = slower(slot);
        let fails = slot.case == CaseId::at(1) && slot.role == RunRole::Timed && slot.block == 3;
        (if fails { Exit::Signal(11) } else { exit }, observation)
    });
    let comparison = bench.comparison();
    assert_eq!((comparison.verdict, &comparison.ratio), (Verdict::Incomparable, &None));
    assert_eq!(comparison.null.as_ref().unwrap().blocks, 10);
    let document = bench.document();
    let failure = document.cases[1].failure.as_ref().unwrap();
    let run = bench.runs.iter().find(|run| run.exit == Exit::Signal(11)).unwrap();
    assert_eq!((failure.run, failure.exit, failure.failed_runs), (run.index, run.exit, 1));
    assert_eq!((failure.stderr_tail.clone(), failure.ignored), (Some(Text::from("oh no")), false));
    assert_eq!(
        comparison.reason,
        format!("c2 ({}…) ended with signal 11 in run {}", &name[..40], run.index)
    );
    // What it did before it failed is described.
    assert_eq!(document.cases[1].summary[&id()].statistics().unwrap().n, 3);
}

#[test]
fn a_failed_reference_refuses_too() {
    let mut bench = bench(&["false", "true"], 10, Unit::Nanoseconds);
    bench.run(usize::MAX, |slot| {
        (if slot.case == CaseId::at(0) { Exit::Code(1) } else { Exit::Code(0) }, slower(slot).1)
    });
    let comparison = bench.comparison();
    assert_eq!(comparison.verdict, Verdict::Incomparable);
    assert_eq!(comparison.reason, "c1 (false) ended with exit code 1 in run 0");
    let summary = &bench.document().cases[0].summary[&id()];
    assert_eq!(cause(summary), Some(Cause::TooFew));
}

#[test]
fn ignored_failures_are_told_and_judged() {
    let mut bench = bench(&["false", "true"], 10, Unit::Nanoseconds);
    bench.settings.ignore_failure = IgnoredFailures::All;
    bench.run(usize::MAX, |slot| (Exit::Code(1), slower(slot).1));
    assert_eq!(bench.comparison().verdict, Verdict::Regressed);
    let failure = bench.document().cases[0].failure.clone().unwrap();
    // One warm-up run, ten timed, ten null.
    assert_eq!((failure.failed_runs, failure.ignored), (21, true));
}

#[test]
fn of_ignored_codes_and_others_the_one_that_stopped_it_is_told() {
    let mut bench = bench(&["false", "true"], 10, Unit::Nanoseconds);
    bench.settings.ignore_failure = IgnoredFailures::Codes([1].into());
    bench.run(usize::MAX, |slot| {
        let exit = match (slot.case == CaseId::at(0), slot.block) {
            (true, 3) => Exit::Code(2),
            (true, _) => Exit::Code(1),
            (false, _) => Exit::Code(0),
        };
        (exit, slower(slot).1)
    });
    let failure = bench.document().cases[0].failure.clone().unwrap();
    assert_eq!((failure.exit, failure.ignored), (Exit::Code(2), false));
    assert!(failure.run > 0 && failure.failed_runs > 1, "{failure:?}");
    assert_eq!(bench.comparison().verdict, Verdict::Incomparable);
}

#[test]
fn an_incomplete_campaign_is_described_and_not_judged() {
    let mut bench = bench(&["a", "b"], 10, Unit::Nanoseconds);
    bench.incomplete = Some("interrupted by the user after 27 runs");
    // Two warm-up runs, eight blocks of three, and one run of the ninth block.
    bench.run(2 + 8 * 3 + 1, slower);
    let comparison = bench.comparison();
    assert_eq!(comparison.verdict, Verdict::Inconclusive);
    assert_eq!(
        comparison.reason,
        "the campaign is incomplete: interrupted by the user after 27 runs; nothing is decided"
    );
    assert!(comparison.ratio.is_some());
    bench.runs.truncate(1);
    let comparison = bench.comparison();
    assert_eq!((comparison.verdict, comparison.ratio), (Verdict::Inconclusive, None));
    let summary = &bench.document().cases[0].summary[&id()];
    assert_eq!(cause(summary), Some(Cause::Interrupted));
}

#[test]
fn absences_are_counted_and_the_first_is_kept() {
    let absent = |reason: &str| Observation::unavailable(Cause::Lost, reason);
    let mut bench = bench(&["a", "b"], 10, Unit::Nanoseconds);
    bench.run(usize::MAX, |slot| match (slot.role, slot.case == CaseId::at(1)) {
        (RunRole::Timed, true) => (Exit::Code(0), absent(&format!("block {}", slot.block))),
        (RunRole::Timed, false) if slot.block < 5 => (Exit::Code(0), absent("early")),
        _ => slower(slot),
    });
    let document = bench.document();
    let statistics = document.cases[0].summary[&id()].statistics().unwrap();
    assert_eq!((statistics.n, statistics.absent), (5, 5));
    let expected = MetricSummary::Unavailable(Absence::new(Cause::Lost, "block 0"));
    assert_eq!(document.cases[1].summary[&id()], expected);
    let comparison = bench.comparison();
    assert_eq!(comparison.verdict, Verdict::Incomparable);
    assert_eq!(comparison.reason, "time.wall is absent: block 0");
}

#[test]
fn a_metric_that_is_not_described_is_not_judged() {
    let mut bench = bench(&["a", "b"], 10, Unit::Nanoseconds);
    bench.run(usize::MAX, slower);
    bench.capabilities.sources.clear();
    let comparison = bench.comparison();
    assert_eq!(comparison.verdict, Verdict::Incomparable);
    assert_eq!(comparison.reason, "time.wall has no descriptor here");
}

#[test]
fn the_same_command_twice_says_so() {
    let mut bench = bench(&["true", "true"], 10, Unit::Nanoseconds);
    bench.run(usize::MAX, slower);
    let note = "; both run the same file with the same arguments";
    assert!(bench.comparison().reason.ends_with(note));
    bench.cohort.binaries[0].sha256 = unread();
    bench.cohort.binaries[1].sha256 = unread();
    let comparison = bench.comparison();
    assert!(!comparison.same_binary && !comparison.reason.ends_with(note));
}

/// Makes all runs as [`slower`] does, but for those that `change` changes.
fn changed(change: impl Fn(&crate::Slot) -> Option<Observation>) -> Bench {
    let mut bench = bench(&["a", "b"], 12, Unit::Nanoseconds);
    bench.run(usize::MAX, |slot| {
        let (exit, observation) = slower(slot);
        (exit, change(slot).unwrap_or(observation))
    });
    bench
}

#[test]
fn blocks_that_lack_the_value_leave_the_verdict_open() {
    let absent = |slot: &crate::Slot| {
        let reason = format!("lost in block {}", slot.block);
        (slot.block % 4 == 2).then(|| Observation::unavailable(Cause::Lost, reason))
    };
    for role in [RunRole::Timed, RunRole::Null] {
        for case in [CaseId::at(0), CaseId::at(1)] {
            let is_it = |slot: &crate::Slot| (slot.role, &slot.case) == (role, &case);
            if role == RunRole::Null && case != CaseId::at(0) {
                continue;
            }
            let bench = changed(|slot| if is_it(slot) { absent(slot) } else { None });
            let comparison = bench.comparison();
            let of = if role == RunRole::Null { " of the null control" } else { "" };
            assert_eq!(comparison.verdict, Verdict::Inconclusive);
            let told = format!("3 of 12 blocks lack time.wall{of}: lost in block 2");
            assert_eq!(comparison.reason, told);
            let blocks = if role == RunRole::Null { 12 } else { 9 };
            assert_eq!(comparison.blocks, blocks);
            assert!(comparison.ratio.unwrap().median > 1.4);
        }
    }
}

#[test]
fn long_reasons_are_not_repeated_whole() {
    let long = "x".repeat(1_000);
    let bench = changed(|slot| {
        (slot.block == 3).then(|| Observation::unavailable(Cause::Lost, long.as_str()))
    });
    let reason = bench.comparison().reason;
    assert!(reason.ends_with('…') && reason.chars().count() < 300, "{reason}");
}

#[test]
fn a_process_that_takes_less_than_a_microsecond_is_invalid() {
    for (wall, is_possible) in [(0, false), (1, false), (999, false), (1_000, true)] {
        let at = |slot: &crate::Slot, role| (slot.role, slot.block) == (role, 7);
        for role in [RunRole::Timed, RunRole::Null] {
            let change =
                |slot: &crate::Slot| at(slot, role).then(|| measured(wall, Unit::Nanoseconds));
            let bench = changed(change);
            let comparison = bench.comparison();
            assert_eq!(comparison.verdict != Verdict::Invalid, is_possible, "{wall} {role:?}");
            if is_possible {
                continue;
            }
            let is_it = |run: &&Run| (run.role, run.block) == (role, 7);
            let run = bench.runs.iter().find(is_it).unwrap();
            let told = format!("time.wall is impossible: run {} took {wall} ns", run.index);
            assert!(comparison.reason.starts_with(&told), "{}", comparison.reason);
            assert_eq!((comparison.ratio, comparison.blocks), (None, 0));
        }
    }
    // A run that is not judged proves nothing.
    let warmup = |slot: &crate::Slot| slot.role == RunRole::Warmup;
    let bench = changed(|slot| warmup(slot).then(|| measured(1, Unit::Nanoseconds)));
    assert_eq!(bench.comparison().verdict, Verdict::Regressed);
}

#[test]
fn more_cpu_time_than_the_cpus_have_is_invalid() {
    let cpu = MetricId::new("time.cpu_total");
    let verdict = |cpus: Fact<u64>, on_cpu: u64| {
        let mut bench = changed(|slot| Some(measured(10_000_000 + slot.block, Unit::Nanoseconds)));
        let mut metric = bench.capabilities.sources[0].metrics[0].clone();
        metric.metric.id = cpu.clone();
        metric.metric.role = MetricRole::OnCpuTotal;
        bench.capabilities.sources[0].metrics.push(metric);
        bench.settings.metrics.push(cpu.clone());
        for run in &mut bench.runs {
            let is_it = (run.role, run.block) == (RunRole::Timed, 0) && run.case == CaseId::at(1);
            let on_cpu = if is_it { on_cpu } else { 5_000_000 };
            run.observations.insert(cpu.clone(), measured(on_cpu, Unit::Nanoseconds));
        }
        bench.cpus = cpus;
        let comparison = bench.comparison();
        (comparison.verdict, comparison.reason)
    };
    // 2 CPUs for 10 ms, 10 ms and 1 %.
    let most = 2 * 10_000_000 + 200_000 + 10_000_000;
    assert_eq!(verdict(Fact::known(2), most).0, Verdict::NoDifferenceShown);
    assert_eq!(verdict(unread(), u64::MAX).0, Verdict::NoDifferenceShown);
    let (verdict, reason) = verdict(Fact::known(2), most + 1);
    assert_eq!(verdict, Verdict::Invalid);
    let told = "time.cpu_total is impossible: run";
    assert!(reason.starts_with(told), "{reason}");
    assert!(reason.ends_with("used 30200001 ns of CPU time in 10000000 ns on 2 CPUs"), "{reason}");
}
