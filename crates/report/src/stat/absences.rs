//! What was asked for and could not be had, each named once.

use super::campaign::Campaign;
use super::notes::names;
use crate::phrase::{Phrase, listed};
use crate::wording::absence as reason;
use probity_model::{Absence, Case, CaseId, MetricId, MetricSummary, Observation, RunRole};

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
/// missing in some runs only. `inapplicable` adds what makes no sense here.
pub(super) fn absences(campaign: Campaign<'_>, inapplicable: bool) -> Vec<Phrase> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for report in campaign.document.capabilities.metrics().filter(|report| report.requested) {
        if let Some(absence) = report.availability.absence() {
            add(&mut groups, HERE, reason(absence), &report.metric.id, None);
        }
    }
    for case in &campaign.document.cases {
        case_absences(campaign, case, inapplicable, &mut groups);
    }
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
    let alike = |group: &Group<'_>| group.lead == lead && group.reason == reason;
    let place = groups.iter().position(alike).unwrap_or(groups.len());
    if place == groups.len() {
        groups.push(Group { lead, reason, metrics: Vec::new(), cases: Vec::new() });
    }
    let Some(group) = groups.get_mut(place) else { return };
    if !group.metrics.contains(&metric) {
        group.metrics.push(metric);
    }
    if let Some(case) = case.filter(|case| !group.cases.contains(case)) {
        group.cases.push(case);
    }
}

/// A failed command without a single number has its own line: its absences would only repeat it.
fn is_told(case: &Case) -> bool {
    case.failure.is_some() && case.summary.values().all(|found| found.statistics().is_none())
}

fn case_absences<'a>(
    campaign: Campaign<'a>,
    case: &'a Case,
    inapplicable: bool,
    groups: &mut Vec<Group<'a>>,
) {
    if is_told(case) {
        return;
    }
    for metric in &campaign.document.settings.metrics {
        let absent_here = |id: &MetricId| {
            let report = campaign.document.capabilities.metric(id.as_str());
            report.is_some_and(|report| report.availability.absence().is_some())
        };
        match case.summary.get(metric) {
            Some(MetricSummary::Unavailable(absence)) if !absent_here(metric) => {
                add(groups, NOT, reason(absence), metric, Some(&case.id));
            }
            Some(MetricSummary::NotApplicable { reason }) if inapplicable => {
                let reason = Phrase::new().prose(reason);
                add(groups, INAPPLICABLE, reason, metric, None);
            }
            Some(MetricSummary::Measured(found)) if found.absent > 0 => {
                let line = Phrase::new().number(found.absent).ours(" of ");
                let line = line.count(found.absent + found.n, "run", "runs").ours(" without it");
                let line = partly(campaign, case, metric).map_or(line.clone(), |absence| {
                    line.ours(", the first because ").then(reason(absence))
                });
                add(groups, PARTLY, line, metric, Some(&case.id));
            }
            _ => {}
        }
    }
}

/// Why the first timed run without `metric` has none.
fn partly<'a>(campaign: Campaign<'a>, case: &'a Case, metric: &MetricId) -> Option<&'a Absence> {
    let timed = campaign.runs_of(&case.id).filter(|run| run.role == RunRole::Timed);
    timed.filter_map(|run| run.observations.get(metric)).find_map(|found| match found {
        Observation::Unavailable(absence) => Some(absence),
        Observation::Measured(_) | Observation::NotApplicable { .. } => None,
    })
}

fn line(campaign: Campaign<'_>, group: &Group<'_>) -> Phrase {
    let metrics = listed(group.metrics.iter().map(|id| Phrase::new().id(id.as_str())));
    let line = Phrase::from(group.lead).then(metrics);
    let whose = if group.cases.is_empty() || campaign.document.cases.len() == 1 {
        Phrase::new()
    } else {
        Phrase::from(" of ").then(names(campaign, &group.cases))
    };
    line.then(whose).ours(" — ").then(group.reason.clone())
}
