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

/// What an instrument may be able to do on a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// Count events of the CPU.
    Counting,
    /// Count events of the CPU by their number.
    Raw,
    /// Count events by the names that PMUs give them.
    Named,
    /// Estimate a count where a counter ran for a part of the time.
    Estimated,
    /// Read a counter of one's own thread without a system call.
    SelfMonitoring,
    /// Sample where a program is.
    IpSampling,
    /// Sample memory accesses with their address, source and latency.
    PreciseMemory,
    /// Name the functions of samples.
    Symbolisation,
    /// Count or record events of the kernel.
    EventTracing,
    /// Tell which memory node an access went to.
    NumaAttribution,
    /// Measure energy.
    Energy,
    /// Measure temperatures.
    Thermal,
}

impl Ability {
    /// All of them, in the order in which they are reported.
    pub const ALL: [Self; 12] = [
        Self::Counting,
        Self::Raw,
        Self::Named,
        Self::Estimated,
        Self::SelfMonitoring,
        Self::IpSampling,
        Self::PreciseMemory,
        Self::Symbolisation,
        Self::EventTracing,
        Self::NumaAttribution,
        Self::Energy,
        Self::Thermal,
    ];

    /// The spelling in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Counting => "counting",
            Self::Raw => "raw",
            Self::Named => "named",
            Self::Estimated => "estimated",
            Self::SelfMonitoring => "self_monitoring",
            Self::IpSampling => "ip_sampling",
            Self::PreciseMemory => "precise_memory",
            Self::Symbolisation => "symbolisation",
            Self::EventTracing => "event_tracing",
            Self::NumaAttribution => "numa_attribution",
            Self::Energy => "energy",
            Self::Thermal => "thermal",
        }
    }
}

/// One ability as probed on this machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AbilityReport {
    /// Which.
    pub ability: Ability,
    /// The source that has it, where there is one yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Whether Probity can do it here. Hardware that is there and that Probity does not use yet is
    /// `not_implemented`, and the reason names it.
    pub availability: Availability,
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
    /// What all of that amounts to, in the order of [`Ability::ALL`].
    pub abilities: Vec<AbilityReport>,
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
