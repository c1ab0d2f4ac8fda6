//! One small campaign, hand-made and the same every time.

use crate::mutation::hex;
use probity_evidence::{
    Completeness, Hearing, POLICY_ID, RunTime, Schedule, Sealing, ValidEvidence,
};
use probity_model::protocol::{Discarded, Transcript, read_line};
use probity_model::{
    Ability, AbilityReport, Absence, Aggregation, Availability, Binary, Bound, Capabilities,
    CaseId, CaseSettings, Cause, CgroupVersion, Class, Cohort, Conditions, CountedRuns, Derivation,
    Environment, ErrorOutput, Exit, Fact, Hooks, HostFacts, IgnoredFailures, Incarnation, Kind,
    Measured, Metric, MetricId, MetricReport, MetricRole, Observation, Output, Parameter, Pass,
    Plan, Policy, Producer, Quality, Requested, Run, RunRole, Scope, Seccomp, Settings,
    SourceReport, Steal, Streams, Text, Unit, Value,
};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::time::{Duration, UNIX_EPOCH};

const WALL: MetricId = MetricId::new("time.wall");
const WAIT: MetricId = MetricId::new("sched.run_queue_wait");
const PRESSURE: MetricId = MetricId::new("psi.cpu.full");
const CYCLES: MetricId = MetricId::new("perf.cycles");
const INSTRUCTIONS: MetricId = MetricId::new("perf.instructions");
const IPC: MetricId = MetricId::new("perf.ipc");

/// Blocks of the campaign.
pub const BLOCKS: u64 = 12;

/// What a campaign of two commands knows in its end.
pub fn sealing() -> Sealing {
    let runs = runs();
    Sealing {
        kind: "stat".into(),
        producer: Producer { version: "0.1.0".into() },
        settings: settings(),
        host: host(),
        capabilities: capabilities(),
        cohort: Cohort {
            boot_id: Fact::known("6f1c0d2e-0000-4000-8000-000000000001".into()),
            binaries: vec![binary("/usr/bin/gzip", 'a'), binary("/usr/bin/gzip", 'a')],
            processes: runs.iter().map(|run| run.process.clone()).collect(),
        },
        completeness: Completeness::Complete,
        created: UNIX_EPOCH + Duration::from_secs(1_767_225_600),
    }
}

/// Its one report.
pub fn render(evidence: &ValidEvidence) -> Result<Vec<(String, Vec<u8>)>, Infallible> {
    let text = format!("{} comparison\n", evidence.document().comparisons.len());
    Ok(vec![("summary.txt".into(), text.into_bytes())])
}

/// Its settings.
pub fn settings() -> Settings {
    Settings {
        cases: vec![
            case(0, &[b"gzip", b"-1", b"-kc", b"in"]),
            case(1, &[b"gzip", b"-9", b"-kc", b"in\xff"]),
        ],
        reference: Some(CaseId::at(0)),
        requested: Requested {
            runs: Some(BLOCKS),
            min_runs: 10,
            max_runs: None,
            warmup: Some(1),
            budget_ns: None,
        },
        plan: Plan {
            seed: 42,
            warmup: 1,
            blocks: BLOCKS,
            counted: CountedRuns::AtEnd,
            in_order: false,
            blocks_required: Some(6),
            reason: "as requested".into(),
        },
        policy: Policy {
            id: POLICY_ID.into(),
            practical_limit: 0.01,
            alpha: 0.05,
            metrics: vec![WALL],
        },
        metrics: vec![WALL, WAIT, PRESSURE, CYCLES, INSTRUCTIONS, IPC],
        named: [].into(),
        estimate: false,
        ignore_failure: IgnoredFailures::None,
        directory: "/example".into(),
        environment: Environment { variables: 3, sha256: "e".repeat(64) },
    }
}

fn case(position: usize, words: &[&[u8]]) -> CaseSettings {
    let command = Text::new(words.join(&b' '));
    CaseSettings {
        against: None,
        id: CaseId::at(position),
        name: command.clone(),
        command,
        argv: words.iter().map(|word| Text::new(*word)).collect(),
        streams: Streams { input: None, output: Output::Null, error: ErrorOutput::Captured },
        hooks: Hooks::default(),
        parameters: vec![Parameter {
            name: "level".into(),
            value: Text::new(words[1].trim_ascii_start()),
        }],
    }
}

