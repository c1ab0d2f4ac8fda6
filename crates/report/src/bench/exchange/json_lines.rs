//! A line of JSON for each benchmark, for scripts that want neither a table nor the whole document.

use crate::bench::table::{per_second, whole};
use crate::bench::{Entry, Roster, Side, Timed};
use crate::stat::Campaign;
use probity_model::{
    Absence, CaseFailure, CaseId, Comparison, Limit, MetricId, MetricSummary, Parameter, Ratio,
    Statistics, Text, Value, Verdict,
};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// What one line says. All times are nanoseconds for one iteration; a key that is not there stands
/// for what there is not, and no number does.
#[derive(Serialize)]
struct Line<'a> {
    /// `benchmark`.
    r#type: &'static str,
    id: &'a Text,
    /// The case in the evidence.
    case: &'a CaseId,
    /// By name, in the order of the function's parameters.
    labels: Labels<'a>,
    #[serde(flatten)]
    side: Of<'a>,
    /// What else was measured of the case, by metric id: as in the document.
    metrics: BTreeMap<&'a MetricId, &'a MetricSummary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<Baseline<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comparisons: Vec<Judged<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    incomplete: Option<&'a str>,
}

fn pairs<S: Serializer>(pairs: &[(&str, &str)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().copied())
}

struct Labels<'a>(&'a [Parameter]);

impl Serialize for Labels<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|one| (&one.name, &one.value)))
    }
}

#[derive(Serialize)]
struct Of<'a> {
    #[serde(flatten)]
    status: Status<'a>,
    /// Processes that took samples.
    processes: u64,
    /// Samples of a process: the median over processes.
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<Value>,
    /// Iterations of a sample: the median over processes.
    #[serde(skip_serializing_if = "Option::is_none")]
    iterations: Option<Value>,
    /// The median over processes of the median absolute deviation within each.
    #[serde(skip_serializing_if = "Option::is_none")]
    within_mad_ns: Option<f64>,
    /// By how much all samples of a process may be wrong together: the median over processes.
    #[serde(skip_serializing_if = "Option::is_none")]
    error_ns: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    amounts: Vec<Amount<'a>>,
    /// What its numbers depend on, by name, in the order in which it was said.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "pairs")]
    provenance: Vec<(&'a str, &'a str)>,
    /// The names of it that another run said something else of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    provenance_differs: Vec<&'a str>,
    /// What went wrong in some runs, where there are numbers of others.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<&'a CaseFailure>,
}

#[derive(Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
enum Status<'a> {
    Measured(Numbers),
    /// `at_most_ns` where that much is known.
    Unavailable {
        #[serde(flatten)]
        absence: &'a Absence,
        #[serde(skip_serializing_if = "Option::is_none")]
        at_most_ns: Option<f64>,
    },
    NotApplicable {
        reason: &'a str,
    },
    Failed(&'a CaseFailure),
}

#[derive(Serialize)]
struct Numbers {
    median_ns: Value,
    /// Median absolute deviation of the processes; not there of a single one.
    #[serde(skip_serializing_if = "Option::is_none")]
    mad_ns: Option<Value>,
    min_ns: Value,
    max_ns: Value,
    /// 95 % interval of the median; not there of too few processes.
    #[serde(skip_serializing_if = "Option::is_none")]
    interval_ns: Option<[Value; 2]>,
    /// Processes without a number.
    absent: u64,
}

#[derive(Serialize)]
struct Amount<'a> {
    units: &'a str,
    per_iteration: Value,
    /// Not there without a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    per_second: Option<f64>,
    /// Whether processes differ in it; then it is the median.
    differs: bool,
}

#[derive(Serialize)]
struct Baseline<'a> {
    case: &'a CaseId,
    #[serde(flatten)]
    side: Of<'a>,
}

#[derive(Serialize)]
struct Judged<'a> {
    metric: &'a MetricId,
    verdict: Verdict,
    reason: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<&'a Ratio>,
    limit: Limit,
    blocks: u64,
    blocks_required: u64,
}

