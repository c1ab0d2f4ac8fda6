//! Summaries and verdicts computed a second time, naively, and compared with `derive`.
//!
//! Nothing here calls `probity-stats` or `probity-judge`: binomials are enumerated, ranks are
//! found by counting, Holm's order is worked out row by row.

#![expect(clippy::unwrap_used, reason = "a malformed campaign is a bug of the test")]
#![expect(clippy::print_stdout, reason = "a failing seed is named")]

use probity_evidence::{Derivation, POLICY_ID, Schedule, derive};
use probity_model::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

// ---------------------------------------------------------------- generated campaigns

/// Knuth's MMIX linear congruential generator; its upper half is random enough here.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.roll(n) == 0
    }
}

const WALL: &str = "time.wall";
const FAULTS: &str = "mem.minor_faults";
const SHARE: &str = "cpu.share";
const CPU: &str = "time.cpu_total";
const PRESSURE: &str = "psi.cpu.some";
const EVENTS: &str = "perf.events";

fn descriptor(id: &'static str, unit: Unit, class: Class, role: MetricRole) -> Metric {
    Metric {
        id: MetricId::new(id),
        unit,
        kind: Kind::Counter,
        aggregation: Aggregation::Delta,
        class,
        scope: Scope::Process,
        role,
        pass: Pass::Every,
        determinism: probity_model::Determinism::Varies,
        derivation: None,
        needs: "".into(),
        summary: "".into(),
    }
}

fn descriptors() -> Vec<Metric> {
    use Class::{Diagnostic, Quantitative};
    vec![
        descriptor(WALL, Unit::Nanoseconds, Quantitative, MetricRole::Wall),
        descriptor(FAULTS, Unit::Count, Quantitative, MetricRole::MinorFaults),
        descriptor(SHARE, Unit::Ratio, Quantitative, MetricRole::PeakMemory),
        descriptor(CPU, Unit::Nanoseconds, Quantitative, MetricRole::OnCpuTotal),
        descriptor(PRESSURE, Unit::Nanoseconds, Diagnostic, MetricRole::Pressure),
        Metric {
            pass: Pass::Counted,
            ..descriptor(EVENTS, Unit::Count, Quantitative, MetricRole::HardwareEvent)
        },
    ]
}

struct Campaign {
    settings: Settings,
    capabilities: Capabilities,
    cohort: Cohort,
    runs: Vec<Run>,
    incomplete: Option<String>,
    cpus: Option<u64>,
}

/// How a generated campaign behaves.
struct Temper {
    noise: u64,
    slower: [u64; 4],
    grain: u64,
    absent: u64,
    impossible: u64,
    zero: u64,
    estimated: u64,
    failing: u64,
    /// By how many thousandths null runs are slower, which no sound machine would do.
    stray: u64,
    /// By how many thousandths the others grow slower, or faster, in the last half.
    drift: [u64; 2],
}

fn temper(dice: &mut Dice) -> Temper {
    let gentle = dice.one_in(2);
    let effects: &[u64] = if gentle { &[0, 4, 8, 12] } else { &[0, 0, 5, 20, 100, 400] };
    let slower = [(); 4].map(|()| effects[dice.roll(effects.len() as u64) as usize]);
    let rarely = |dice: &mut Dice, often: u64| match !gentle && dice.one_in(3) {
        true => often,
        false => u64::MAX,
    };
    Temper {
        noise: if gentle { [4, 20, 40, 60] } else { [1, 4, 20, 100] }[dice.roll(4) as usize],
        slower: [0, slower[1], slower[2], slower[3]],
        grain: [1, 10][dice.roll(2) as usize],
        absent: if dice.one_in(4) { 200 } else { rarely(dice, 6) },
        impossible: if dice.one_in(8) { 60 } else { u64::MAX },
        zero: rarely(dice, 20),
        estimated: rarely(dice, 60),
        failing: rarely(dice, 40),
        stray: if dice.one_in(8) { 60 } else { 0 },
        drift: [[0, 0], [0, 0], [60, 0], [0, 60]][dice.roll(4) as usize],
    }
}

