//! The descriptors of metrics, and which were requested.

use super::Parts;
use crate::layout::{CAPABILITIES, MAX_ID_BYTES, SETTINGS};
use crate::validate::{Findings, Rule};
use probity_model::{
    Ability, Aggregation, Availability, Class, Kind, Metric, MetricId, MetricRole, Pass, Scope,
    SourceReport, Unit,
};
use std::collections::BTreeSet;

impl Parts {
    pub(super) fn check_metrics(&self, findings: &mut Findings) {
        self.check_sources(findings);
        self.check_abilities(findings);
        let (mut seen, mut walls) = (BTreeSet::new(), 0);
        for report in self.capabilities.metrics() {
            let metric = &report.metric;
            if !seen.insert(&metric.id) {
                let detail = format!("{} is described twice", metric.id);
                findings.add(Rule::MetricDescriptor, CAPABILITIES, detail);
            } else if metric.role == MetricRole::Wall {
                walls += 1;
            }
            if let Some(reason) = contradiction(metric) {
                let detail = format!("{}: {reason}", metric.id);
                findings.add(Rule::MetricDescriptor, CAPABILITIES, detail);
            } else if let Some(reason) = role_contradiction(metric) {
                let detail = format!("{}: {reason}", metric.id);
                findings.add(Rule::MetricRole, CAPABILITIES, detail);
            }
            if let Some(reason) = self.wrong_derivation(metric) {
                let detail = format!("{}: {reason}", metric.id);
                findings.add(Rule::MetricDerivation, CAPABILITIES, detail);
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
        if walls != 1 {
            let detail = format!("{walls} metrics are the wall time of the window, not 1");
            findings.add(Rule::MetricRole, CAPABILITIES, detail);
        }
        let requested = self.capabilities.metrics().filter(|report| report.requested);
        if !requested.map(|report| &report.metric.id).eq(&self.settings.metrics) {
            let detail = "metrics are not the ones the capabilities call requested, in their order";
            findings.add(Rule::MetricSelection, SETTINGS, detail);
        }
    }
}

impl Parts {
    fn check_abilities(&self, findings: &mut Findings) {
        let reports = &self.capabilities.abilities;
        if !reports.iter().map(|report| report.ability).eq(Ability::ALL) {
            let detail = "abilities are not all there, each once and in order";
            return findings.add(Rule::AbilityReports, CAPABILITIES, detail);
        }
        for report in reports {
            let name = report.ability.name();
            // One that nothing was asked of has no report of its own.
            if report.source.as_ref().is_some_and(|source| source.trim().is_empty()) {
                let detail = format!("{name} is of a source without a name");
                findings.add(Rule::AbilityReports, CAPABILITIES, detail);
            }
            let reason = match &report.availability {
                Availability::Available => None,
                Availability::Unavailable(absence) => Some(&absence.reason),
                Availability::NotApplicable { reason } => Some(reason),
            };
            if reason.is_some_and(|reason| reason.trim().is_empty()) {
                let detail = format!("{name} is absent without a reason");
                findings.add(Rule::AbsenceReason, CAPABILITIES, detail);
            }
        }
    }

    /// What is wrong with how the metric is said to follow from others.
    fn wrong_derivation(&self, metric: &Metric) -> Option<String> {
        let inputs = metric.derivation.as_ref()?.inputs();
        if metric.unit != Unit::Ratio {
            return Some(format!("a ratio in {}", metric.unit.name()));
        }
        let is_requested = |id: &MetricId| self.settings.metrics.contains(id);
        inputs.into_iter().find_map(|input| {
            let Some(report) = self.capabilities.metric(input.as_str()) else {
                return Some(format!("it follows from {input}, which is not described"));
            };
            if report.metric.derivation.is_some() {
                Some(format!("it follows from {input}, which follows from others"))
            } else if report.metric.pass != metric.pass {
                Some(format!("it follows from {input}, which other runs observe"))
            } else if is_requested(&metric.id) && !is_requested(input) {
                Some(format!("it was requested, and {input}, from which it follows, was not"))
            } else {
                None
            }
        })
    }

    fn check_sources(&self, findings: &mut Findings) {
        let mut seen = BTreeSet::new();
        for SourceReport { source, .. } in &self.capabilities.sources {
            if source.trim().is_empty() {
                findings.add(Rule::SourceDescriptor, CAPABILITIES, "a source has no name");
            } else if !seen.insert(source) {
                let detail = format!("the source '{source}' is described twice");
                findings.add(Rule::SourceDescriptor, CAPABILITIES, detail);
            }
        }
    }
}

/// What a descriptor says that cannot be.
fn contradiction(metric: &Metric) -> Option<&'static str> {
    let is_level = matches!(metric.kind, Kind::Gauge | Kind::HighWater);
    let accumulates = matches!(metric.kind, Kind::Counter | Kind::Duration);
    if !is_metric_id(metric.id.as_str()) {
        Some("not a lower-case name with dots, of bounded length")
    } else if metric.kind == Kind::Duration && metric.unit != Unit::Nanoseconds {
        Some("a duration that is not in nanoseconds")
    } else if is_level && metric.aggregation == Aggregation::Delta {
        Some("a level that is subtracted")
    } else if accumulates && metric.aggregation == Aggregation::Boundary {
        Some("something that accumulates and is not subtracted")
    } else if metric.role == MetricRole::Wall && metric.pass != Pass::Every {
        Some("the wall time, and not of every run")
    } else if matches!(metric.scope, Scope::System | Scope::ControlGroup)
        && metric.class == Class::Quantitative
    {
        Some("a number of more than the program that may be judged")
    } else {
        None
    }
}

fn is_metric_id(id: &str) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_lowercase())
            && word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'))
    };
    id.len() <= MAX_ID_BYTES && id.contains('.') && id.split('.').all(is_word)
}

