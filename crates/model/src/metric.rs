//! What can be measured: the descriptor of a metric.

use crate::{Derivation, Scope, Unit};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The name of a metric: lower case with dots (`mem.peak_rss`). It never changes its meaning.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct MetricId(pub Cow<'static, str>);

impl MetricId {
    /// An id known at compile time.
    pub const fn new(id: &'static str) -> Self {
        Self(Cow::Borrowed(id))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for MetricId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.0)
    }
}

/// What sort of quantity it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Accumulates.
    Counter,
    /// A level now.
    Gauge,
    /// The highest level so far.
    HighWater,
    /// A span of time.
    Duration,
    /// Many values of one window.
    Distribution,
    /// One of a closed set of words.
    Categorical,
}

impl Aggregation {
    /// The spelling in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Delta => "delta",
            Self::Boundary => "boundary",
        }
    }
}

impl Kind {
    /// The spelling in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::HighWater => "high_water",
            Self::Duration => "duration",
            Self::Distribution => "distribution",
            Self::Categorical => "categorical",
        }
    }
}

/// How two edges of a window become one value. It is declared, never inferred from a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Aggregation {
    /// The end minus the start; a decrease is an error.
    Delta,
    /// The reading at the end; never subtracted.
    Boundary,
}

/// May it be judged, or may it only explain?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// May be judged, when exact and valid.
    Quantitative,
    /// May only explain.
    Diagnostic,
}

/// What a metric means to code that needs a meaning and must not name a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MetricRole {
    /// Elapsed time of the window.
    Wall,
    /// Time on a CPU, in user mode.
    OnCpuUser,
    /// Time on a CPU, in the kernel.
    OnCpuKernel,
    /// Time on a CPU, both modes.
    OnCpuTotal,
    /// Time on a CPU of the first thread alone, both modes.
    OnCpuMainThread,
    /// Ready to run, and waiting for a CPU.
    RunQueueWait,
    /// Largest resident set.
    PeakMemory,
    /// Page faults served without I/O.
    MinorFaults,
    /// Page faults that needed I/O.
    MajorFaults,
    /// Gave up the CPU by waiting.
    VoluntarySwitches,
    /// Lost the CPU while able to run.
    InvoluntarySwitches,
    /// Storage reads caused.
    StorageRead,
    /// Storage writes caused.
    StorageWrite,
    /// Bytes and calls of reading and writing system calls.
    CallTraffic,
    /// Time in which somebody waited for a resource.
    Pressure,
    /// Cycles of the CPU.
    Cycles,
    /// Instructions that the CPU retired.
    Instructions,
    /// Instructions per cycle.
    InstructionsPerCycle,
    /// Another event that the CPU counted.
    HardwareEvent,
    /// An event that the kernel counted for a counter that was opened on it.
    SoftwareEvent,
    /// Time on a CPU, as a counter counted it.
    CountedCpuTime,
    /// System calls that were entered, all together.
    SystemCalls,
    /// System calls of one name that were entered.
    SystemCall,
    /// Energy that a part of the machine took.
    Energy,
    /// Power that a part of the machine takes.
    Power,
    /// How hot a part of the machine is.
    Temperature,
    /// The frequency of CPUs.
    Frequency,
    /// CPUs were held back: because of heat, or by a quota.
    Throttling,
    /// Time that one iteration of a benchmark takes.
    IterationTime,
    /// What happened in one iteration of a benchmark, of anything that is counted.
    IterationCount,
    /// Allocations in one iteration.
    Allocations,
    /// Bytes allocated in one iteration.
    AllocatedBytes,
    /// Most bytes that an iteration had allocated at a time.
    AllocatedPeak,
}

/// Whether a metric is observed where nobody asked for any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unasked {
    /// It is; an absence of it is told.
    Always,
    /// It is where it can be had; elsewhere its absence is no news.
    WhereAvailable,
    /// It is not.
    Never,
}

impl MetricRole {
    /// The spelling in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::OnCpuUser => "on_cpu_user",
            Self::OnCpuKernel => "on_cpu_kernel",
            Self::OnCpuTotal => "on_cpu_total",
            Self::OnCpuMainThread => "on_cpu_main_thread",
            Self::RunQueueWait => "run_queue_wait",
            Self::PeakMemory => "peak_memory",
            Self::MinorFaults => "minor_faults",
            Self::MajorFaults => "major_faults",
            Self::VoluntarySwitches => "voluntary_switches",
            Self::InvoluntarySwitches => "involuntary_switches",
            Self::StorageRead => "storage_read",
            Self::StorageWrite => "storage_write",
            Self::CallTraffic => "call_traffic",
            Self::Pressure => "pressure",
            Self::Cycles => "cycles",
            Self::Instructions => "instructions",
            Self::InstructionsPerCycle => "instructions_per_cycle",
            Self::HardwareEvent => "hardware_event",
            Self::SoftwareEvent => "software_event",
            Self::CountedCpuTime => "counted_cpu_time",
            Self::SystemCalls => "system_calls",
            Self::SystemCall => "system_call",
            Self::Energy => "energy",
            Self::Power => "power",
            Self::Temperature => "temperature",
            Self::Frequency => "frequency",
            Self::Throttling => "throttling",
            Self::IterationTime => "iteration_time",
            Self::IterationCount => "iteration_count",
            Self::Allocations => "allocations",
            Self::AllocatedBytes => "allocated_bytes",
            Self::AllocatedPeak => "allocated_peak",
        }
    }

    /// Whether metrics that mean this are observed where nobody asked for any. Levels of the
    /// machine are not: they are dear to read, or crowd out the rest.
    pub fn unasked(self) -> Unasked {
        match self {
            Self::Energy => Unasked::WhereAvailable,
            Self::Power | Self::Temperature | Self::Frequency | Self::Throttling => Unasked::Never,
            // Only a benchmark has iterations.
            Self::IterationTime
            | Self::IterationCount
            | Self::Allocations
            | Self::AllocatedBytes
            | Self::AllocatedPeak => Unasked::Never,
            _ => Unasked::Always,
        }
    }
}

/// Which runs observe a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Pass {
    /// Every run: observing it costs the measured window nothing.
    Every,
    /// Counted runs only: while its counters are open, time is not what it would be.
    Counted,
}

/// Whether the same work gives the same number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Determinism {
    /// It does by construction: it counts what a program itself asks for. Two runs that differ did
    /// different work.
    Exact,
    /// It may differ between two runs that do the same.
    #[default]
    Varies,
}

impl Determinism {
    /// The spelling in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Varies => "varies",
        }
    }

    fn varies(&self) -> bool {
        *self == Self::Varies
    }
}

/// A metric's descriptor: all that is true of it before anything is measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Metric {
    /// Its name.
    pub id: MetricId,
    /// Its unit.
    pub unit: Unit,
    /// What sort of quantity.
    pub kind: Kind,
    /// How two edges become a value.
    pub aggregation: Aggregation,
    /// Judged or explaining.
    pub class: Class,
    /// Whose number it is.
    pub scope: Scope,
    /// What it means.
    pub role: MetricRole,
    /// Which runs observe it.
    pub pass: Pass,
    /// Whether the same work gives the same number; it varies where nothing is said.
    #[serde(default, skip_serializing_if = "Determinism::varies")]
    pub determinism: Determinism,
    /// How it follows from other metrics of the same run, where it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub derivation: Option<Derivation>,
    /// What it needs, in words (a file, a call, a kernel option); empty where nothing special.
    pub needs: Cow<'static, str>,
    /// One line for people.
    pub summary: Cow<'static, str>,
}
