//! The data a page is made of, and questions about it.

use crate::phrase::Phrase;
use crate::quantity::TimeUnit;
use probity_evidence::{BENCH, LEAST_SPLIT_NS, ValidEvidence};
use probity_model::{
    Case, CaseId, CaseSettings, Class, Comparison, CountedRuns, Decomposition, Document, Metric,
    MetricId, MetricRole, Pass, Run, RunRole, Statistics,
};
use std::collections::HashSet;

/// What is shown: a decided document, its runs, and why it is incomplete where it is.
///
/// Made from valid evidence. Lines that only runs can support (what was left running, reasons for a
/// value absent in some runs) need the runs.
#[derive(Clone, Copy, Debug)]
pub struct Campaign<'a> {
    /// The document.
    pub document: &'a Document,
    /// The runs, in the order they were made. Those inside the document are not looked at.
    pub runs: &'a [Run],
    /// Why the campaign is incomplete: a lower-case fragment; none where it is complete.
    pub incomplete: Option<&'a str>,
    /// The unit of times in tables; none picks the one that fits each column.
    pub unit: Option<TimeUnit>,
}

impl<'a> From<&'a ValidEvidence> for Campaign<'a> {
    fn from(evidence: &'a ValidEvidence) -> Self {
        let incomplete = evidence.completeness().reason();
        Self { document: evidence.document(), runs: evidence.runs(), incomplete, unit: None }
    }
}

/// Metrics that have a column of their own, by what they mean.
const RESOURCES: [MetricRole; 6] = [
    MetricRole::Wall,
    MetricRole::OnCpuTotal,
    MetricRole::OnCpuUser,
    MetricRole::OnCpuKernel,
    MetricRole::PeakMemory,
    MetricRole::Energy,
];

/// Columns of a benchmark's name in a line.
const NAME_COLUMNS: usize = 72;

impl<'a> Campaign<'a> {
    /// The runs of one case, in their order.
    pub(crate) fn runs_of(self, case: &'a CaseId) -> impl Iterator<Item = &'a Run> {
        self.runs.iter().filter(move |run| run.case == *case)
    }

    /// The largest part of a count of a benchmark that was the counting's own, in any of its runs.
    pub(crate) fn counting_share(self, case: &'a CaseId) -> Option<f64> {
        let said = self.runs_of(case).filter_map(|run| run.program.as_ref()?.iterations.as_ref());
        said.filter_map(|iterations| iterations.counting_share).reduce(f64::max)
    }

    /// The runs of one case that its statistics are of: timed ones that are not spoilt.
    pub(crate) fn timed(self, case: &'a CaseId) -> impl Iterator<Item = &'a Run> {
        let is_counted = move |run: &&Run| {
            run.role == RunRole::Timed && !self.document.settings.is_spoilt_by(run.exit)
        };
        self.runs_of(case).filter(is_counted)
    }

    /// The first requested metric with this meaning.
    pub(crate) fn of_role(self, role: MetricRole) -> Option<&'a Metric> {
        self.metrics().find(|metric| metric.role == role)
    }

    /// The requested metrics with their descriptors, in column order.
    pub(crate) fn metrics(self) -> impl Iterator<Item = &'a Metric> {
        self.document.settings.metrics.iter().filter_map(move |id| self.metric(id))
    }