fn binary(path: &str, digit: char) -> Binary {
    Binary {
        path: path.into(),
        sha256: Fact::known(digit.to_string().repeat(64)),
        bytes: 98_136,
        build_id: Fact::known(digit.to_string().repeat(40)),
    }
}

fn conditions() -> Conditions {
    let missing = Absence::new(Cause::NoKernelSupport, "no cpufreq here");
    Conditions {
        hypervisor: Fact::known("KVM".into()),
        container_marks: Fact::known(vec!["/.dockerenv".into()]),
        smt: Fact::known(false),
        frequency_driver: Fact::Unavailable(missing.clone()),
        turbo: Fact::Unavailable(missing),
        on_battery: Fact::known(false),
        cgroup_version: Fact::known(CgroupVersion::Hybrid),
        cpu_quota_millicpus: Fact::known(Bound::AtMost(1500)),
        memory_limit_bytes: Fact::known(Bound::Unbounded),
        seccomp: Fact::known(Seccomp::Filter),
        transparent_huge_pages: Fact::known("madvise".into()),
        address_randomisation: Fact::known(2),
        steal: Fact::known(Steal { stolen_ticks: 3, all_ticks: 4000 }),
    }
}

fn host() -> HostFacts {
    let missing = Absence::new(Cause::NoKernelSupport, "no cpufreq here");
    let mut facts = HostFacts {
        fingerprint: String::new(),
        os: "linux".into(),
        arch: "x86_64".into(),
        kernel: Fact::known("6.18.0".into()),
        cpu_model: Fact::known("Example CPU".into()),
        cpus_online: Fact::known(2),
        cpus_allowed: Fact::known(2),
        memory_bytes: Fact::known(8 << 30),
        page_bytes: Fact::known(4096),
        clock_source: Fact::known("tsc".into()),
        governor: Fact::Unavailable(missing),
        virtual_machine: Fact::known(true),
        perf_event_paranoid: Fact::known(-1),
        load_1m_hundredths: Fact::known(7),
        boot_id: Fact::known("6f1c0d2e-0000-4000-8000-000000000001".into()),
        conditions: conditions(),
    };
    facts.fingerprint = hex(facts.fingerprint_text().as_bytes());
    facts
}

fn capabilities() -> Capabilities {
    let report = |source: &str, metric: Metric, absence: Option<Absence>| SourceReport {
        source: source.into(),
        summary: "an example".into(),
        reads: "an example".into(),
        metrics: vec![MetricReport {
            metric,
            requested: true,
            availability: absence.map_or(Availability::Available, Availability::Unavailable),
        }],
    };
    let wait = metric(WAIT, Kind::Counter, Class::Quantitative, Scope::MainThread);
    let pressure = metric(PRESSURE, Kind::Counter, Class::Diagnostic, Scope::System);
    Capabilities {
        sources: vec![
            report("wall", metric(WALL, Kind::Duration, Class::Quantitative, Scope::Window), None),
            report(
                "schedstat",
                Metric { role: MetricRole::RunQueueWait, ..wait },
                Some(Absence::new(Cause::NoKernelSupport, "accounting is off")),
            ),
            report("psi", Metric { role: MetricRole::Pressure, ..pressure }, None),
            counters(),
        ],
        abilities: Ability::ALL
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
            .collect(),
        session: None,
    }
}

/// Two counters and what follows from them.
fn counters() -> SourceReport {
    let counted = |id, role| Metric {
        unit: Unit::Count,
        role,
        pass: Pass::Counted,
        ..metric(id, Kind::Counter, Class::Quantitative, Scope::ProcessTree)
    };
    let ipc = Metric {
        unit: Unit::Ratio,
        kind: Kind::Gauge,
        aggregation: Aggregation::Boundary,
        class: Class::Diagnostic,
        derivation: Some(ratio()),
        ..counted(IPC, MetricRole::InstructionsPerCycle)
    };
    let report =
        |metric| MetricReport { metric, requested: true, availability: Availability::Available };
    let cycles = counted(CYCLES, MetricRole::Cycles);
    let instructions = counted(INSTRUCTIONS, MetricRole::Instructions);
    SourceReport {
        source: "perf".into(),
        summary: "an example".into(),
        reads: "an example".into(),
        metrics: [cycles, instructions, ipc].map(report).into(),
    }
}