/// What a descriptor says that cannot be said of its role. Readers decide by roles, so a role must
/// not be given to another quantity.
fn role_contradiction(metric: &Metric) -> Option<String> {
    let (units, kind) = nature(metric.role);
    let explains = matches!(
        metric.role,
        MetricRole::OnCpuUser
            | MetricRole::OnCpuKernel
            | MetricRole::Pressure
            | MetricRole::Energy
            | MetricRole::Power
            | MetricRole::Temperature
            | MetricRole::Frequency
            | MetricRole::Throttling
    );
    if !units.contains(&metric.unit) {
        let units: Vec<&str> = units.iter().map(|unit| unit.name()).collect();
        Some(format!("in {}, and its role in {}", metric.unit.name(), units.join(" or ")))
    } else if metric.kind != kind {
        Some(format!("a {}, and its role a {}", metric.kind.name(), kind.name()))
    } else if explains && metric.class != Class::Diagnostic {
        Some("its role may only explain, and it may be judged".to_owned())
    } else {
        None
    }
}

/// The units and the kind that a role has.
fn nature(role: MetricRole) -> (&'static [Unit], Kind) {
    use MetricRole as Role;
    match role {
        Role::Wall => (&[Unit::Nanoseconds], Kind::Duration),
        Role::OnCpuUser
        | Role::OnCpuKernel
        | Role::OnCpuTotal
        | Role::OnCpuMainThread
        | Role::RunQueueWait
        | Role::Pressure => (&[Unit::Nanoseconds], Kind::Counter),
        Role::PeakMemory => (&[Unit::Bytes], Kind::HighWater),
        Role::MinorFaults
        | Role::MajorFaults
        | Role::VoluntarySwitches
        | Role::InvoluntarySwitches => (&[Unit::Count], Kind::Counter),
        Role::StorageRead | Role::StorageWrite => (&[Unit::Bytes], Kind::Counter),
        Role::CallTraffic => (&[Unit::Bytes, Unit::Count], Kind::Counter),
        Role::Cycles
        | Role::Instructions
        | Role::HardwareEvent
        | Role::SoftwareEvent
        | Role::SystemCalls
        | Role::SystemCall => (&[Unit::Count], Kind::Counter),
        Role::InstructionsPerCycle => (&[Unit::Ratio], Kind::Gauge),
        Role::CountedCpuTime => (&[Unit::Nanoseconds], Kind::Counter),
        Role::Energy => (&[Unit::Microjoules], Kind::Counter),
        Role::Power => (&[Unit::Microwatts], Kind::Gauge),
        Role::Temperature => (&[Unit::Millicelsius], Kind::Gauge),
        Role::Frequency => (&[Unit::Hertz], Kind::Gauge),
        Role::Throttling => (&[Unit::Count, Unit::Nanoseconds], Kind::Counter),
        Role::IterationTime => (&[Unit::NanosecondsPerIteration], Kind::Gauge),
        Role::Allocations => (&[Unit::CountPerIteration], Kind::Gauge),
        Role::AllocatedBytes | Role::AllocatedPeak => (&[Unit::BytesPerIteration], Kind::Gauge),
        Role::IterationCount => (
            &[Unit::CountPerIteration, Unit::BytesPerIteration, Unit::NanosecondsPerIteration],
            Kind::Gauge,
        ),
    }
}