    /// The requested metrics that only counted runs observe.
    pub(crate) fn counted(self) -> Vec<&'a Metric> {
        self.metrics().filter(|metric| metric.pass == Pass::Counted).collect()
    }

    /// Whether counted metrics were asked for, and not only made the best of.
    pub(crate) fn is_counting(self) -> bool {
        self.document.settings.plan.counted == CountedRuns::EachBlock
    }

    fn metric(self, id: &MetricId) -> Option<&'a Metric> {
        self.document.capabilities.metric(id.as_str()).map(|report| &report.metric)
    }

    /// Whether the cases are benchmarks, whose numbers are of their iterations.
    pub(crate) fn is_bench(self) -> bool {
        self.document.kind == BENCH
    }

    /// What the cases are, more than one of them.
    pub(crate) fn noun(self) -> &'static str {
        if self.is_bench() { "benchmarks" } else { "commands" }
    }

    /// Whether there is somebody to compare with.
    pub(crate) fn is_comparison(self) -> bool {
        self.document.settings.pairs().next().is_some()
    }

    /// Whether another is judged against `case`.
    pub(crate) fn is_reference(self, case: &CaseId) -> bool {
        self.document.settings.pairs().any(|(reference, _)| reference == case)
    }

    /// The metrics that get a table: the judged ones, or the time where nothing is judged: of an
    /// iteration where there are such, otherwise the elapsed time.
    pub(crate) fn leading(self) -> Vec<&'a Metric> {
        let judged = self.document.settings.policy.metrics.iter();
        let judged: Vec<&Metric> = judged.filter_map(|id| self.metric(id)).collect();
        if self.is_comparison() && !judged.is_empty() {
            return judged;
        }
        self.of_role(self.time_role()).into_iter().collect()
    }

    /// What the time of a case is: of an iteration, or of the whole run.
    pub(crate) fn time_role(self) -> MetricRole {
        if self.is_bench() { MetricRole::IterationTime } else { MetricRole::Wall }
    }

    /// The metrics with a column of their own beside `leading`.
    pub(crate) fn resources(self, leading: &Metric) -> Vec<&'a Metric> {
        let found = RESOURCES.into_iter().filter_map(|role| self.of_role(role));
        found.filter(|metric| metric.id != leading.id && !self.is_withheld(metric)).collect()
    }

    /// Whether nothing that was measured of `metric` is shown.
    pub(crate) fn is_withheld(self, metric: &Metric) -> bool {
        let measured = |case: &&Case| statistics(case, &metric.id).is_some();
        let mut cases = self.document.cases.iter().filter(measured).peekable();
        cases.peek().is_some() && cases.all(|case| self.withheld(case, metric).is_some())
    }

    /// Why what was measured of `metric` is not shown for `case`, where it is not: it is the
    /// kernel's split, by its timer ticks, of too little CPU time. Continues "not told apart".
    pub(crate) fn withheld(self, case: &Case, metric: &Metric) -> Option<&'static str> {
        let median = |metric: &Metric| Some(statistics(case, &metric.id)?.median.as_f64());
        let own = median(metric).filter(|_| is_tick_split(metric))?;
        let of = |role| self.of_role(role).and_then(median);
        let parts = || Some(of(MetricRole::OnCpuUser)? + of(MetricRole::OnCpuKernel)?);
        // The mean, where there is one: so the decomposition decides.
        let whole = mean_on_cpu(&case.decomposition).or_else(parts);
        if whole.unwrap_or(own) >= LEAST_SPLIT_NS as f64 {
            return None;
        }
        Some(match whole {
            Some(_) => "in runs of less than 50 ms of CPU",
            None => "where it is not known that runs have 50 ms of CPU (time.cpu_total tells)",
        })
    }

    /// The requested metrics without a column of their own.
    pub(crate) fn others(self) -> Vec<&'a Metric> {
        let leading = self.leading();
        let mut shown = leading.clone();
        if let Some(first) = leading.first() {
            shown.extend(self.resources(first));
        }
        self.metrics().filter(|metric| shown.iter().all(|other| other.id != metric.id)).collect()
    }

    /// The judgement of `case` on `metric`.
    pub(crate) fn comparison(self, case: &CaseId, metric: &MetricId) -> Option<&'a Comparison> {
        let mut all = self.document.comparisons.iter();
        all.find(|found| found.candidate == *case && found.metric == *metric)
    }

    /// The first judgement on `metric`: what the whole family shares can be read from it.
    pub(crate) fn family(self, metric: &MetricId) -> Option<&'a Comparison> {
        self.document.comparisons.iter().find(|found| found.metric == *metric)
    }

    pub(crate) fn settings(self, case: &CaseId) -> Option<&'a CaseSettings> {
        self.document.settings.cases.iter().find(|settings| settings.id == *case)
    }

    /// Whether two cases have one name, so that only the ids tell them apart. A benchmark and its
    /// baseline have one, and are told apart in another way.
    pub(crate) fn has_namesakes(self) -> bool {
        let baselines: HashSet<&CaseId> = match self.is_bench() {
            true => self.document.settings.references().collect(),
            false => HashSet::new(),
        };
        let mut seen = HashSet::new();
        let side = |case: &'a Case| (&case.name, baselines.contains(&case.id));
        !self.document.cases.iter().all(|case| seen.insert(side(case)))
    }

    /// What a line calls `case`.
    pub(crate) fn name(self, id: &CaseId) -> Phrase {
        let case = self.document.cases.iter().find(|case| case.id == *id);
        let Some(case) = case else { return Phrase::new().id(&id.0) };
        let name = match self.is_bench() {
            true => Phrase::new().short_name(&case.name, NAME_COLUMNS),
            false => Phrase::new().name(&case.name),
        };
        let is_baseline = self.is_bench() && self.is_reference(id);
        let name = name.ours(if is_baseline { " (baseline)" } else { "" });
        if self.has_namesakes() { Phrase::new().id(&id.0).ours(" ").then(name) } else { name }
    }
}

/// The CPU time of a run, in nanoseconds.
fn mean_on_cpu(found: &Decomposition) -> Option<f64> {
    let (on_cpu_ns, runs) = match found {
        Decomposition::Divided(parts) => (parts.on_cpu_ns, parts.runs),
        Decomposition::Undivided(share) => (share.on_cpu_ns, share.runs),
        Decomposition::Unavailable(_) => return None,
    };
    on_cpu_ns.checked_div(runs).map(|mean| mean as f64)
}

/// Whether `metric` is a share of CPU time that may only explain: the kernel splits an exact total
/// by what its timer ticks happened to meet.
pub(crate) fn is_tick_split(metric: &Metric) -> bool {
    let is_share = matches!(metric.role, MetricRole::OnCpuUser | MetricRole::OnCpuKernel);
    is_share && metric.class == Class::Diagnostic
}

/// The statistics of `case` for `metric`, where it was measured.
pub(crate) fn statistics<'a>(case: &'a Case, metric: &MetricId) -> Option<&'a Statistics> {
    case.summary.get(metric).and_then(|summary| summary.statistics())
}
