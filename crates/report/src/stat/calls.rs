//! System calls by name, of which there may be hundreds in a campaign.

use super::campaign::{Campaign, statistics};
use crate::phrase::Phrase;
use probity_model::{Case, CountedRuns, Metric, MetricRole};

/// So many names are all shown, whatever was counted: each was probably asked for.
const FEW: usize = 16;

/// Whether it is one system call of a program, or of an iteration of a benchmark.
fn is_call(metric: &Metric) -> bool {
    let of_iteration = metric.id.as_str().strip_prefix("iteration.syscalls.");
    metric.role == MetricRole::SystemCall || of_iteration.is_some_and(|name| name != "total")
}

/// The rows that `metrics` make. System calls are in the order of their counts, the largest first;
/// where there are many, those that were never made, or not counted, have no row.
pub(crate) fn ranked<'a>(campaign: Campaign<'a>, metrics: Vec<&'a Metric>) -> Vec<&'a Metric> {
    let Some(first) = metrics.iter().position(|metric| is_call(metric)) else { return metrics };
    let (mut calls, mut rows): (Vec<_>, Vec<_>) =
        metrics.into_iter().partition(|metric| is_call(metric));
    if calls.len() > FEW {
        calls.retain(|call| most(campaign, call) > Some(0.0));
    }
    calls.sort_by(|one, other| middle(campaign, other).total_cmp(&middle(campaign, one)));
    rows.splice(first..first, calls);
    rows
}

/// How many system calls have no row because they were never made.
pub(crate) fn unmade(campaign: Campaign<'_>) -> Option<Phrase> {
    let calls: Vec<&Metric> = campaign.metrics().filter(|metric| is_call(metric)).collect();
    if calls.len() <= FEW || campaign.document.settings.plan.counted == CountedRuns::None {
        return None;
    }
    // Of a run that does not know a name nobody can say that it never made it.
    let is_zero = |case: &Case, call: &Metric| {
        statistics(case, &call.id)
            .is_some_and(|found| found.absent == 0 && found.max.as_f64() == 0.0)
    };
    // One that was skipped, or has no counts at all, made none and says nothing.
    let has_counts = |case: &&Case| calls.iter().any(|call| statistics(case, &call.id).is_some());
    let cases: Vec<&Case> = campaign.document.cases.iter().filter(has_counts).collect();
    let is_unmade =
        |call: &&&Metric| !cases.is_empty() && cases.iter().all(|case| is_zero(case, call));
    let unmade = calls.iter().filter(is_unmade).count() as u64;
    let line = Phrase::new().count(unmade, "system call was", "system calls were");
    (unmade > 0).then(|| line.ours(" never made (JSON has each, as 0)"))
}

/// That other counters show what counting system calls costs, where both were in the same runs.
pub(super) fn burdened(campaign: Campaign<'_>) -> Option<Phrase> {
    let is_call =
        |metric: &Metric| matches!(metric.role, MetricRole::SystemCalls | MetricRole::SystemCall);
    let counted = campaign.counted();
    let had = |metric: &&&Metric| {
        campaign.document.cases.iter().any(|case| statistics(case, &metric.id).is_some())
    };
    let (calls, others): (Vec<&Metric>, Vec<&Metric>) =
        counted.iter().filter(had).partition(|metric| is_call(metric));
    (!calls.is_empty() && !others.is_empty()).then(|| {
        "system calls were counted in the same runs: other counters show what that costs, some \
         0.1 µs a call and more where there are names"
            .into()
    })
}

/// The most that any run of any command made of `call`, where it was counted.
fn most(campaign: Campaign<'_>, call: &Metric) -> Option<f64> {
    let cases = campaign.document.cases.iter();
    let counts = cases.filter_map(|case| Some(statistics(case, &call.id)?.max.as_f64()));
    counts.reduce(f64::max)
}

/// The largest median of any command; what was not counted comes last.
fn middle(campaign: Campaign<'_>, call: &Metric) -> f64 {
    let cases = campaign.document.cases.iter();
    let medians = cases.filter_map(|case| Some(statistics(case, &call.id)?.median.as_f64()));
    medians.reduce(f64::max).unwrap_or(-1.0)
}