fn observation(dice: &mut Dice, metric: &Metric, temper: &Temper, slower: u64) -> Observation {
    if dice.one_in(temper.absent) {
        return match dice.roll(2) {
            0 => Observation::unavailable(Cause::Lost, format!("lost at {}", dice.roll(9))),
            _ => Observation::NotApplicable { reason: "not here".into() },
        };
    }
    let thousandths = 1_000 + slower + dice.roll(temper.noise);
    let value = match metric.unit {
        Unit::Ratio if dice.one_in(3) => Value::Integer(1),
        Unit::Ratio => Value::Real(thousandths as f64 / 1_024.0),
        Unit::Count if dice.one_in(temper.zero) => Value::Integer(0),
        Unit::Nanoseconds if dice.one_in(temper.zero.saturating_mul(8)) => Value::Integer(0),
        // Too short for a process, or more than any number of CPUs can do in the wall times here.
        Unit::Nanoseconds if dice.one_in(temper.impossible) => match metric.id.as_str() {
            WALL => Value::Integer(dice.roll(1_000)),
            _ => Value::Integer(10_000_000 + dice.roll(20_000)),
        },
        _ => Value::Integer(thousandths / temper.grain * temper.grain),
    };
    let estimated = dice.one_in(temper.estimated);
    Observation::Measured(Measured {
        value,
        unit: metric.unit,
        quality: match estimated {
            true => Quality::Estimated { enabled_ns: 2, running_ns: 1 },
            false => Quality::Exact,
        },
        scope: metric.scope,
        source: "generated".into(),
    })
}

