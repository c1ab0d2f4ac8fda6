//! The document of a campaign from its runs.

use super::{comparisons, failure, summaries};
use crate::Schedule;
use probity_model::{
    Capabilities, Case, CaseSettings, Cohort, DOCUMENT_SCHEMA, Document, HostFacts, Producer, Run,
    RunRole, Settings,
};

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
    /// Whether all planned runs were made.
    pub complete: bool,
}

impl Derivation<'_> {
    /// Whether a run counts as failed although nobody asked for failures to be ignored.
    pub(super) fn is_spoilt(&self, run: &Run) -> bool {
        !self.settings.ignore_failure && !run.exit.is_success()
    }
}

/// The document of a campaign, without its runs: the same bytes on every machine.
pub fn derive(input: &Derivation<'_>) -> Document {
    let cases: Vec<Case> =
        input.settings.cases.iter().map(|case| derive_case(input, case)).collect();
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

fn derive_case(input: &Derivation<'_>, case: &CaseSettings) -> Case {
    let runs: Vec<&Run> = input.runs.iter().filter(|run| run.case == case.id).collect();
    let is_counted = |run: &&Run| run.role == RunRole::Timed && !input.is_spoilt(run);
    let timed: Vec<&Run> = runs.iter().copied().filter(is_counted).collect();
    Case {
        id: case.id.clone(),
        name: case.name.clone(),
        command: case.command.clone(),
        runs: None,
        summary: summaries::summaries(input, &timed),
        failure: failure::failure(&runs, input.settings.ignore_failure),
    }
}

/// How many blocks were finished when an interrupted campaign ended: the block of the slot that
/// would have come next.
pub(super) fn finished_blocks(input: &Derivation<'_>) -> u64 {
    let mut schedule = Schedule::new(input.settings);
    for run in input.runs {
        schedule.next();
        schedule.record(&run.case, !run.exit.is_success());
    }
    match schedule.next() {
        Some(slot) if slot.role == RunRole::Warmup => 0,
        Some(slot) => slot.block,
        None => input.settings.plan.blocks,
    }
}
