//! The line that says how the numbers were made and judged.

use super::campaign::Campaign;
use crate::phrase::Phrase;
use crate::quantity::{interval, percent, ratio};
use probity_model::{Comparison, CountedRuns, Limit, Metric, NullControl, Plan};

/// One line for the plan; with it, or in a line for each where several metrics are judged, the
/// family and the limit.
pub(super) fn plan(campaign: Campaign<'_>) -> Vec<Phrase> {
    let plan = &campaign.document.settings.plan;
    if !campaign.is_comparison() {
        let line = reasoned(Phrase::from("plan: ").count(plan.blocks, "run", "runs"), plan);
        let line = counted(line, plan, true);
        return vec![
            warmed(line, plan, "warm-up run", "warm-up runs")
                .ours("; one command alone is not judged"),
        ];
    }
    let runs = campaign.document.cases.len() as u64 + 1;
    let line = reasoned(Phrase::from("plan: ").count(plan.blocks, "block", "blocks"), plan)
        .ours(" of ")
        .number(runs)
        .ours(" runs (each command, and the reference twice), order seeded ")
        .number(plan.seed);
    let line = warmed(counted(line, plan, false), plan, "warm-up sweep", "warm-up sweeps");
    let families: Vec<Phrase> = campaign
        .leading()
        .into_iter()
        .filter_map(|metric| Some(family(campaign, metric, campaign.family(&metric.id)?)))
        .collect();
    match families.as_slice() {
        [one] => vec![line.ours("; ").then(one.clone())],
        _ => std::iter::once(line).chain(families).collect(),
    }
}

/// Adds why there are so many.
fn reasoned(line: Phrase, plan: &Plan) -> Phrase {
    match plan.reason.is_empty() {
        true => line,
        false => line.ours(" (").prose(&plan.reason).ours(")"),
    }
}

/// Adds the runs with counters open.
fn counted(line: Phrase, plan: &Plan, alone: bool) -> Phrase {
    line.ours(match (plan.counted, alone) {
        (CountedRuns::None, _) => "",
        (CountedRuns::EachBlock, true) => ", each with a counted one after it",
        (CountedRuns::EachBlock, false) => ", with a counted run of each command in each block",
        (CountedRuns::AtEnd, true) => ", a counted one in the end",
        (CountedRuns::AtEnd, false) => ", a counted run of each command in the end",
    })
}

fn warmed(line: Phrase, plan: &Plan, one: &'static str, many: &'static str) -> Phrase {
    match plan.warmup {
        0 => line,
        sweeps => line.ours(", after ").count(sweeps, one, many),
    }
}

fn family(campaign: Campaign<'_>, metric: &Metric, first: &Comparison) -> Phrase {
    let line = if campaign.leading().len() > 1 {
        Phrase::new().id(metric.id.as_str()).ours(": ")
    } else {
        Phrase::new()
    };
    let line = line.count(first.family, "comparison", "comparisons");
    let line = levels(campaign, metric).map_or(line.clone(), |levels| line.ours(", ").then(levels));
    line.ours("; ").then(limit(&first.limit, first.null.as_ref()))
}

/// Where Holm's steps give the rows different intervals, the range of their levels.
fn levels(campaign: Campaign<'_>, metric: &Metric) -> Option<Phrase> {
    let all = campaign.document.comparisons.iter().filter(|found| found.metric == metric.id);
    let levels: Vec<f64> = all.filter_map(|found| Some(found.ratio.as_ref()?.level)).collect();
    let low = levels.iter().copied().reduce(f64::min)?;
    let high = levels.iter().copied().reduce(f64::max)?;
    let line = Phrase::from("intervals at ").figure(&percent(low)).ours(" to ");
    (low < high).then(|| line.figure(&percent(high)).ours(" (Holm)"))
}

fn limit(limit: &Limit, null: Option<&NullControl>) -> Phrase {
    let line = Phrase::from("limit ").figure(&percent(limit.practical));
    let Some(null) = null else {
        return line.ours("; no null control");
    };
    let mut shown = Phrase::from("null ").figure(&ratio(null.ratio.median, limit.practical));
    if let Some(bounds) = null.ratio.interval.bounds() {
        shown = shown.ours(" ").figure(&interval(bounds, null.ratio.median, limit.practical));
    }
    if limit.effective > limit.practical {
        let line = line.ours(" (effective ").figure(&percent(limit.effective));
        return line.ours(" from the ").then(shown).ours(")");
    }
    line.ours("; ").then(shown)
}
