//! Documents of benchmarks made by hand.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are tests")]

use super::*;

/// How many processes there are, and samples in each.
pub(crate) const PROCESSES: u64 = 6;
const SAMPLES: u64 = 32;
const TIME: &str = "iteration.time";

/// A campaign of benchmarks, and its runs.
pub(crate) struct Bench {
    pub(crate) document: Document,
    pub(crate) runs: Vec<Run>,
    /// How much of what is counted is the counting's own.
    pub(crate) counting_share: Option<f64>,
}

impl Bench {
    /// Of these names and median times; nothing judged.
    pub(crate) fn of(benchmarks: &[(&str, f64)]) -> Self {
        let commands: Vec<(&[u8], u64)> =
            benchmarks.iter().map(|(name, _)| (name.as_bytes(), 12_345_678)).collect();
        let mut document = document(&commands);
        document.kind = "bench".into();
        document.settings.reference = None;
        document.settings.plan.blocks = PROCESSES;
        document.settings.plan.blocks_required = None;
        document.settings.metrics = vec![id("time.wall"), id(TIME)];
        document.settings.policy.metrics = vec![id(TIME)];
        let time = iteration_metric(TIME, Unit::NanosecondsPerIteration, Pass::Every);
        add_source(&mut document, vec![time]);
        let mut out = Self { document, runs: Vec::new(), counting_share: None };
        for (place, (_, time)) in benchmarks.iter().enumerate() {
            out.time(place, *time);
        }
        out
    }