fn settings(dice: &mut Dice) -> Settings {
    let cases = 1 + dice.roll(4) as usize;
    let case = |place| CaseSettings {
        against: None,
        id: CaseId::at(place),
        name: "work".into(),
        command: "work".into(),
        argv: vec![Text::from("work")],
        streams: Streams { input: None, output: Output::Null, error: ErrorOutput::Captured },
        hooks: Hooks::default(),
        parameters: Vec::new(),
    };
    let judged: &[&str] = match dice.roll(6) {
        0 => &[WALL, FAULTS],
        1 => &[FAULTS, SHARE],
        2 => &[PRESSURE, WALL],
        3 => &[CPU],
        _ => &[WALL],
    };
    let ids = |names: &[&'static str]| names.iter().map(|id| MetricId::new(id)).collect();
    Settings {
        cases: (0..cases).map(case).collect(),
        reference: (cases > 1).then(|| CaseId::at(dice.roll(cases as u64) as usize)),
        requested: Requested {
            runs: None,
            min_runs: 10,
            max_runs: None,
            warmup: None,
            budget_ns: None,
        },
        plan: Plan {
            seed: dice.roll(1 << 20),
            warmup: dice.roll(3),
            blocks: if dice.one_in(2) { dice.roll(31) } else { 12 + dice.roll(25) },
            counted: if dice.one_in(6) { CountedRuns::EachBlock } else { CountedRuns::AtEnd },
            in_order: false,
            blocks_required: None,
            reason: "generated".into(),
        },
        policy: Policy {
            id: POLICY_ID.into(),
            practical_limit: [0.0, 0.005, 0.01, 0.1][dice.roll(4) as usize],
            alpha: [0.05, 0.05, 0.01][dice.roll(3) as usize],
            metrics: ids(judged),
        },
        metrics: ids(&[WALL, FAULTS, SHARE, CPU, PRESSURE, EVENTS]),
        // Runs that fail end with code 3.
        named: [].into(),
        estimate: false,
        ignore_failure: match dice.roll(4) {
            0 => IgnoredFailures::None,
            1 => IgnoredFailures::Codes(BTreeSet::from([4])),
            2 => IgnoredFailures::All,
            _ => IgnoredFailures::Codes(BTreeSet::from([2, 3])),
        },
        directory: "/".into(),
        environment: Environment { variables: 0, sha256: String::new() },
    }
}

fn cohort(dice: &mut Dice, cases: usize) -> Cohort {
    let binary = |sha256| Binary {
        path: "/bin/work".into(),
        sha256,
        bytes: 1,
        build_id: Fact::Unavailable(Absence::new(Cause::NotRequested, "not asked for")),
    };
    let unread = || Fact::Unavailable(Absence::new(Cause::Denied, "unreadable"));
    let hash = |dice: &mut Dice| match dice.roll(3) {
        0 => unread(),
        other => Fact::known(other.to_string()),
    };
    Cohort {
        boot_id: unread(),
        binaries: (0..cases).map(|_| binary(hash(dice))).collect(),
        processes: Vec::new(),
    }
}

fn campaign(seed: u64) -> Campaign {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let settings = settings(&mut dice);
    let temper = temper(&mut dice);
    let cohort = cohort(&mut dice, settings.cases.len());
    let metrics = descriptors();
    let mut schedule = Schedule::new(&settings);
    let mut runs = Vec::new();
    while let Some(slot) = schedule.next() {
        let place = settings.cases.iter().position(|case| case.id == slot.case).unwrap();
        let stray = if slot.role == RunRole::Null { temper.stray } else { 0 };
        let is_late = slot.block >= settings.plan.blocks / 2;
        let is_other = settings.reference.as_ref() != Some(&slot.case);
        let drift = if is_other { temper.drift[usize::from(is_late)] } else { 0 };
        let slower = temper.slower[place] + stray + drift;
        let failed = dice.one_in(temper.failing);
        schedule.record(&slot.case, failed);
        let observe =
            |metric: &Metric| (metric.id.clone(), observation(&mut dice, metric, &temper, slower));
        let is_observed =
            |metric: &&Metric| metric.pass == Pass::Every || slot.role == RunRole::Counted;
        let observations = metrics.iter().filter(is_observed).map(observe).collect();
        let pid = runs.len() as u32;
        runs.push(Run {
            case: slot.case,
            index: runs.len() as u64,
            block: slot.block,
            position: slot.position,
            role: slot.role,
            exit: if failed { Exit::Code(3) } else { Exit::Code(0) },
            process: Incarnation { pid, start_ticks: 1 },
            observations,
            windows: Vec::new(),
            program: None,
            stderr_tail: failed.then(|| Text::from("no")),
            leftovers: Vec::new(),
        });
    }
    let cut = match dice.one_in(5) {
        true => dice.roll(runs.len() as u64 + 1) as usize,
        false => runs.len(),
    };
    let incomplete = (cut < runs.len()).then(|| format!("cut after {cut} runs"));
    let cpus = [None, Some(1), Some(4)][dice.roll(3) as usize];
    runs.truncate(cut);
    let report = |metric: Metric| MetricReport {
        metric,
        requested: true,
        availability: Availability::Available,
    };
    let source = SourceReport {
        source: "generated".into(),
        summary: String::new(),
        reads: String::new(),
        metrics: metrics.into_iter().map(report).collect(),
    };
    let capabilities = Capabilities { sources: vec![source], abilities: Vec::new(), session: None };
    Campaign { settings, capabilities, cohort, runs, incomplete, cpus }
}

fn host(cpus: Option<u64>) -> HostFacts {
    fn unread<T>() -> Fact<T> {
        Fact::Unavailable(Absence::new(Cause::NotRequested, "not asked for"))
    }
    HostFacts {
        fingerprint: String::new(),
        os: "linux".into(),
        arch: "x86_64".into(),
        kernel: unread(),
        cpu_model: unread(),
        cpus_online: cpus.map_or_else(unread, Fact::known),
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
    }
}

fn derived(campaign: &Campaign) -> Document {
    derive(&Derivation {
        kind: "stat",
        producer: &Producer { version: "0".into() },
        host: &host(campaign.cpus),
        settings: &campaign.settings,
        capabilities: &campaign.capabilities,
        cohort: &campaign.cohort,
        runs: &campaign.runs,
        incomplete: campaign.incomplete.as_deref(),
    })
}

// ---------------------------------------------------------------- naive statistics

/// Pascal's triangle, by addition; its 64th row is the last whose half fits with ease.
static PASCAL: LazyLock<Vec<Vec<u128>>> = LazyLock::new(|| {
    let next = |row: &Vec<u128>| {
        let shifted = [&[0], &row[..]].concat();
        let padded = [&row[..], &[0]].concat();
        Some(padded.iter().zip(shifted).map(|(a, b)| a + b).collect())
    };
    std::iter::successors(Some(vec![1]), next).take(65).collect()
});

/// Twice the chance that at most `s` of `n` fair coins fall on one side.
fn both_tails(n: usize, s: usize) -> f64 {
    let ways: u128 = PASCAL[n].iter().take(s + 1).sum();
    (2.0 * ways as f64 / 2f64.powi(n as i32)).min(1.0)
}

/// The bounds with the most samples cut off on each side that alpha allows.
fn sign_interval<T: Copy>(sorted: &[T], alpha: f64) -> Option<[T; 2]> {
    let n = sorted.len();
    let cut = (0..n / 2).rev().find(|cut| both_tails(n, *cut) <= alpha)?;
    Some([sorted[cut], sorted[n - 1 - cut]])
}

/// The smallest sample that at least `q` quarters of all do not exceed.
fn quartile<T: Copy + PartialOrd>(sorted: &[T], q: usize) -> T {
    let reached = |x: &&T| 4 * sorted.iter().filter(|y| *y <= *x).count() >= q * sorted.len();
    *sorted.iter().find(reached).unwrap()
}

/// A number of quarters in a unit that has only integers, or may have halves.
fn from_quarters(quarters: u128, integral: bool) -> Value {
    let whole = (quarters / 4) as u64;
    match quarters % 4 {
        0 => Value::Integer(whole),
        rest if !integral => Value::Real(whole as f64 + rest as f64 / 4.0),
        2 => Value::Integer(whole + whole % 2),
        rest => Value::Integer(whole + (rest / 2) as u64),
    }
}

/// Four times the median.
fn quadrupled_median(mut values: Vec<u128>) -> u128 {
    values.sort();
    let n = values.len();
    if n % 2 == 1 { 4 * values[n / 2] } else { 2 * (values[n / 2 - 1] + values[n / 2]) }
}

fn naive_statistics(measured: &[&Measured], absent: u64) -> Statistics {
    let unit = measured[0].unit;
    let integral = matches!(unit, Unit::Nanoseconds | Unit::Bytes);
    let integers: Vec<u128> =
        measured.iter().filter_map(|one| one.value.as_integer()).map(u128::from).collect();
    let all_integers = integers.len() == measured.len();
    let mut reals: Vec<f64> = measured.iter().map(|one| one.value.as_f64()).collect();
    reals.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let n = reals.len();
    let value = |real: f64| {
        if all_integers { Value::Integer(real as u64) } else { Value::Real(real) }
    };
    let (median, mad) = if all_integers {
        let median = quadrupled_median(integers.clone());
        let deviations = integers.iter().map(|x| (4 * x).abs_diff(median)).collect();
        let mad = quadrupled_median(deviations) / 4;
        (from_quarters(median, integral), from_quarters(mad, integral))
    } else {
        let middle = |sorted: &[f64]| (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0;
        let median = middle(&reals);
        let mut deviations: Vec<f64> = reals.iter().map(|x| (x - median).abs()).collect();
        deviations.sort_by(|a, b| a.partial_cmp(b).unwrap());
        (Value::Real(median), Value::Real(middle(&deviations)))
    };
    let spread = |bounds: Option<[f64; 2]>, needed: u64| match bounds {
        Some(bounds) => Spread::Bounds(bounds.map(value)),
        None => {
            Spread::absent(Absence::new(Cause::TooFew, format!("needs {needed} samples, has {n}")))
        }
    };
    Statistics {
        n: n as u64,
        processes: n as u64,
        estimated: measured.iter().filter(|one| one.quality != Quality::Exact).count() as u64,
        absent,
        median,
        mad,
        min: value(reals[0]),
        max: value(reals[n - 1]),
        quartiles: spread((n >= 4).then(|| [quartile(&reals, 1), quartile(&reals, 3)]), 4),
        interval: spread(sign_interval(&reals, 0.05), 6),
        unit,
    }
}

// ---------------------------------------------------------------- naive verdicts

/// The blocks of one side against the reference.
#[derive(Clone)]
struct Sides {
    ratios: Vec<f64>,
    /// How many blocks ran, where some of them were not measured.
    gap: Option<usize>,
}

/// One comparison, as the oracle sees it before judging.
struct Naive {
    ratios: Result<Vec<f64>, Verdict>,
    /// The first words about what is missing.
    gap: Option<String>,
    p: f64,
}

fn geometric_middle(ratios: &[f64]) -> f64 {
    let mut sorted = ratios.to_vec();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let n = sorted.len();
    let (a, b) = (sorted[(n - 1) / 2], sorted[n / 2]);
    if a == b {
        return a;
    }
    let middle = (a * b).sqrt();
    let by_logarithms = ((a.ln() + b.ln()) / 2.0).exp();
    assert!((middle - by_logarithms).abs() <= 1e-12 * middle, "{middle} {by_logarithms}");
    middle
}

fn bounds(ratios: &[f64], alpha: f64) -> Option<[f64; 2]> {
    let mut sorted = ratios.to_vec();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
    sign_interval(&sorted, alpha)
}

fn p_value(ratios: &[f64]) -> f64 {
    let above = ratios.iter().filter(|r| **r > 1.0).count();
    let below = ratios.iter().filter(|r| **r < 1.0).count();
    both_tails(ratios.len(), ratios.len() - above.max(below))
}

/// Whether the failing runs of a campaign, which all end with code 3, count all the same.
fn ignores(settings: &Settings) -> bool {
    match &settings.ignore_failure {
        IgnoredFailures::None => false,
        IgnoredFailures::All => true,
        IgnoredFailures::Codes(codes) => codes.contains(&3),
    }
}

impl Campaign {
    fn of(&self, case: &CaseId, role: RunRole, block: u64) -> Option<&Run> {
        let failures_count = !ignores(&self.settings);
        self.runs.iter().find(|run| {
            (&run.case, run.role, run.block) == (case, role, block)
                && !(failures_count && run.exit != Exit::Code(0))
        })
    }

    fn has_failed(&self, case: &CaseId) -> bool {
        !ignores(&self.settings)
            && self.runs.iter().any(|run| run.case == *case && run.exit != Exit::Code(0))
    }

    /// Whether a run that counts says what cannot be.
    fn is_impossible(&self, case: &CaseId, role: RunRole) -> bool {
        let value = |run: &Run, id| {
            let measured = run.observations.get(&MetricId::new(id)).unwrap().measured();
            measured.map(|measured| measured.value.as_integer().unwrap() as f64)
        };
        (0..self.settings.plan.blocks).filter_map(|block| self.of(case, role, block)).any(|run| {
            let Some(wall) = value(run, WALL) else { return false };
            let room = self.cpus.map(|cpus| 1.01 * wall * cpus as f64 + 10e6);
            let over = value(run, CPU).zip(room).is_some_and(|(cpu, room)| cpu > room);
            wall < 1_000.0 || over
        })
    }

    /// The block ratios of `case` in `role` over the timed runs of the reference.
    fn ratios(&self, metric: &MetricId, case: &CaseId, role: RunRole) -> Result<Sides, Verdict> {
        let reference = self.settings.reference.as_ref().unwrap();
        if self.is_impossible(reference, RunRole::Timed) || self.is_impossible(case, role) {
            return Err(Verdict::Invalid);
        }
        let mut ratios = Vec::new();
        let mut both_ran = 0;
        for block in 0..self.settings.plan.blocks {
            let sides = (self.of(case, role, block), self.of(reference, RunRole::Timed, block));
            let (Some(candidate), Some(reference)) = sides else { continue };
            if metric.as_str() == PRESSURE {
                return Err(Verdict::Incomparable);
            }
            both_ran += 1;
            let mut values = Vec::new();
            for run in [candidate, reference] {
                let observed = run.observations.get(metric).unwrap();
                let Observed::Measured(measured) = observed else { break };
                if measured.quality != Quality::Exact {
                    return Err(Verdict::Incomparable);
                }
                if metric.as_str() == WALL && measured.value == Value::Integer(0) {
                    return Err(Verdict::Invalid);
                }
                values.push(measured.value.as_f64());
            }
            let [candidate, reference] = values[..] else { continue };
            if reference == 0.0 {
                return Err(Verdict::Incomparable);
            }
            ratios.push(candidate / reference);
        }
        if both_ran > 0 && ratios.is_empty() {
            return Err(Verdict::Incomparable);
        }
        let gap = (ratios.len() < both_ran).then_some(both_ran);
        Ok(Sides { ratios, gap })
    }

    fn naive(&self, comparison: &Comparison) -> Naive {
        let reference = self.settings.reference.as_ref().unwrap();
        let failed = self.has_failed(&comparison.candidate) || self.has_failed(reference);
        let own = match failed {
            true => Err(Verdict::Incomparable),
            false => self.ratios(&comparison.metric, &comparison.candidate, RunRole::Timed),
        };
        let null = self.ratios(&comparison.metric, reference, RunRole::Null);
        let missing = |sides: &Sides, of: &str| {
            let (ran, metric) = (sides.gap?, &comparison.metric);
            let (lacking, s) = (ran - sides.ratios.len(), if ran == 1 { "" } else { "s" });
            let lack = if lacking == 1 { "lacks" } else { "lack" };
            Some(format!("{lacking} of {ran} block{s} {lack} {metric}{of}: "))
        };
        let gap = match (&own, &null) {
            (Ok(own), Ok(null)) => {
                missing(own, "").or_else(|| missing(null, " of the null control"))
            }
            _ => None,
        };
        let ratios = own.and_then(|own| null.map(|_| own.ratios));
        let p = match &ratios {
            Ok(ratios) if gap.is_none() => p_value(ratios),
            _ => 1.0,
        };
        Naive { ratios, gap, p }
    }

    fn null(&self, metric: &MetricId) -> Option<Vec<f64>> {
        let reference = self.settings.reference.as_ref().unwrap();
        let null = self.ratios(metric, reference, RunRole::Null).ok()?.ratios;
        Some(null).filter(|null| !null.is_empty())
    }

    fn is_void(&self, metric: &MetricId) -> bool {
        let Policy { practical_limit: limit, alpha, .. } = self.settings.policy;
        let null = self.null(metric).and_then(|null| bounds(&null, alpha));
        null.is_some_and(|[low, high]| low > 1.0 + limit || high < 1.0 - limit)
    }
}

/// How many blocks a family of m needs, by trying.
fn needed(m: usize, alpha: f64) -> usize {
    (1..).find(|n| 2.0 / 2f64.powi(*n) <= alpha / m as f64).unwrap() as usize
}

/// The verdict on a row with its interval, by the letter of the rules.
fn verdict(ratios: &[f64], [low, high]: [f64; 2], limit: f64, holm: bool) -> Verdict {
    let median = geometric_middle(ratios);
    let half = ratios.len() / 2;
    let first = geometric_middle(&ratios[..half]);
    let last = geometric_middle(&ratios[ratios.len() - half..]);
    if holm && low > 1.0 && median > 1.0 + limit && first > 1.0 && last > 1.0 {
        Verdict::Regressed
    } else if holm && high < 1.0 && median < 1.0 - limit && first < 1.0 && last < 1.0 {
        Verdict::Improved
    } else if low >= 1.0 - limit && high <= 1.0 + limit {
        Verdict::NoDifferenceShown
    } else {
        Verdict::Inconclusive
    }
}

/// The smallest number of blocks at which the shrunken interval would decide, by bisection.
fn blocks_to_decide(ratios: &[f64], [low, high]: [f64; 2], limit: f64) -> Option<u64> {
    let (n, median) = (ratios.len() as f64, geometric_middle(ratios));
    let decides = |blocks: u64| {
        let shrink = (n / blocks as f64).sqrt();
        let (low, high) = (median - (median - low) * shrink, median + (high - median) * shrink);
        if median > 1.0 + limit {
            low >= 1.0
        } else if median < 1.0 - limit {
            high <= 1.0
        } else {
            low >= 1.0 - limit && high <= 1.0 + limit
        }
    };
    let (mut no, mut yes) = (ratios.len() as u64, ratios.len() as u64 + 1_000_000);
    if !decides(yes) {
        return None;
    }
    while no + 1 < yes {
        let middle = (no + yes) / 2;
        if decides(middle) { yes = middle } else { no = middle }
    }
    Some(yes - ratios.len() as u64)
}

/// What the reports of one run of the test had in them, so that none of it passes by being absent.
type Seen = BTreeMap<String, u64>;

fn check_comparisons(campaign: &Campaign, comparisons: &[Comparison], seen: &mut Seen) {
    let Settings { policy, reference, cases, .. } = &campaign.settings;
    let expected: Vec<(&CaseId, &MetricId)> = cases
        .iter()
        .filter(|case| reference.as_ref().is_some_and(|reference| case.id != *reference))
        .flat_map(|case| policy.metrics.iter().map(move |metric| (&case.id, metric)))
        .collect();
    let given: Vec<(&CaseId, &MetricId)> =
        comparisons.iter().map(|one| (&one.candidate, &one.metric)).collect();
    assert_eq!(given, expected);
    if expected.is_empty() {
        return;
    }
    let naives: Vec<Naive> = comparisons.iter().map(|one| campaign.naive(one)).collect();
    let void = policy.metrics.iter().any(|metric| campaign.is_void(metric));
    let m = comparisons.len();
    // How many rows come before row i: those of a smaller p-value, or an equal one further up.
    let before = |i: usize, j: usize| (naives[j].p, j) < (naives[i].p, i);
    let share = |i: usize| {
        let passed = (0..m).filter(|j| before(i, *j)).count();
        policy.alpha / (m - passed) as f64
    };
    let passes = |i: usize| naives[i].p <= share(i);
    for (i, comparison) in comparisons.iter().enumerate() {
        let holm = passes(i) && (0..m).filter(|j| before(i, *j)).all(passes);
        let row = Row { comparison, naive: &naives[i], alpha: share(i), holm, void, family: m };
        check_row(campaign, &row);
        *seen.entry(comparison.verdict.name().into()).or_default() += 1;
        let kind: String = comparison.reason.chars().filter(|c| !c.is_ascii_digit()).collect();
        *seen.entry(kind).or_default() += 1;
    }
}

struct Row<'a> {
    comparison: &'a Comparison,
    naive: &'a Naive,
    alpha: f64,
    holm: bool,
    void: bool,
    family: usize,
}

fn check_row(campaign: &Campaign, row: &Row<'_>) {
    let Comparison { ratio, blocks, wins, limit, .. } = row.comparison;
    let policy = &campaign.settings.policy;
    let null = campaign.null(&row.comparison.metric);
    check_null(campaign, row.comparison, null.as_deref());
    let deviation = null.as_ref().map_or(0.0, |null| (geometric_middle(null) - 1.0).abs());
    assert_eq!(limit.practical, policy.practical_limit);
    let widened = deviation > policy.practical_limit;
    assert_eq!(limit.effective, if widened { deviation } else { policy.practical_limit });
    assert_eq!(row.comparison.family as usize, row.family);
    let required = needed(row.family, policy.alpha);
    assert_eq!(row.comparison.blocks_required as usize, required);
    let hash = |id: &CaseId| {
        let place = campaign.settings.cases.iter().position(|case| case.id == *id).unwrap();
        campaign.cohort.binaries[place].sha256.value().cloned()
    };
    let hashes = [hash(&row.comparison.reference), hash(&row.comparison.candidate)];
    let same = hashes[0].is_some() && hashes[0] == hashes[1];
    assert_eq!(row.comparison.same_binary, same);
    // All generated cases have the same arguments.
    assert_eq!(row.comparison.reason.contains("the same file with the same arguments"), same);
    let reason = &row.comparison.reason;
    assert!(!reason.starts_with(char::is_uppercase) && !reason.ends_with('.'), "{reason}");
    let ratios = row.naive.ratios.as_deref().unwrap_or_default();
    assert_eq!(*blocks as usize, ratios.len());
    let side = |wanted: fn(&f64) -> bool| ratios.iter().filter(|r| wanted(r)).count() as u64;
    let (candidate, reference) = (side(|r| *r < 1.0), side(|r| *r > 1.0));
    assert_eq!(*wins, Wins { candidate, reference, ties: side(|r| *r == 1.0) });
    assert_eq!(ratio.is_some(), !ratios.is_empty());
    if let Some(ratio) = ratio {
        assert_eq!(ratio.median, geometric_middle(ratios));
        assert_eq!(ratio.interval.bounds(), bounds(ratios, row.alpha));
        assert_eq!(ratio.level, 1.0 - row.alpha);
    }
    check_verdict(campaign, row, null.map_or(0, |null| null.len()), required);
}

fn check_null(campaign: &Campaign, comparison: &Comparison, null: Option<&[f64]>) {
    let alpha = campaign.settings.policy.alpha;
    assert_eq!(comparison.null.is_some(), null.is_some());
    if let (Some(given), Some(ratios)) = (&comparison.null, null) {
        assert_eq!(given.ratio.median, geometric_middle(ratios));
        assert_eq!(given.ratio.interval.bounds(), bounds(ratios, alpha));
        assert_eq!(given.ratio.level, 1.0 - alpha);
        assert_eq!(given.blocks as usize, ratios.len());
        assert_eq!(given.void, campaign.is_void(&comparison.metric));
    }
}

fn check_verdict(campaign: &Campaign, row: &Row<'_>, null_blocks: usize, required: usize) {
    let given = (row.comparison.verdict, row.comparison.blocks_more);
    let ratios = match &row.naive.ratios {
        Err(refused) => return assert_eq!(given, (*refused, None)),
        Ok(ratios) => ratios,
    };
    let undecided = |more: Option<usize>| (Verdict::Inconclusive, more.map(|more| more as u64));
    let null_needed = needed(1, campaign.settings.policy.alpha);
    if let Some(reason) = &campaign.incomplete {
        let told = format!("the campaign is incomplete: {reason}; nothing is decided");
        assert!(row.comparison.reason.starts_with(&told), "{} / {told}", row.comparison.reason);
        assert_eq!(given, undecided(None));
    } else if row.void {
        assert_eq!(given, undecided(None));
    } else if let Some(gap) = &row.naive.gap {
        assert!(row.comparison.reason.starts_with(gap), "{} / {gap}", row.comparison.reason);
        assert_eq!(given, undecided(None));
    } else if ratios.len() < required {
        assert_eq!(given, undecided(Some(required - ratios.len())));
    } else if null_blocks < null_needed {
        assert_eq!(given, undecided(Some(null_needed - null_blocks)));
    } else {
        check_judged(row, ratios);
    }
}

fn check_judged(row: &Row<'_>, ratios: &[f64]) {
    let limit = row.comparison.limit.effective;
    let interval = bounds(ratios, row.alpha).unwrap();
    let expected = verdict(ratios, interval, limit, row.holm);
    assert_eq!(row.comparison.verdict, expected, "{}", row.comparison.reason);
    let median = geometric_middle(ratios);
    let excludes = interval[0] > 1.0 || interval[1] < 1.0;
    let beyond = median > 1.0 + limit || median < 1.0 - limit;
    let estimable = expected == Verdict::Inconclusive && !(beyond && excludes);
    let estimate = if estimable { blocks_to_decide(ratios, interval, limit) } else { None };
    match (row.comparison.blocks_more, estimate) {
        // Rounding may move the estimate across an integer.
        (Some(given), Some(estimate)) => {
            assert!(given.abs_diff(estimate) <= 1, "{given} {estimate}");
        }
        (given, estimate) => assert_eq!(given, estimate, "{}", row.comparison.reason),
    }
}

// ---------------------------------------------------------------- the comparison of both

fn check_case(campaign: &Campaign, case: &Case, seen: &mut Seen) {
    let ignore = ignores(&campaign.settings);
    let own: Vec<&Run> = campaign.runs.iter().filter(|run| run.case == case.id).collect();
    let failed: Vec<&&Run> = own.iter().filter(|run| run.exit != Exit::Code(0)).collect();
    assert_eq!(case.failure.is_some(), !failed.is_empty());
    if let Some(failure) = &case.failure {
        assert_eq!(failure.run, failed[0].index);
        assert_eq!(failure.failed_runs as usize, failed.len());
        assert_eq!((failure.ignored, failure.exit), (ignore, Exit::Code(3)));
        assert_eq!(failure.stderr_tail, Some(Text::from("no")));
    }
    let sound = |role| -> Vec<&&Run> {
        let is_sound = |run: &&&Run| run.role == role && (ignore || run.exit == Exit::Code(0));
        own.iter().filter(is_sound).collect()
    };
    assert_eq!(case.runs, None);
    let requested: BTreeSet<&MetricId> = campaign.settings.metrics.iter().collect();
    assert!(case.summary.keys().eq(requested));
    for (metric, summary) in &case.summary {
        let (role, runs) = match metric.as_str() {
            EVENTS => ("counted", sound(RunRole::Counted)),
            _ => ("timed", sound(RunRole::Timed)),
        };
        let observed = |run: &Run| run.observations.get(metric).unwrap().to_observation();
        let measured: Vec<Measured> =
            runs.iter().filter_map(|run| observed(run).measured().cloned()).collect();
        let measured: Vec<&Measured> = measured.iter().collect();
        let is_asked = |run: &&&&Run| match observed(run) {
            Observation::Unavailable(absence) => absence.cause != Cause::NotRequested,
            _ => true,
        };
        let told = runs.iter().find(is_asked).or(runs.first());
        let expected = match (measured.is_empty(), told) {
            (false, _) => {
                let absent = (runs.len() - measured.len()) as u64;
                MetricSummary::Measured(naive_statistics(&measured, absent))
            }
            (true, Some(run)) => match observed(run) {
                Observation::Unavailable(absence) => MetricSummary::Unavailable(absence),
                Observation::NotApplicable { reason } => MetricSummary::NotApplicable { reason },
                Observation::Measured(_) => unreachable!(),
            },
            (true, None) => {
                assert!(matches!(summary, MetricSummary::Unavailable(_)));
                *seen.entry(format!("no {role} run")).or_default() += 1;
                continue;
            }
        };
        assert_eq!(summary, &expected, "{} {metric}", case.id);
    }
}

/// Names the seed of a campaign on which the two computations differ.
struct Named(u64);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("the campaign of seed {} differs", self.0);
        }
    }
}

