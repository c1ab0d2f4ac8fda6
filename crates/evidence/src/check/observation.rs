//! What the runs observed, against the descriptors.

use super::Parts;
use crate::layout::RUNS;
use crate::validate::{Findings, Rule};
use probity_model::{Measured, Metric, MetricId, Observation, Quality, RunRole, Unit, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

impl Parts {
    pub(super) fn check_observations(&self, findings: &mut Findings) {
        let metrics: BTreeMap<&MetricId, &Metric> =
            self.capabilities.metrics().map(|report| (&report.metric.id, &report.metric)).collect();
        let all: BTreeSet<&MetricId> = self.settings.metrics.iter().collect();
        let counted: BTreeSet<&MetricId> = self.counted().collect();
        let timed: BTreeSet<&MetricId> = all.difference(&counted).copied().collect();
        for (index, run) in self.runs.iter().enumerate() {
            let line = index + 1;
            let requested = if run.role == RunRole::Counted { &all } else { &timed };
            if !run.observations.keys().eq(requested.iter().copied()) {
                let role = run.role.name();
                let detail = format!("line {line}: other metrics than a {role} run was asked for");
                findings.add(Rule::RunMetrics, RUNS, detail);
                continue;
            }
            for (id, observation) in &run.observations {
                let mut report = |rule, what: &dyn fmt::Display| {
                    findings.add(rule, RUNS, format_args!("line {line}: {id}: {what}"));
                };
                let Some(metric) = metrics.get(id) else { continue };
                check_observation(metric, observation, &mut report);
                if let Some(derivation) = &metric.derivation
                    && derivation.derive(|input| run.observations.get(input)) != *observation
                {
                    report(Rule::ObservationDerived, &"not what its inputs in this run say");
                }
            }
        }
    }
}

fn check_observation(
    metric: &Metric,
    observation: &Observation,
    report: &mut dyn FnMut(Rule, &dyn fmt::Display),
) {
    let reason = match observation {
        Observation::Measured(measured) => return check_measured(metric, measured, report),
        Observation::Unavailable(absence) => &absence.reason,
        Observation::NotApplicable { reason } => reason,
    };
    if reason.trim().is_empty() {
        report(Rule::AbsenceReason, &"absent without a reason");
    }
}

fn check_measured(
    metric: &Metric,
    measured: &Measured,
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
fn impossible(metric: &Metric, measured: &Measured) -> Option<&'static str> {
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
