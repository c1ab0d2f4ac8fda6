//! What can be measured here, and why the rest cannot: capability reports.

use crate::{Absence, Metric, Nanoseconds, Scope, Unasked};
use serde::{Deserialize, Serialize};

/// One source as probed on this machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SourceReport {
    /// The source's id, which is also its folder.
    pub source: String,
    /// What it measures, one line.
    pub summary: String,
    /// What it reads: the calls or files.
    pub reads: String,
    /// Each of its metrics, in column order.
    pub metrics: Vec<MetricReport>,
}

/// One metric as probed on this machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MetricReport {
    /// The descriptor, with the scope that holds for the subject asked about.
    pub metric: Metric,
    /// Whether it was asked for.
    pub requested: bool,
    /// Whether it can be had here.
    pub availability: Availability,
}

/// Whether a metric can be had on this machine: yes, no and why, or that it makes no sense here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "snake_case", deny_unknown_fields)]
pub enum Availability {
    /// It can be had; a single program may still refuse it.
    Available,
    /// It cannot be had.
    Unavailable(Absence),
    /// It makes no sense here.
    NotApplicable {
        /// Why; a lower-case fragment.
        reason: String,
    },
}

impl Availability {
    /// Why it cannot be had, where it cannot.
    pub fn absence(&self) -> Option<&Absence> {
        match self {
            Self::Unavailable(absence) => Some(absence),
            Self::Available | Self::NotApplicable { .. } => None,
        }
    }
}

/// What the session itself costs, measured on this machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SessionCost {
    /// Median time to take both edges of all opened sources, in nanoseconds.
    pub edges_ns: u64,
    /// How many empty brackets that median is of.
    pub brackets: u64,
    /// Where that time falls: whether the measured window contains any of it.
    pub inside_window: bool,
}

/// The whole report: sources in table order, metrics in column order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Capabilities {
    /// Every source there is, available or not.
    pub sources: Vec<SourceReport>,
    /// The session's own cost, where a session was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionCost>,
}

impl Capabilities {
    /// All metrics, in column order.
    pub fn metrics(&self) -> impl Iterator<Item = &MetricReport> {
        self.sources.iter().flat_map(|source| source.metrics.iter())
    }

    /// The descriptor of `id`.
    pub fn metric(&self, id: &str) -> Option<&MetricReport> {
        self.metrics().find(|report| report.metric.id.as_str() == id)
    }
}

impl SessionCost {
    /// The cost as a span.
    pub fn edges(&self) -> Nanoseconds {
        Nanoseconds(self.edges_ns)
    }
}

impl MetricReport {
    /// Whether it is observed where nobody asked for any metric.
    pub fn is_usual(&self) -> bool {
        match self.metric.role.unasked() {
            Unasked::Always => true,
            Unasked::WhereAvailable => self.availability == Availability::Available,
            Unasked::Never => false,
        }
    }

    /// The scope the metric has for the subject asked about.
    pub fn scope(&self) -> Scope {
        self.metric.scope
    }
}
