//! The descriptors of metrics, and which were requested.

use super::Parts;
use crate::layout::{CAPABILITIES, SETTINGS};
use crate::validate::{Findings, Rule};
use probity_model::{Aggregation, Availability, Class, Kind, Metric, Scope, Unit};
use std::collections::BTreeSet;

impl Parts {
    pub(super) fn check_metrics(&self, findings: &mut Findings) {
        let mut seen = BTreeSet::new();
        for report in self.capabilities.metrics() {
            let metric = &report.metric;
            if !seen.insert(&metric.id) {
                let detail = format!("{} is described twice", metric.id);
                findings.add(Rule::MetricDescriptor, CAPABILITIES, detail);
            }
            if let Some(reason) = contradiction(metric) {
                let detail = format!("{}: {reason}", metric.id);
                findings.add(Rule::MetricDescriptor, CAPABILITIES, detail);
            }
            let reason = match &report.availability {
                Availability::Available => None,
                Availability::Unavailable(absence) => Some(&absence.reason),
                Availability::NotApplicable { reason } => Some(reason),
            };
            if reason.is_some_and(|reason| reason.trim().is_empty()) {
                let detail = format!("{} is absent without a reason", metric.id);
                findings.add(Rule::AbsenceReason, CAPABILITIES, detail);
            }
        }
        let requested = self.capabilities.metrics().filter(|report| report.requested);
        if !requested.map(|report| &report.metric.id).eq(&self.settings.metrics) {
            let detail = "metrics are not the ones the capabilities call requested, in their order";
            findings.add(Rule::MetricSelection, SETTINGS, detail);
        }
    }
}

/// What a descriptor says that cannot be.
fn contradiction(metric: &Metric) -> Option<&'static str> {
    let is_level = matches!(metric.kind, Kind::Gauge | Kind::HighWater);
    let accumulates = matches!(metric.kind, Kind::Counter | Kind::Duration);
    if !is_metric_id(metric.id.as_str()) {
        Some("not a lower-case name with dots")
    } else if metric.kind == Kind::Duration && metric.unit != Unit::Nanoseconds {
        Some("a duration that is not in nanoseconds")
    } else if is_level && metric.aggregation == Aggregation::Delta {
        Some("a level that is subtracted")
    } else if accumulates && metric.aggregation == Aggregation::Boundary {
        Some("something that accumulates and is not subtracted")
    } else if metric.scope == Scope::System && metric.class == Class::Quantitative {
        Some("a number of the whole system that may be judged")
    } else {
        None
    }
}

fn is_metric_id(id: &str) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_lowercase())
            && word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'))
    };
    id.contains('.') && id.split('.').all(is_word)
}