fn ratio() -> Derivation {
    Derivation::Quotient { numerator: INSTRUCTIONS, denominator: CYCLES }
}

fn metric(id: MetricId, kind: Kind, class: Class, scope: Scope) -> Metric {
    Metric {
        id,
        unit: Unit::Nanoseconds,
        kind,
        aggregation: Aggregation::Delta,
        class,
        scope,
        role: MetricRole::Wall,
        pass: Pass::Every,
        determinism: probity_model::Determinism::Varies,
        derivation: None,
        needs: "".into(),
        summary: "an example".into(),
    }
}

/// Its runs, as planned.
pub fn runs() -> Vec<Run> {
    runs_of(&settings())
}

/// What the program said in the first run.
pub fn transcript() -> Transcript {
    let lines = [
        r#"{"type":"hello","protocol":1,"program":"example","revision":"v1","nonce":"00ff","pid":4000}"#,
        r#"{"type":"window_start","name":"scan","id":1,"t_ns":100,"pid":4000}"#,
        r#"{"type":"window_end","id":1,"t_ns":900100,"pid":4000}"#,
        r#"{"type":"work","units":"rows","count":1000,"pid":4000}"#,
        r#"{"type":"counter","name":"hits","unit":"count","kind":"counter","value":7,"pid":4000}"#,
        r#"{"type":"checksum","value":"9e107d9d","pid":4000}"#,
        r#"{"type":"later","pid":4000}"#,
        "rubbish",
    ];
    Transcript {
        nonce: "00ff".into(),
        lines: lines.iter().map(|line| read_line(line.as_bytes())).collect(),
        discarded: Discarded { lines: 2, bytes: 300, claims: 0 },
    }
}

/// Its runs as planned, of which the first one said something.
pub fn spoken_runs() -> Vec<Run> {
    let mut runs = runs();
    let wall = runs[0].observations.get(&WALL).unwrap().measured().unwrap().value;
    let time = RunTime { metric: &WALL, wall_ns: wall.as_integer() };
    let (windows, speech) = Hearing::of(&transcript()).finish(time);
    (runs[0].windows, runs[0].program) = (windows, Some(speech));
    runs
}

/// The runs of a campaign with these settings, all successful.
pub fn runs_of(settings: &Settings) -> Vec<Run> {
    let mut state = 1_u64;
    Schedule::new(settings)
        .zip(0..)
        .map(|(slot, index)| {
            // Any fixed sequence does: these are the constants of Knuth's MMIX generator.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let base = if slot.case == CaseId::at(0) { 1_500_000 } else { 2_100_000 };
            let wall = base + (state >> 33) % 20_000;
            Run {
                case: slot.case,
                index,
                block: slot.block,
                position: slot.position,
                role: slot.role,
                exit: Exit::Code(0),
                process: Incarnation {
                    pid: 4000 + u32::try_from(index).unwrap(),
                    start_ticks: 900 + index,
                },
                observations: observations(slot.role, wall).into(),
                windows: Vec::new(),
                program: None,
                stderr_tail: None,
                leftovers: Vec::new(),
            }
        })
        .collect()
}

fn observations(role: RunRole, wall_ns: u64) -> BTreeMap<MetricId, Observation> {
    let wall = Measured {
        value: Value::Integer(wall_ns),
        unit: Unit::Nanoseconds,
        quality: Quality::Exact,
        scope: Scope::Window,
        source: "CLOCK_MONOTONIC".into(),
    };
    let mut observations = BTreeMap::from([
        (WALL, Observation::Measured(wall)),
        (WAIT, Observation::unavailable(Cause::NoKernelSupport, "accounting is off")),
        (PRESSURE, Observation::NotApplicable { reason: "the kernel pins it to 0".into() }),
    ]);
    if role == RunRole::Counted {
        let counted = |count| Measured {
            value: Value::Integer(count),
            unit: Unit::Count,
            quality: Quality::Exact,
            scope: Scope::ProcessTree,
            source: "perf_event_open".into(),
        };
        let cycles = Observation::Measured(counted(wall_ns * 3));
        let instructions = Observation::Measured(counted(wall_ns * 4 + wall_ns % 7));
        observations.extend([(CYCLES, cycles), (INSTRUCTIONS, instructions)]);
        let ipc = ratio().derive(|input| observations.get(input));
        observations.insert(IPC, ipc);
    }
    observations
}
