//! The program's own counters as metrics of the case.

use super::super::Derivation;
use super::super::summaries::{no_run, summarize};
use super::names::names;
use probity_model::{
    MetricId, MetricSummary, ProgramCounter, ProgramMetric, Quality, Reading, Run, Scope, Unit,
};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What ids of a program's own metrics begin with; no other does.
const NAMESPACE: &str = "program.";

fn counters<'a>(runs: &[&'a Run]) -> impl Iterator<Item = &'a ProgramCounter> {
    let said = runs.iter().filter_map(|run| run.program.as_ref());
    said.flat_map(|said| &said.counters).collect::<Vec<_>>().into_iter()
}

fn id(name: &str) -> MetricId {
    MetricId(Cow::Owned(format!("{NAMESPACE}{name}")))
}

/// The descriptors, and how many names are left out. Unit and kind are those of the first run.
pub(super) fn descriptors(timed: &[&Run]) -> (Vec<ProgramMetric>, u64) {
    let (kept, beyond) = names(counters(timed).map(|counter| counter.name.as_str()));
    let descriptor = |name: &str| {
        let first = counters(timed).find(|counter| counter.name == name)?;
        Some(ProgramMetric { id: id(name), unit: first.unit.clone(), kind: first.kind })
    };
    (kept.into_iter().filter_map(descriptor).collect(), beyond)
}

/// Their summaries, by id.
pub(in super::super) fn summaries(
    input: &Derivation<'_>,
    timed: &[&Run],
) -> BTreeMap<MetricId, MetricSummary> {
    let (descriptors, _) = descriptors(timed);
    let mut by_name: BTreeMap<&str, Vec<&ProgramCounter>> = BTreeMap::new();
    for counter in counters(timed) {
        by_name.entry(&counter.name).or_default().push(counter);
    }
    let summary = |metric: ProgramMetric| {
        let name = metric.id.as_str().strip_prefix(NAMESPACE).unwrap_or_default();
        let all = by_name.get(name).map_or(&[][..], Vec::as_slice);
        // Of another unit or kind it is another metric, whatever it is called.
        let alike = all.iter().filter(|one| one.unit == metric.unit && one.kind == metric.kind);
        let readings: Vec<Reading<'_>> = alike.map(|counter| reading(counter)).collect();
        let absent = (timed.len() - readings.len()) as u64;
        let summary = summarize(&readings, absent, None, || no_run(input, "timed"));
        (metric.id, summary)
    };
    descriptors.into_iter().map(summary).collect()
}

fn reading(counter: &ProgramCounter) -> Reading<'_> {
    Reading {
        value: counter.value,
        unit: Unit::named(&counter.unit),
        quality: Quality::Exact,
        scope: Scope::ProcessTree,
        source: "",
    }
}
