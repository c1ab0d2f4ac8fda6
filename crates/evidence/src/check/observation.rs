//! What the runs observed, against the descriptors.

use super::Parts;
use crate::layout::RUNS;
use crate::validate::{Findings, Rule};
use probity_model::{
    Derivation, Metric, MetricId, Observations, Observed, Quality, Reading, RunRole, Unit, Value,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

impl Parts {
    pub(super) fn check_observations(&self, findings: &mut Findings) {
        let described: BTreeMap<&MetricId, &Metric> =
            self.capabilities.metrics().map(|report| (&report.metric.id, &report.metric)).collect();
        let all: BTreeSet<&MetricId> = self.settings.metrics.iter().collect();
        let counted: BTreeSet<&MetricId> = self.counted().collect();
        // Runs are many, and all ask for the same: what is known of it is looked up once.
        let look_up = |id: &MetricId| described.get(id).copied();
        let timed: Vec<_> = all.difference(&counted).map(|id| (*id, look_up(id))).collect();
        let all: Vec<_> = all.into_iter().map(|id| (id, look_up(id))).collect();
        for (index, run) in self.runs.iter().enumerate() {
            let line = index + 1;
            let requested = if run.role == RunRole::Counted { &all } else { &timed };
            if !run.observations.metrics().eq(requested.iter().map(|(id, _)| *id)) {
                let role = run.role.name();
                let detail = format!("line {line}: other metrics than a {role} run was asked for");
                findings.add(Rule::RunMetrics, RUNS, detail);
                continue;
            }
            for ((id, observed), (_, metric)) in run.observations.iter().zip(requested) {
                let mut report = |rule, what: &dyn fmt::Display| {
                    findings.add(rule, RUNS, format_args!("line {line}: {id}: {what}"));
                };
                let Some(metric) = metric else { continue };
                check_observation(metric, observed, &mut report);
                if let Some(derivation) = &metric.derivation
                    && !follows(derivation, &run.observations, observed)
                {
                    report(Rule::ObservationDerived, &"not what its inputs in this run say");
                }
            }
        }
    }
}

/// Whether it is what the observations that it is derived from say.
fn follows(derivation: &Derivation, from: &Observations, observed: Observed<'_>) -> bool {
    let inputs =
        derivation.inputs().map(|input| (input, from.get(input).map(Observed::to_observation)));
    let of = |id: &MetricId| inputs.iter().find(|(input, _)| *input == id)?.1.as_ref();
    derivation.derive(of) == observed.to_observation()
}

fn check_observation(
    metric: &Metric,
    observed: Observed<'_>,
    report: &mut dyn FnMut(Rule, &dyn fmt::Display),
) {
    let reason = match observed {
        Observed::Measured(reading) => return check_measured(metric, reading, report),
        Observed::Unavailable(absence) => &absence.reason,
        Observed::NotApplicable { reason } => reason,
    };
    if reason.trim().is_empty() {
        report(Rule::AbsenceReason, &"absent without a reason");
    }
}

fn check_measured(
    metric: &Metric,
    measured: Reading<'_>,
    report: &mut dyn FnMut(Rule, &dyn fmt::Display),
) {
    if measured.unit != metric.unit {
        let (found, expected) = (measured.unit.name(), metric.unit.name());
        report(Rule::ObservationUnit, &format_args!("in {found}, not in {expected}"));
    }
    if measured.scope != metric.scope {
        let (found, expected) = (measured.scope.name(), metric.scope.name());
        report(Rule::ObservationScope, &format_args!("of {found}, not of {expected}"));
    }
    if let Some(reason) = impossible(metric, measured) {
        report(Rule::ObservationValue, &reason);
    }
}

/// Why the value cannot be one of the metric.
fn impossible(metric: &Metric, measured: Reading<'_>) -> Option<&'static str> {
    let is_exact = measured.quality == Quality::Exact;
    match measured.value {
        Value::Real(value) if !value.is_finite() || value < 0.0 => Some("not a number from 0 on"),
        Value::Real(_) if metric.unit.is_integral() => Some("not a whole number of its unit"),
        Value::Real(_) if metric.unit == Unit::Count && is_exact => Some("a count with a fraction"),
        _ if measured.source.trim().is_empty() => Some("it does not say what was read"),
        _ => match measured.quality {
            Quality::Estimated { enabled_ns, running_ns }
                if running_ns == 0 || running_ns > enabled_ns =>
            {
                Some("estimated from a counter that ran never, or longer than it was enabled")
            }
            _ => None,
        },
    }
}