/// A line for each benchmark, in the order of the sources. The keys and their order are:
///
/// `type` (`benchmark`), `id`, `case`, `labels` (name to value), `status`, what that status has,
/// `processes`, `samples`, `iterations`, `within_mad_ns`, `error_ns`, `amounts` (each `units`,
/// `per_iteration`, `per_second`, `differs`), `provenance` (name to value), `provenance_differs`
/// (names of it), `metrics` (id to summary, as in the document),
/// `failure` (as of the status `failed`), `baseline` (`case` and the same keys from `status` to
/// `provenance_differs`, and `failure`), `comparisons` (each `metric`,
/// `verdict`, `reason`, `ratio`, `limit`, `blocks`, `blocks_required`), `incomplete` (why).
///
/// `status` is `measured` with `median_ns`, `mad_ns`, `min_ns`, `max_ns`, `interval_ns` and
/// `absent`; `unavailable` with `cause`, `reason`, `gate`, `remedy` and `at_most_ns`;
/// `not_applicable` with `reason`; or `failed` with `run`, `exit`, `stderr_tail`, `failed_runs` and
/// `ignored`. A benchmark that failed in some runs and has numbers of others is `measured` and has
/// `failure`. A key whose value there is not is left out.
///
/// # Errors
/// When a part has no JSON form, which a document read from valid evidence cannot have.
pub fn json_lines(campaign: Campaign<'_>) -> Result<String, serde_json::Error> {
    let roster = Roster::of(campaign);
    let mut out = String::new();
    for entry in &roster.entries {
        out += &serde_json::to_string(&line(&roster, entry))?;
        out.push('\n');
    }
    Ok(out)
}

fn line<'a>(roster: &Roster<'a>, entry: &Entry<'a>) -> Line<'a> {
    let case = entry.case();
    let time = roster.time.map(|metric| &metric.id);
    Line {
        r#type: "benchmark",
        id: &case.name,
        case: &case.id,
        labels: Labels(entry.parameters()),
        side: of(&entry.side),
        metrics: case.summary.iter().filter(|(id, _)| Some(*id) != time).collect(),
        baseline: entry
            .baseline
            .as_ref()
            .map(|side| Baseline { case: &side.case.id, side: of(side) }),
        comparisons: entry.comparisons().map(judged).collect(),
        incomplete: roster.campaign.incomplete,
    }
}

fn of<'a>(side: &Side<'a>) -> Of<'a> {
    let middle = |of: &dyn Fn(&probity_model::IterationTime) -> f64| Some(side.middle(of)?.0);
    let median = side.statistics().map(|found| found.median.as_f64());
    let amount = |(units, per_iteration, differs)| Amount {
        units,
        per_iteration: whole(per_iteration),
        per_second: median.and_then(|median| per_second(per_iteration, median)),
        differs,
    };
    let provenance = || side.case.program.iter().flat_map(|said| &said.provenance);
    Of {
        status: status(side),
        processes: side.processes(),
        samples: middle(&|time| time.samples as f64).map(whole),
        iterations: middle(&|time| time.iterations as f64).map(whole),
        within_mad_ns: middle(&|time| time.mad),
        error_ns: middle(&|time| time.error),
        amounts: side.amounts().into_iter().map(amount).collect(),
        provenance: provenance().map(|one| (&*one.name, &*one.value)).collect(),
        provenance_differs: provenance()
            .filter(|one| one.differs_in.is_some())
            .map(|one| &*one.name)
            .collect(),
        failure: side.case.failure.as_ref().filter(|_| side.statistics().is_some()),
    }
}

fn status<'a>(side: &Side<'a>) -> Status<'a> {
    match (side.time, &side.case.failure) {
        (Timed::Measured(found), _) => Status::Measured(numbers(found)),
        (_, Some(failure)) => Status::Failed(failure),
        (Timed::AtMost(most, absence), _) => {
            Status::Unavailable { absence, at_most_ns: Some(most) }
        }
        (Timed::Absent(absence), _) => Status::Unavailable { absence, at_most_ns: None },
        (Timed::Inapplicable(reason), _) => Status::NotApplicable { reason },
        (Timed::Unasked, _) => Status::NotApplicable { reason: "its time was not asked for" },
    }
}

fn numbers(found: &Statistics) -> Numbers {
    Numbers {
        median_ns: found.median,
        mad_ns: found.deviation(),
        min_ns: found.min,
        max_ns: found.max,
        interval_ns: found.interval.bounds(),
        absent: found.absent,
    }
}

fn judged(found: &Comparison) -> Judged<'_> {
    Judged {
        metric: &found.metric,
        verdict: found.verdict,
        reason: &found.reason,
        ratio: found.ratio.as_ref(),
        limit: found.limit,
        blocks: found.blocks,
        blocks_required: found.blocks_required,
    }
}
