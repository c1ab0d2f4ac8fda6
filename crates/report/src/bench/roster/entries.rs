//! The benchmarks of a campaign: what is compared is one of them.

use super::identity::Identity;
use super::side::{Side, timed};
use crate::stat::{Campaign, ranked};
use probity_model::{
    Case, CaseId, CaseSettings, Comparison, Metric, MetricId, MetricRole, Parameter, Pass,
};
use std::collections::{HashMap, HashSet};

/// One benchmark.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a> {
    /// What it is called.
    pub(crate) identity: Identity,
    /// Its place among the benchmarks, in the order in which they were registered.
    pub(crate) place: usize,
    /// What was measured; of a comparison the candidate.
    pub(crate) side: Side<'a>,
    /// What it is compared with.
    pub(crate) baseline: Option<Side<'a>>,
    /// Its judgements.
    comparisons: Vec<&'a Comparison>,
    settings: Option<&'a CaseSettings>,
}

/// All of them.
#[derive(Clone, Debug)]
pub(crate) struct Roster<'a> {
    /// Where they come from.
    pub(crate) campaign: Campaign<'a>,
    /// The metric of their time.
    pub(crate) time: Option<&'a Metric>,
    /// In the order in which they are shown.
    pub(crate) entries: Vec<Entry<'a>>,
}

impl<'a> Entry<'a> {
    /// The case that the row is of.
    pub(crate) fn case(&self) -> &'a Case {
        self.side.case
    }

    /// What was decided on `metric`.
    pub(crate) fn comparison(&self, metric: &MetricId) -> Option<&'a Comparison> {
        self.comparisons.iter().copied().find(|found| found.metric == *metric)
    }

    /// All that was decided.
    pub(crate) fn comparisons(&self) -> impl Iterator<Item = &'a Comparison> {
        self.comparisons.iter().copied()
    }

    /// The parameters that it was made with.
    pub(crate) fn parameters(&self) -> &'a [Parameter] {
        self.settings.map_or(&[], |settings| &settings.parameters)
    }

    /// The value of a parameter.
    pub(crate) fn parameter(&self, name: &str) -> Option<&'a probity_model::Text> {
        self.parameters().iter().find(|one| one.name == name).map(|one| &one.value)
    }
}

impl<'a> Roster<'a> {
    /// The benchmarks in the order in which they were registered. A baseline has no entry of its
    /// own.
    pub(crate) fn of(campaign: Campaign<'a>) -> Self {
        let document = campaign.document;
        let time = campaign.of_role(MetricRole::IterationTime);
        let settings: HashMap<&CaseId, &CaseSettings> =
            document.settings.cases.iter().map(|case| (&case.id, case)).collect();
        let cases: HashMap<&CaseId, &Case> =
            document.cases.iter().map(|case| (&case.id, case)).collect();
        let mut comparisons: HashMap<&CaseId, Vec<&Comparison>> = HashMap::new();
        for found in &document.comparisons {
            comparisons.entry(&found.candidate).or_default().push(found);
        }
        let references: HashSet<&CaseId> = document.settings.references().collect();
        let runs = timed(campaign);
        let side = |case: &'a Case| Side::of(case, runs(case), time);
        let entry = |(place, case): (usize, &'a Case)| {
            let settings = settings.get(&case.id).copied();
            let against = settings.and_then(|settings| settings.against.as_ref());
            let baseline = against.and_then(|id| cases.get(id)).map(|case| side(case));
            Entry {
                identity: Identity::of(&case.name, settings),
                place,
                side: side(case),
                baseline,
                comparisons: comparisons.get(&case.id).cloned().unwrap_or_default(),
                settings,
            }
        };
        let shown = document.cases.iter().filter(|case| !references.contains(&case.id));
        Self { campaign, time, entries: shown.enumerate().map(entry).collect() }
    }

    /// What is judged, where anything is.
    pub(crate) fn judged(&self) -> Vec<&'a Metric> {
        if self.campaign.is_comparison() { self.campaign.leading() } else { Vec::new() }
    }

    /// The metrics that counted runs observe, and of which any benchmark has a number; of many
    /// system calls those that were made.
    pub(crate) fn counted(&self) -> Vec<&'a Metric> {
        let mut all: Vec<&Metric> =
            self.campaign.metrics().filter(|metric| metric.pass == Pass::Counted).collect();
        let has = |side: &Side<'_>, metric: &Metric| side.measured(metric).is_some();
        all.retain(|metric| self.entries.iter().any(|entry| has(&entry.side, metric)));
        ranked(self.campaign, all)
    }

    /// All sides, a baseline behind its candidate.
    pub(crate) fn sides(&self) -> impl Iterator<Item = &Side<'a>> {
        self.entries.iter().flat_map(|entry| std::iter::once(&entry.side).chain(&entry.baseline))
    }
}
