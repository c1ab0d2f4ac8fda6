//! The windows of one name, over the timed runs.

use super::super::Derivation;
use super::super::summaries::{no_run, summarize};
use super::names::names;
use probity_model::{
    Absence, Cause, MetricId, MetricRole, Observed, Reading, Run, SpeechFault, Value, Window,
    WindowSummary,
};
use probity_stats::Ordered;
use std::collections::{BTreeMap, BTreeSet};

/// The summaries of all windows, and how many names are left out.
pub(in super::super) fn windows(
    input: &Derivation<'_>,
    timed: &[&Run],
) -> (Vec<WindowSummary>, u64) {
    let all = timed.iter().flat_map(|run| &run.windows);
    let (kept, beyond) = names(all.map(|window| &*window.name));
    let mut by_name: BTreeMap<&str, Vec<Vec<&Window>>> = BTreeMap::new();
    for run in timed.iter().filter(|run| is_whole(run)) {
        let mut of_run: BTreeMap<&str, Vec<&Window>> = BTreeMap::new();
        for window in &run.windows {
            of_run.entry(&window.name).or_default().push(window);
        }
        for (name, windows) in of_run {
            by_name.entry(name).or_default().push(windows);
        }
    }
    let summary = |name: &str| {
        let runs = by_name.get(name).map_or(&[][..], Vec::as_slice);
        summary(input, name, runs, timed.len())
    };
    (kept.into_iter().map(summary).collect(), beyond)
}

/// Whether every window that the run had is known: of others the median would be of a selection.
fn is_whole(run: &Run) -> bool {
    let findings = run.program.as_ref().map_or(&[][..], |said| said.findings.as_slice());
    findings.iter().all(|found| found.fault != SpeechFault::Discarded)
}

/// The summary of the windows of one name: of each run that has them, all of that run.
fn summary(
    input: &Derivation<'_>,
    name: &str,
    runs: &[Vec<&Window>],
    timed: usize,
) -> WindowSummary {
    let all = || runs.iter().flatten();
    let ids: BTreeSet<&MetricId> = all().flat_map(|window| window.observations.metrics()).collect();
    let of = |id: &MetricId| {
        let medians: Vec<Reading<'_>> =
            runs.iter().filter_map(|windows| median(windows, id)).collect();
        let found = |window: &Window| window.observations.get(id).map(Observed::to_observation);
        let missing = |window: &&Window| found(window).is_none_or(|one| one.measured().is_none());
        let first = all().copied().find(missing).map(|window| window.observations.get(id));
        let absent = (timed - medians.len()) as u64;
        summarize(&medians, absent, first, || lost(input, timed))
    };
    let is_measured = |windows: &&Vec<&Window>| ids.iter().all(|id| median(windows, id).is_some());
    let windows = runs.iter().filter(is_measured).map(|windows| windows.len() as u64).sum();
    WindowSummary {
        name: name.to_owned(),
        windows,
        summary: ids.iter().map(|id| ((*id).clone(), of(id))).collect(),
    }
}

/// Why no run has any such window whole.
fn lost(input: &Derivation<'_>, timed: usize) -> Absence {
    match timed {
        0 => no_run(input, "timed"),
        _ => Absence::new(Cause::Lost, "lines were lost in every run that had such windows"),
    }
}

/// The median of what the windows of one run say; none where one of them says nothing, as the
/// others would be a selection.
fn median<'a>(windows: &[&'a Window], id: &MetricId) -> Option<Reading<'a>> {
    let readings: Option<Vec<Reading<'_>>> =
        windows.iter().map(|window| window.observations.get(id)?.measured()).collect();
    let readings = readings?;
    let first = *readings.first()?;
    if readings.len() == 1 {
        return Some(first);
    }
    let integers: Option<Vec<u64>> = readings.iter().map(|one| one.value.as_integer()).collect();
    let value = match integers {
        Some(integers) => Value::Integer(Ordered::integers(integers).median()?.round_half_even()),
        None => {
            Value::Real(Ordered::reals(readings.iter().map(|one| one.value.as_f64()))?.median()?)
        }
    };
    Some(Reading { value, ..first })
}

/// The metric of elapsed time, of which windows are made.
pub(crate) fn wall(capabilities: &probity_model::Capabilities) -> Option<&MetricId> {
    let mut reports = capabilities.metrics();
    reports.find(|report| report.metric.role == MetricRole::Wall).map(|report| &report.metric.id)
}
