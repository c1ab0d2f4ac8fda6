//! What the counted run says that nobody asked for.

use super::absences::absent_here;
use super::campaign::{Campaign, statistics};
use super::columns::{median, scale_of};
use crate::phrase::{Phrase, listed};
use probity_model::{Absence, Case, CountedRuns, Metric, Observed, RunRole};

/// One line with what was counted in a run of its own after the timed ones, or why nothing was:
/// none where counters were asked for, as they have a table then, or where this machine has none.
pub(super) fn counted(campaign: Campaign<'_>) -> Option<Phrase> {
    let case = campaign.document.cases.first()?;
    if campaign.document.settings.plan.counted != CountedRuns::AtEnd {
        return None;
    }
    let counted = campaign.counted();
    let figures: Vec<Phrase> =
        counted.iter().filter_map(|metric| figure(campaign, case, metric)).collect();
    if figures.is_empty() {
        let line = Phrase::from("nothing was counted in a run of its own: ");
        return missing(campaign, case, &counted).map(|absence| line.prose(&absence.reason));
    }
    Some(Phrase::from("counted in a run of its own: ").then(listed(figures)))
}

/// Why the counted run has no count of what this machine can count.
fn missing<'a>(
    campaign: Campaign<'a>,
    case: &'a Case,
    counted: &[&'a Metric],
) -> Option<&'a Absence> {
    let run = campaign.runs_of(&case.id).find(|run| run.role == RunRole::Counted)?;
    let here = counted.iter().filter(|metric| absent_here(campaign, metric).is_none());
    here.filter_map(|metric| run.observations.get(&metric.id)).find_map(|found| match found {
        Observed::Unavailable(absence) => Some(absence),
        Observed::Measured(_) | Observed::NotApplicable { .. } => None,
    })
}

fn figure(campaign: Campaign<'_>, case: &Case, metric: &Metric) -> Option<Phrase> {
    let found = statistics(case, &metric.id)?;
    let scale = scale_of(campaign, metric);
    let line = Phrase::new().id(metric.id.as_str()).ours(" ").figure(&median(metric, scale, found));
    Some(if scale.name().is_empty() { line } else { line.ours(" ").ours(scale.name()) })
}
