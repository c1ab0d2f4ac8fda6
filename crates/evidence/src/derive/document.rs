//! The document of a campaign from its runs.

use super::{comparisons, decomposition, failure, program, summaries};
use probity_model::{
    Capabilities, Case, CaseId, CaseSettings, Cohort, DOCUMENT_SCHEMA, Document, HostFacts,
    Producer, Run, RunRole, Settings,
};
use std::collections::BTreeMap;

/// Everything a document is derived from. The runs have passed structure and plan already: nothing
/// here checks them again.
#[derive(Clone, Copy, Debug)]
pub struct Derivation<'a> {
    /// Kind of campaign: `stat`.
    pub kind: &'a str,
    /// Who measured.
    pub producer: &'a Producer,
    /// The machine.
    pub host: &'a HostFacts,
    /// What was asked for and planned.
    pub settings: &'a Settings,
    /// The descriptors, which say what may be judged.
    pub capabilities: &'a Capabilities,
    /// What was executed.
    pub cohort: &'a Cohort,
    /// Every run, in the order they were made.
    pub runs: &'a [Run],
    /// Why the campaign is not complete, where it is not; a lower-case fragment.
    pub incomplete: Option<&'a str>,
}

impl Derivation<'_> {
    /// Whether a run failed in a way that nobody asked to be ignored.
    pub(super) fn is_spoilt(&self, run: &Run) -> bool {
        self.settings.is_spoilt_by(run.exit)
    }
}

/// The document of a campaign, without its runs: the same bytes on every machine.
pub fn derive(input: &Derivation<'_>) -> Document {
    let mut runs: BTreeMap<&CaseId, Vec<&Run>> = BTreeMap::new();
    for run in input.runs {
        runs.entry(&run.case).or_default().push(run);
    }
    let runs_of = |case: &CaseSettings| runs.get(&case.id).map_or(&[][..], Vec::as_slice);
    let cases: Vec<Case> =
        input.settings.cases.iter().map(|case| derive_case(input, case, runs_of(case))).collect();
    Document {
        schema: DOCUMENT_SCHEMA,
        kind: input.kind.to_owned(),
        probity: input.producer.clone(),
        host: input.host.clone(),
        settings: input.settings.clone(),
        capabilities: input.capabilities.clone(),
        comparisons: comparisons::comparisons(input, &cases),
        cases,
    }
}

fn derive_case(input: &Derivation<'_>, case: &CaseSettings, runs: &[&Run]) -> Case {
    let of_role = |role| {
        let counts = move |run: &&Run| run.role == role && !input.is_spoilt(run);
        runs.iter().copied().filter(counts).collect::<Vec<&Run>>()
    };
    let (timed, counted) = (of_role(RunRole::Timed), of_role(RunRole::Counted));
    let mut summary = summaries::summaries(input, &timed, &counted);
    summary.extend(program::metric_summaries(input, &timed));
    let (windows, windows_beyond) = program::windows(input, &timed);
    Case {
        id: case.id.clone(),
        name: case.name.clone(),
        command: case.command.clone(),
        runs: None,
        summary,
        decomposition: decomposition::decomposition(input, &timed),
        windows,
        program: program::speech(input, runs, &timed, &counted, windows_beyond),
        failure: failure::failure(runs, &input.settings.ignore_failure),
    }
}