    pub(crate) fn campaign(&self) -> probity_report::Campaign<'_> {
        probity_report::Campaign {
            document: &self.document,
            runs: &self.runs,
            incomplete: None,
            unit: None,
        }
    }

    /// Gives the benchmark runs with this median: each process lies a little beside it.
    pub(crate) fn time(&mut self, place: usize, median: f64) {
        self.runs.retain(|run| run.case != CaseId::at(place));
        let each = [0.995, 0.998, 0.9995, 1.0005, 1.003, 1.04].map(|share| share * median);
        for (block, value) in each.into_iter().enumerate() {
            self.process(place, block as u64, value, None);
        }
        self.summarise(place, TIME, Unit::NanosecondsPerIteration, &each);
    }

    fn summarise(&mut self, place: usize, name: &'static str, unit: Unit, values: &[f64]) {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let middle = |sorted: &[f64]| {
            f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2])
        };
        let median = middle(&sorted);
        let mut away: Vec<f64> = sorted.iter().map(|value| (value - median).abs()).collect();
        away.sort_by(f64::total_cmp);
        let bounds = |low: usize, high: usize| {
            Spread::Bounds([Value::Real(sorted[low]), Value::Real(sorted[high])])
        };
        let last = sorted.len() - 1;
        let few = || Spread::absent(Absence::new(Cause::TooFew, "too few runs"));
        let found = Statistics {
            n: sorted.len() as u64,
            processes: sorted.len() as u64,
            estimated: 0,
            absent: 0,
            median: Value::Real(median),
            mad: Value::Real(middle(&away)),
            min: Value::Real(sorted[0]),
            max: Value::Real(sorted[last]),
            quartiles: if sorted.len() < 4 { few() } else { bounds(1, last - 1) },
            interval: if sorted.len() < 6 { few() } else { bounds(0, last) },
            unit,
        };
        self.document.cases[place].summary.insert(id(name), MetricSummary::Measured(found));
    }

    fn process(&mut self, place: usize, block: u64, median: f64, at_most: Option<f64>) {
        let observed = match at_most {
            None => Observation::Measured(Measured {
                value: Value::Real(median),
                unit: Unit::NanosecondsPerIteration,
                quality: Quality::Exact,
                scope: Scope::Iteration,
                source: "the program's clock 'tsc'".into(),
            }),
            Some(most) => Observation::unavailable(
                Cause::WindowTooShort,
                format!("at most {most:.2} ns, not told apart from an empty loop"),
            ),
        };
        let mut run = run(place, self.runs.len() as u64, observed.clone(), Vec::new());
        run.block = block;
        run.observations.insert(id(TIME), observed);
        let time = IterationTime {
            clock: "tsc".into(),
            hz: 2_100_000_000,
            step: 19,
            samples: SAMPLES,
            iterations: 4096,
            median,
            mad: median * 0.0087,
            min: median * 0.98,
            max: median * 1.21,
            error: 0.0123,
            at_most,
        };
        run.program = Some(Speech {
            program: Some("logs-bench".into()),
            speakers: 1,
            messages: 9,
            iterations: Some(Iterations { time: Some(time), ..Iterations::default() }),
            ..Speech::default()
        });
        self.runs.push(run);
    }

    fn runs_of(&mut self, place: usize) -> impl Iterator<Item = &mut Run> {
        self.runs.iter_mut().filter(move |run| run.case == CaseId::at(place))
    }

    /// Makes it one that is not told apart from an empty loop.
    pub(crate) fn at_most(&mut self, place: usize, most: f64) {
        self.runs.retain(|run| run.case != CaseId::at(place));
        for block in 0..PROCESSES {
            self.process(place, block, most / 3.0, Some(most - block as f64 / 100.0));
        }
        let reason = format!("at most {most:.2} ns, not told apart from an empty loop");
        let absence = Absence::new(Cause::WindowTooShort, reason);
        self.summary(place, TIME, MetricSummary::Unavailable(absence));
    }

    /// The same, but for one more process whose time is told apart.
    pub(crate) fn partly_at_most(&mut self, place: usize, most: f64, median: f64) {
        self.at_most(place, most);
        self.process(place, PROCESSES, median, None);
    }

    /// Replaces what is known of a metric.
    pub(crate) fn summary(&mut self, place: usize, name: &'static str, found: MetricSummary) {
        self.document.cases[place].summary.insert(id(name), found);
    }

    /// Makes it one that was skipped.
    pub(crate) fn skip(&mut self, place: usize, why: &str) {
        for run in self.runs_of(place) {
            if let Some(said) = run.program.as_mut().and_then(|said| said.iterations.as_mut()) {
                *said = Iterations { skipped: Some(why.into()), ..Iterations::default() };
            }
        }
        let reason = format!("skipped: {why}");
        self.summary(place, TIME, MetricSummary::NotApplicable { reason });
    }

    /// Makes it one that panicked.
    pub(crate) fn panic(&mut self, place: usize, message: &str) {
        self.runs.retain(|run| run.case != CaseId::at(place));
        let tail = format!(
            "\nthread 'main' panicked at benches/logs.rs:12:5:\n{message}\nnote: run with \
             `RUST_BACKTRACE=1` environment variable to display a backtrace\n"
        );
        fail(&mut self.document, place, Exit::Code(101), Some(tail.as_bytes()));
    }

    /// Says how much an iteration handles.
    pub(crate) fn amount(&mut self, place: usize, units: &str, value: u64) {
        for run in self.runs_of(place) {
            if let Some(said) = run.program.as_mut().and_then(|said| said.iterations.as_mut()) {
                said.amounts.push(Amount { units: units.into(), value: value.into() });
            }
        }
    }

    /// Leaves it so many processes.
    pub(crate) fn only(&mut self, place: usize, processes: usize) {
        let mut left = processes;
        self.runs.retain(|run| {
            let is_kept = run.case != CaseId::at(place) || left > 0;
            left -= usize::from(run.case == CaseId::at(place) && left > 0);
            is_kept
        });
        let time =
            |run: &mut Run| Some(run.program.as_ref()?.iterations.as_ref()?.time.as_ref()?.median);
        let values: Vec<f64> = self.runs_of(place).filter_map(time).collect();
        self.summarise(place, TIME, Unit::NanosecondsPerIteration, &values);
    }

    /// Labels it.
    pub(crate) fn label(&mut self, place: usize, labels: &[(&str, &str)]) {
        let labels: Vec<(&str, &[u8])> =
            labels.iter().map(|(name, value)| (*name, value.as_bytes())).collect();
        parametrise(&mut self.document, place, &labels);
    }

    /// Asks for counted metrics; none is measured yet.
    pub(crate) fn count(&mut self, metrics: &[(&'static str, Unit)]) {
        self.document.settings.plan.counted = CountedRuns::EachBlock;
        let all = metrics.iter().map(|(name, unit)| iteration_metric(name, *unit, Pass::Counted));
        add_source(&mut self.document, all.collect());
        self.document.settings.metrics.extend(metrics.iter().map(|(name, _)| id(name)));
    }

    /// What was counted of one of them, in counted runs of their own.
    pub(crate) fn counted(&mut self, place: usize, name: &'static str, unit: Unit, value: f64) {
        let values = [value; 3];
        for (block, value) in values.into_iter().enumerate() {
            let observed = Observation::Measured(Measured {
                value: Value::Real(value),
                unit,
                quality: Quality::Exact,
                scope: Scope::Iteration,
                source: "counted in 4096 iterations".into(),
            });
            let mut made = run(place, self.runs.len() as u64, observed.clone(), Vec::new());
            (made.role, made.block) = (RunRole::Counted, block as u64);
            made.observations.insert(id(name), observed);
            let counting_share = self.counting_share;
            let iterations =
                Iterations { counted: Some(4096), counting_share, ..Iterations::default() };
            made.program = Some(Speech { iterations: Some(iterations), ..Speech::default() });
            self.runs.push(made);
        }
        self.summarise(place, name, unit, &values);
    }

    /// Adds a baseline with this median to each of the benchmarks, and judges them so.
    pub(crate) fn compare(&mut self, judged: &[(f64, Verdict)]) {
        let candidates = self.document.cases.len();
        for (place, (ratio, verdict)) in judged.iter().enumerate() {
            let (baseline, own) = (candidates + place, CaseId::at(candidates + place));
            let mut case = self.document.cases[place].clone();
            case.id = own.clone();
            let found = case.summary.get(&id(TIME)).and_then(MetricSummary::statistics);
            let median = found.map(|found| found.median.as_f64());
            case.failure = None;
            self.document.cases.push(case);
            let mut settings = self.document.settings.cases[place].clone();
            settings.id = own.clone();
            self.document.settings.cases.push(settings);
            self.document.settings.cases[place].against = Some(own.clone());
            if let Some(median) = median {
                self.time(baseline, median / ratio);
            }
            self.judge(place, own, *ratio, *verdict);
        }
    }

    fn judge(&mut self, place: usize, reference: CaseId, ratio: f64, verdict: Verdict) {
        judge(&mut self.document, place, verdict, ratio, 0.95);
        let found = self.document.comparisons.last_mut().unwrap();
        found.metric = id(TIME);
        found.reference = reference;
        found.blocks = PROCESSES;
        found.wins = Wins { candidate: 2, reference: 4, ties: 0 };
    }
}

fn iteration_metric(name: &'static str, unit: Unit, pass: Pass) -> Metric {
    let role = match (name, unit) {
        (TIME, _) => MetricRole::IterationTime,
        (_, Unit::Ratio) => MetricRole::InstructionsPerCycle,
        ("iteration.allocations", _) => MetricRole::Allocations,
        ("iteration.allocated_bytes", _) => MetricRole::AllocatedBytes,
        _ => MetricRole::IterationCount,
    };
    let made = metric(&(name, unit, Scope::Iteration, role, JUDGED));
    Metric { pass, kind: Kind::Gauge, aggregation: Aggregation::Boundary, ..made }
}

fn add_source(document: &mut Document, metrics: Vec<Metric>) {
    let report = |metric: Metric| MetricReport {
        metric,
        requested: true,
        availability: Availability::Available,
    };
    document.capabilities.sources.push(SourceReport {
        source: "iteration".into(),
        summary: "one iteration of a benchmark".into(),
        reads: "the program protocol".into(),
        metrics: metrics.into_iter().map(report).collect(),
    });
}
