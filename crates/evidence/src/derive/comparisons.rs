//! Every case against the reference.

use super::Derivation;
use super::blocks::{Blocks, pairs};
use super::document::finished_blocks;
use probity_judge::{Interruption, Refusal, Row, judge};
use probity_model::{Case, CaseFailure, CaseId, Comparison, MetricId, RunRole, Settings, Text};

/// Longer names are cut in a reason; the id beside them is exact.
const NAME_CHARACTERS: usize = 40;

/// The comparisons of all cases but the reference, each on every judged metric, as one family.
pub(super) fn comparisons(input: &Derivation<'_>, cases: &[Case]) -> Vec<Comparison> {
    let settings = input.settings;
    let Some(reference) = &settings.reference else { return Vec::new() };
    let blocks = Blocks::of(input);
    let candidates = settings.cases.iter().map(|case| &case.id).filter(|id| *id != reference);
    let rows: Vec<Row<'_>> = candidates
        .flat_map(|candidate| settings.policy.metrics.iter().map(move |metric| (candidate, metric)))
        .map(|(candidate, metric)| {
            row(input, cases, &blocks, Sides { reference, candidate }, metric)
        })
        .collect();
    let interruption = (!input.complete && !rows.is_empty())
        .then(|| Interruption { finished: finished_blocks(input), planned: settings.plan.blocks });
    judge(&rows, &settings.policy, interruption)
}

/// Who is compared with whom.
#[derive(Clone, Copy)]
struct Sides<'a> {
    reference: &'a CaseId,
    candidate: &'a CaseId,
}

fn row<'a>(
    input: &Derivation<'a>,
    cases: &[Case],
    blocks: &Blocks<'a>,
    sides: Sides<'a>,
    metric: &'a MetricId,
) -> Row<'a> {
    let Sides { reference, candidate } = sides;
    let descriptor = input.capabilities.metric(metric.as_str()).map(|report| &report.metric);
    let references = blocks.column(reference, RunRole::Timed);
    let judged = |case, role| pairs(metric, descriptor, blocks.column(case, role), references);
    Row {
        metric,
        reference,
        candidate,
        pairs: refuse_failed(cases, sides).and_then(|()| judged(candidate, RunRole::Timed)),
        null: judged(reference, RunRole::Null),
        same_binary: same_binary(input, sides),
        same_arguments: same_arguments(input.settings, sides),
    }
}

/// Refuses sides of which one failed: its runs are not runs of the same work.
fn refuse_failed(cases: &[Case], Sides { reference, candidate }: Sides<'_>) -> Result<(), Refusal> {
    let of = |id: &CaseId| cases.iter().find(|case| case.id == *id);
    let told: Vec<String> = [of(reference), of(candidate)]
        .into_iter()
        .flatten()
        .filter_map(|case| Some((case, case.failure.as_ref().filter(|one| !one.ignored)?)))
        .map(|(case, failure)| ending(case, failure))
        .collect();
    if told.is_empty() { Ok(()) } else { Err(Refusal::Failed { reason: told.join(" and ") }) }
}

fn ending(case: &Case, failure: &CaseFailure) -> String {
    let (id, name) = (&case.id, shortened(&case.name));
    format!("{id} ({name}) ended with {} in run {}", failure.exit, failure.run)
}

fn shortened(name: &Text) -> String {
    let name = name.lossy();
    match name.char_indices().nth(NAME_CHARACTERS) {
        Some((cut, _)) => format!("{}…", name.get(..cut).unwrap_or_default()),
        None => name,
    }
}

/// The place of a case on the command line, which is also that of its binary in the cohort.
fn place(settings: &Settings, id: &CaseId) -> Option<usize> {
    settings.cases.iter().position(|case| case.id == *id)
}

fn same_binary(input: &Derivation<'_>, sides: Sides<'_>) -> bool {
    let hash = |id| {
        let binary = input.cohort.binaries.get(place(input.settings, id)?)?;
        binary.sha256.value()
    };
    hash(sides.reference).is_some_and(|reference| hash(sides.candidate) == Some(reference))
}

fn same_arguments(settings: &Settings, sides: Sides<'_>) -> bool {
    let arguments = |id| Some(&settings.cases.get(place(settings, id)?)?.argv);
    arguments(sides.reference) == arguments(sides.candidate)
}
