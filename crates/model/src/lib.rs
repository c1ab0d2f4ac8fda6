//! The words of Probity, as types.
//!
//! Everything a number meets on its way (probe → measure → record → validate → judge → show) is
//! spelt here once: what was measured ([`Metric`]), the outcome ([`Observation`]), why it could not
//! be had ([`Absence`]), of whom ([`Scope`]), in which run ([`Run`]), and what was decided
//! ([`Comparison`], [`Verdict`]). The types are also the wire format: their serde form *is* the
//! JSON of documents and evidence. Nothing here reads a clock, a file or an environment.

mod absence;
mod canonical;
mod capability;
mod case;
mod cohort;
mod comparison;
mod decomposition;
mod derivation;
mod document;
mod exit;
mod hooks;
mod host;
mod metric;
mod observation;
mod program;
pub mod protocol;
mod run;
mod scope;
mod settings;
mod summary;
mod text;
mod unit;
mod value;

pub use absence::{Absence, Cause};
pub use canonical::{canonical, canonical_line};
pub use capability::{
    Ability, AbilityReport, Availability, Capabilities, MetricReport, SessionCost, SourceReport,
};
pub use case::{Case, CaseFailure};
pub use cohort::{Binary, Cohort, Incarnation};
pub use comparison::{Comparison, Limit, NullControl, Ratio, RatioInterval, Verdict, Wins};
pub use decomposition::{CpuModes, CpuShare, Decomposition, ModeTimes, TimeParts};
pub use derivation::Derivation;
pub use document::{
    Check, CheckVerdict, DOCUMENT_SCHEMA, Document, Producer, Required, Seen, SelfTest,
};
pub use exit::{Exit, IgnoredFailures};
pub use hooks::{HookKind, Hooks};
pub use host::{
    Bound, CgroupVersion, Conditions, Cost, Costs, CounterCalibration, DoctorFacts,
    EnergyCalibration, Fact, HeldCapabilities, HostFacts, Repeatability, Seccomp, Steadiness,
    Steal, Swap,
};
pub use metric::{
    Aggregation, Class, Determinism, Kind, Metric, MetricId, MetricRole, Pass, Unasked,
};
pub use observation::{Measured, Observation, Observations, Observed, Quality, Reading};
pub use program::{
    Amount, CaseProvenance, CaseSpeech, CaseSpeechFinding, IterationTime, Iterations, Outcome,
    ProgramCounter, ProgramMetric, Provenance, SaidErrors, Speech, SpeechFault, SpeechFinding,
    UnknownKind, Window, WindowSummary, Work, WorkSummary,
};
pub use run::{CaseId, Leftover, Run, RunRole};
pub use scope::Scope;
pub use settings::{
    CaseSettings, CountedRuns, Environment, ErrorOutput, Output, Parameter, Plan, Policy,
    Requested, Settings, Streams,
};
pub use summary::{MetricSummary, Spread, SpreadAbsence, Statistics};
pub use text::Text;
pub use unit::{Bytes, Nanoseconds, Unit};
pub use value::Value;

#[cfg(test)]
mod tests;
