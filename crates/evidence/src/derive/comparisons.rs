//! Every case against the reference.

use super::Derivation;
use super::blocks::{Blocks, Column, pairs};
use super::excerpt::{cut, shortened};
use super::plausibility::Plausibility;
use super::program::{Claim, refuse_unlike};
use probity_judge::{Control, Refusal, Row, judge};
use probity_model::{
    Binary, Case, CaseId, CaseSettings, Comparison, Metric, MetricId, Run, RunRole, Settings, Text,
};
use std::collections::BTreeMap;

/// Longer names are cut in a reason; the id beside them is exact.
const NAME_CHARACTERS: usize = 40;

/// The comparisons of all pairs, each on every judged metric, as one family.
/// `cases` are those of the settings, in their order.
pub(super) fn comparisons(input: &Derivation<'_>, cases: &[Case]) -> Vec<Comparison> {
    let settings = input.settings;
    let mut runs: BTreeMap<&CaseId, Vec<&Run>> = BTreeMap::new();
    for run in input.runs {
        runs.entry(&run.case).or_default().push(run);
    }
    let runs_of = |case: &CaseSettings| runs.get(&case.id).map_or(&[][..], Vec::as_slice);
    let pairs = settings.cases.iter().zip(cases).enumerate();
    let side =
        |(place, (settings, case))| Side::of(input, place, settings, case, runs_of(settings));
    let sides: Vec<Side<'_>> = pairs.map(side).collect();
    let sides: BTreeMap<&CaseId, Side<'_>> =
        sides.into_iter().map(|side| (&side.settings.id, side)).collect();
    let (blocks, plausibility) = (Blocks::of(input), Plausibility::of(input));
    let courts: BTreeMap<&CaseId, Court<'_, '_>> = settings
        .references()
        .filter_map(|id| Some((id, Court::of(input, &blocks, &plausibility, sides.get(id)?))))
        .collect();
    let judged: BTreeMap<&CaseId, Vec<Judged<'_>>> =
        courts.iter().map(|(id, court)| (*id, court.judged())).collect();
    let of_pair = |(reference, candidate): (&CaseId, &CaseId)| {
        let (court, judged) = (courts.get(reference)?, judged.get(reference)?);
        Some(court.rows(sides.get(candidate)?, judged))
    };
    let rows: Vec<Row<'_>> = settings.pairs().filter_map(of_pair).flatten().collect();
    let incomplete = input.incomplete.map(shortened);
    judge(&rows, &settings.policy, incomplete.as_deref())
}

/// One case, with all that is known of it.
struct Side<'a> {
    settings: &'a CaseSettings,
    case: &'a Case,
    binary: Option<&'a Binary>,
    /// What its programs say that they did.
    claim: Claim<'a>,
}

impl<'a> Side<'a> {
    fn of(
        input: &Derivation<'a>,
        place: usize,
        settings: &'a CaseSettings,
        case: &'a Case,
        runs: &[&'a Run],
    ) -> Self {
        let binary = input.cohort.binaries.get(place);
        Self { settings, case, binary, claim: Claim::of(input, &settings.id, runs) }
    }

    fn hash(&self) -> Option<&'a String> {
        self.binary?.sha256.value()
    }

    /// How it failed, where that ended its measuring.
    fn failure(&self) -> Option<String> {
        let failure = self.case.failure.as_ref().filter(|failure| !failure.ignored)?;
        let (id, name) = (&self.case.id, shortened_name(&self.case.name));
        Some(format!("{id} ({name}) ended with {} in run {}", failure.exit, failure.run))
    }
}

/// A judged metric, and what holds for every candidate that is judged on it.
struct Judged<'a> {
    id: &'a MetricId,
    descriptor: Option<&'a Metric>,
    control: Control,
}

/// The runs, ready to be compared.
struct Court<'a, 's> {
    input: &'s Derivation<'a>,
    blocks: &'s Blocks<'a>,
    plausibility: &'s Plausibility<'a>,
    reference: &'s Side<'a>,
    /// The timed runs of the reference, on which everything rests; a refusal where one is
    /// impossible.
    references: Result<Column<'a>, Refusal>,
}

impl<'a, 's> Court<'a, 's> {
    fn of(
        input: &'s Derivation<'a>,
        blocks: &'s Blocks<'a>,
        plausibility: &'s Plausibility<'a>,
        reference: &'s Side<'a>,
    ) -> Self {
        let column = blocks.column(&reference.settings.id, RunRole::Timed);
        let references = plausibility.check(column).map(|()| column.clone());
        Self { input, blocks, plausibility, reference, references }
    }

    fn judged(&self) -> Vec<Judged<'a>> {
        let Settings { policy, .. } = self.input.settings;
        let reports = self.input.capabilities.metrics();
        let descriptors: BTreeMap<&MetricId, &Metric> =
            reports.map(|report| (&report.metric.id, &report.metric)).collect();
        let sound = self.sound(self.reference, RunRole::Null);
        let judged = |id: &'a MetricId| {
            let descriptor = descriptors.get(id).copied();
            let sound = sound.clone();
            let pairs = sound.and_then(|(null, timed)| pairs(id, descriptor, null, timed));
            Judged { id, descriptor, control: Control::new(id, pairs, policy) }
        };
        policy.metrics.iter().map(judged).collect()
    }

    /// The rows of one candidate, one per judged metric.
    fn rows<'j>(&'j self, candidate: &'j Side<'a>, judged: &'j [Judged<'a>]) -> Vec<Row<'j>> {
        let reference = self.reference;
        let sound = refuse_failed(reference, candidate)
            .and_then(|()| refuse_unlike(&reference.claim, &candidate.claim))
            .and_then(|()| self.sound(candidate, RunRole::Timed));
        let same_binary = candidate.hash().is_some() && candidate.hash() == reference.hash();
        // What runs around a program may be what makes the difference.
        let same_arguments = candidate.settings.argv == reference.settings.argv
            && candidate.settings.hooks == reference.settings.hooks;
        let row = |Judged { id, descriptor, control }: &'j Judged<'a>| Row {
            metric: id,
            reference: &reference.settings.id,
            candidate: &candidate.settings.id,
            pairs: sound.clone().and_then(|(runs, timed)| pairs(id, *descriptor, runs, timed)),
            control,
            same_binary,
            same_arguments,
        };
        judged.iter().map(row).collect()
    }

    /// The runs of a side in a role and the reference's timed runs; refused for one impossible
    /// run of either.
    fn sound(&self, side: &Side<'a>, role: RunRole) -> Result<(&Column<'a>, &Column<'a>), Refusal> {
        let references = self.references.as_ref().map_err(Clone::clone)?;
        let runs = self.blocks.column(&side.settings.id, role);
        self.plausibility.check(runs)?;
        Ok((runs, references))
    }
}

/// Refuses sides of which one failed: its runs are not runs of the same work.
fn refuse_failed(reference: &Side<'_>, candidate: &Side<'_>) -> Result<(), Refusal> {
    let told: Vec<String> =
        [reference, candidate].into_iter().filter_map(|side| side.failure()).collect();
    if told.is_empty() { Ok(()) } else { Err(Refusal::Failed { reason: told.join(" and ") }) }
}

fn shortened_name(name: &Text) -> String {
    cut(&name.lossy(), NAME_CHARACTERS)
}
