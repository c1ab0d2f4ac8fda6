//! What the counted run says that nobody asked for.

use super::campaign::{Campaign, statistics};
use super::columns::scale_of;
use crate::phrase::{Phrase, listed};
use probity_model::{Case, CountedRuns, Metric};

/// One line with what was counted in a run of its own after the timed ones: none where counters
/// were asked for, as they have a table then, or where nothing could be counted.
pub(super) fn counted(campaign: Campaign<'_>) -> Option<Phrase> {
    let case = campaign.document.cases.first()?;
    if campaign.document.settings.plan.counted != CountedRuns::AtEnd {
        return None;
    }
    let counted = campaign.counted();
    let figures: Vec<Phrase> =
        counted.iter().filter_map(|metric| figure(campaign, case, metric)).collect();
    let line = Phrase::from("counted in a run of its own: ");
    (!figures.is_empty()).then(|| line.then(listed(figures)))
}

fn figure(campaign: Campaign<'_>, case: &Case, metric: &Metric) -> Option<Phrase> {
    let found = statistics(case, &metric.id)?;
    let scale = scale_of(campaign, metric);
    let line = Phrase::new().id(metric.id.as_str()).ours(" ").figure(&scale.figure(found.median));
    Some(if scale.name().is_empty() { line } else { line.ours(" ").ours(scale.name()) })
}
