//! What was asked for and could not be had, each named once.

use super::campaign::{Campaign, statistics};
use super::notes::names;
use crate::phrase::{Phrase, abridged};
use crate::wording::absence as reason;
use probity_model::{
    Absence, Case, CaseId, Cause, Metric, MetricId, MetricRole, MetricSummary, Observed, Pass,
    RunRole,
};

/// Metrics that share a reason, and the cases it holds for.
struct Group<'a> {
    lead: &'static str,
    reason: Phrase,
    metrics: Vec<&'a MetricId>,
    cases: Vec<&'a CaseId>,
}

/// How lines begin, in their order.
const LEADS: [&str; 4] = [HERE, NOT, PARTLY, INAPPLICABLE];
const HERE: &str = "not measured here: ";
const NOT: &str = "not measured: ";
const PARTLY: &str = "partly measured: ";
const INAPPLICABLE: &str = "not applicable: ";

/// The lines: what the machine does not give, what single commands did not give, and what was
/// missing in some runs only. `details` adds what makes no sense here, and what was observed
/// without having been asked for.
pub(crate) fn absences(campaign: Campaign<'_>, details: bool) -> Vec<Phrase> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let is_asked =
        |metric: &&Metric| details || metric.pass == Pass::Every || campaign.is_counting();
    let asked: Vec<&Metric> = campaign.metrics().filter(is_asked).collect();
    for &metric in &asked {
        if let Some(absence) = absent_here(campaign, metric) {
            add(&mut groups, HERE, reason(absence), &metric.id, None);
        }
    }
    for case in campaign.document.cases.iter().filter(|case| !is_told(case)) {
        for &metric in &asked {
            case_absence(campaign, case, metric, details, &mut groups);
        }
    }
    let mut groups = merged(groups);
    groups.sort_by_key(|group| LEADS.iter().position(|lead| *lead == group.lead));
    groups.iter().map(|group| line(campaign, group)).collect()
}

fn add<'a>(
    groups: &mut Vec<Group<'a>>,
    lead: &'static str,
    reason: Phrase,
    metric: &'a MetricId,
    case: Option<&'a CaseId>,
) {
    let alike = |group: &Group<'_>| {
        group.lead == lead && group.reason == reason && group.metrics == [metric]
    };
    let place = groups.iter().position(alike).unwrap_or(groups.len());
    if place == groups.len() {
        groups.push(Group { lead, reason, metrics: vec![metric], cases: Vec::new() });
    }
    let Some(group) = groups.get_mut(place) else { return };
    if let Some(case) = case.filter(|case| !group.cases.contains(case)) {
        group.cases.push(case);
    }
}

/// Metrics that are absent for one reason share a line, but only where it holds for the same cases:
/// otherwise it would say of some what is not true.
fn merged(groups: Vec<Group<'_>>) -> Vec<Group<'_>> {
    let mut out: Vec<Group<'_>> = Vec::new();
    for group in groups {
        let alike = |other: &&mut Group<'_>| {
            other.lead == group.lead && other.reason == group.reason && other.cases == group.cases
        };
        match out.iter_mut().find(alike) {
            Some(other) => other.metrics.extend(group.metrics),
            None => out.push(group),
        }
    }
    out
}

/// A failed command without a single number has its own line: its absences would only repeat it.
fn is_told(case: &Case) -> bool {
    case.failure.is_some() && case.summary.values().all(|found| found.statistics().is_none())
}

/// Why the machine does not give `metric`, if it did not. What a run had all the same was there:
/// the machine was asked before, and may have changed.
pub(super) fn absent_here<'a>(campaign: Campaign<'a>, metric: &Metric) -> Option<&'a Absence> {
    let had = |case: &Case| statistics(case, &metric.id).is_some();
    if campaign.document.cases.iter().any(had) {
        return None;
    }
    campaign.document.capabilities.metric(metric.id.as_str())?.availability.absence()
}

fn case_absence<'a>(
    campaign: Campaign<'a>,
    case: &'a Case,
    metric: &'a Metric,
    inapplicable: bool,
    groups: &mut Vec<Group<'a>>,
) {
    match case.summary.get(&metric.id) {
        // The row of a benchmark says by itself why it has no time.
        Some(MetricSummary::Unavailable(absence)) if is_short(metric, absence) => {}
        Some(MetricSummary::NotApplicable { .. }) if metric.role == MetricRole::IterationTime => {}
        Some(MetricSummary::Unavailable(absence)) if absent_here(campaign, metric).is_none() => {
            add(groups, NOT, reason(absence), &metric.id, Some(&case.id));
        }
        Some(MetricSummary::NotApplicable { reason }) if inapplicable => {
            add(groups, INAPPLICABLE, Phrase::new().prose(reason), &metric.id, None);
        }
        Some(MetricSummary::Measured(found)) if found.absent > 0 => {
            let line = Phrase::new().number(found.absent).ours(" of ");
            let line = line.count(found.absent + found.n, "run", "runs").ours(" without it");
            let line = partly(campaign, case, metric).map_or(line.clone(), |absence| {
                line.ours(", the first because ").then(reason(absence))
            });
            add(groups, PARTLY, line, &metric.id, Some(&case.id));
        }
        _ => {}
    }
}

/// Whether an iteration is not told apart from an empty loop.
fn is_short(metric: &Metric, absence: &Absence) -> bool {
    metric.role == MetricRole::IterationTime && absence.cause == Cause::WindowTooShort
}

/// Why the first run without `metric` has none, of those that it is summed up over.
fn partly<'a>(campaign: Campaign<'a>, case: &'a Case, metric: &Metric) -> Option<&'a Absence> {
    let role = match metric.pass {
        Pass::Every => RunRole::Timed,
        Pass::Counted => RunRole::Counted,
    };
    let runs = campaign.runs_of(&case.id).filter(|run| run.role == role);
    runs.filter_map(|run| run.observations.get(&metric.id)).find_map(|found| match found {
        Observed::Unavailable(absence) => Some(absence),
        Observed::Measured(_) | Observed::NotApplicable { .. } => None,
    })
}

fn line(campaign: Campaign<'_>, group: &Group<'_>) -> Phrase {
    let metrics = abridged(group.metrics.iter().map(|id| Phrase::new().id(id.as_str())));
    let line = Phrase::from(group.lead).then(metrics);
    let whose = if group.cases.is_empty() || campaign.document.cases.len() == 1 {
        Phrase::new()
    } else {
        Phrase::from(" of ").then(names(campaign, &group.cases))
    };
    line.then(whose).ours(" — ").then(group.reason.clone())
}