#[test]
fn summaries_and_verdicts_agree_with_a_naive_second_computation() {
    let mut seen = Seen::new();
    for seed in 0..4_000 {
        let _named = Named(seed);
        let campaign = campaign(seed);
        let document = derived(&campaign);
        assert_eq!(document.cases.len(), campaign.settings.cases.len());
        for case in &document.cases {
            check_case(&campaign, case, &mut seen);
        }
        check_comparisons(&campaign, &document.comparisons, &mut seen);
        let bytes = canonical_line(&document).unwrap();
        assert_eq!(serde_json::from_slice::<Document>(&bytes).unwrap(), document);
    }
    for verdict in ["regressed", "improved", "no_difference_shown", "inconclusive", "incomparable"]
    {
        assert!(seen.get(verdict).is_some_and(|count| *count > 50), "{verdict}: {seen:#?}");
    }
    let told = |text: &str| seen.keys().filter(|key| key.contains(text)).map(|key| seen[key]).sum();
    for text in [
        "invalid",
        "campaign is void",
        "is incomplete",
        " lacks time.wall: ",
        " lack time.wall: ",
        " of the null control: ",
        "no process starts and ends",
        "of CPU time in",
        "only ",
        "in both halves",
        "all of its interval",
        "interval holds",
        "reaches beyond",
        "too near",
        "set by the null",
        "drifts",
        "(Holm)",
        "same arguments",
    ] {
        let count: u64 = told(text);
        assert!(count >= 3, "{text}: {seen:#?}");
    }
}
