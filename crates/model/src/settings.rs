//! What was asked for, and what was planned: everything that decides how a campaign is run.

use crate::{CaseId, Exit, Hooks, IgnoredFailures, MetricId, Text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One value of one parameter of a scan or a list: what stood for `{name}` in the case's texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Its name, without the braces.
    pub name: String,
    /// Its value, as it was put into the texts.
    pub value: Text,
}

impl Parameter {
    /// Whether `name` may be a parameter's: some text without a brace or a control character, so
    /// that `{name}` says where it ends and can be shown.
    pub fn is_name(name: &str) -> bool {
        let fits = |c: char| !matches!(c, '{' | '}') && !c.is_control();
        !name.is_empty() && name.chars().all(fits)
    }
}

/// One command as it is run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaseSettings {
    /// Its id.
    pub id: CaseId,
    /// Its name for people: given with `-n`, or the command itself.
    pub name: Text,
    /// The case it is judged against, where each has one of its own: a benchmark of another build.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<CaseId>,
    /// The command as it was given, for people.
    pub command: Text,
    /// The words that are executed, byte for byte; with a shell the shell's own words first.
    pub argv: Vec<Text>,
    /// Where its standard streams go.
    pub streams: Streams,
    /// What runs around its runs.
    #[serde(default, skip_serializing_if = "Hooks::is_empty")]
    pub hooks: Hooks,
    /// The parameters it was made with, in the order they were given; none where it has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<Parameter>,
}

/// Where a program's standard output goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Output {
    /// Thrown away by the kernel.
    Null,
    /// Through a pipe that we drain and throw away.
    Pipe,
    /// To our own standard output and error.
    Inherit,
    /// Into a file, truncated at each run.
    File(Text),
}

/// Where a program's standard error goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorOutput {
    /// Through a pipe whose last bytes are kept for the case that it fails.
    Captured,
    /// In warm-up runs as `captured`; in all others thrown away by the kernel, because it wrote
    /// so much in the warm-up that draining a pipe would have been measured.
    Discarded,
    /// To our own standard error.
    Inherited,
}

/// A program's standard streams.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Streams {
    /// The file that is its standard input; none is the null device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<Text>,
    /// Where its standard output goes.
    pub output: Output,
    /// Where its standard error goes.
    pub error: ErrorOutput,
}

/// What the user asked for about the number of runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Requested {
    /// An exact number of blocks (`-r`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<u64>,
    /// At least so many blocks (`-m`).
    pub min_runs: u64,
    /// At most so many blocks (`-M`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_runs: Option<u64>,
    /// Warm-up sweeps (`-w`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warmup: Option<u64>,
    /// How long the judged blocks may take, in nanoseconds (`--budget`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget_ns: Option<u64>,
}

/// When runs with counters open are made, besides the timed ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CountedRuns {
    /// Never: no metric is asked for that needs them.
    None,
    /// One of each command after the timed runs of each block.
    EachBlock,
    /// One of each command after the last block.
    AtEnd,
}

/// What was decided before the first judged run, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Seeds the order inside the blocks.
    pub seed: u64,
    /// Warm-up sweeps.
    pub warmup: u64,
    /// Blocks to be run.
    pub blocks: u64,
    /// When counted runs are made.
    pub counted: CountedRuns,
    /// Whether cases are taken as they come, and not shuffled: only what is judged against each
    /// other is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_order: bool,
    /// Blocks a verdict needs, from the number of comparisons; none without comparisons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks_required: Option<u64>,
    /// Why that many blocks; a lower-case fragment.
    pub reason: String,
}

/// How differences are judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// Name and version of the rules.
    pub id: String,
    /// The practical limit as a fraction (0.01 is 1 %).
    pub practical_limit: f64,
    /// The chance of a false alarm allowed over the whole family.
    pub alpha: f64,
    /// The judged metrics.
    pub metrics: Vec<MetricId>,
}

/// What is kept of the environment variables: never their values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Environment {
    /// How many variables the programs were given.
    pub variables: u64,
    /// SHA-256 over all of them, sorted, lower-case hex.
    pub sha256: String,
}

/// Everything that decides how a campaign is run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The commands, in the order they were given.
    pub cases: Vec<CaseSettings>,
    /// The case the others are judged against; none where there is only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<CaseId>,
    /// What was asked for.
    pub requested: Requested,
    /// What was planned.
    pub plan: Plan,
    /// How it is judged.
    pub policy: Policy,
    /// The requested metrics, in column order. Counted runs observe exactly these, all others those
    /// of them that need no counted run.
    pub metrics: Vec<MetricId>,
    /// How those of them were named that are in no table: by id, what was written.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub named: BTreeMap<MetricId, String>,
    /// Whether estimates were asked for where a counter ran for a part of the time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimate: bool,
    /// Which failing runs do not end the measuring of their case.
    pub ignore_failure: IgnoredFailures,
    /// The directory the programs ran in.
    pub directory: Text,
    /// What is kept of the environment.
    pub environment: Environment,
}

impl Settings {
    /// What is judged against what, reference first, in the order of the candidates: a case against
    /// its own reference where there are such, and otherwise all others against the one.
    pub fn pairs(&self) -> impl Iterator<Item = (&CaseId, &CaseId)> {
        let all = self.reference.as_ref();
        self.cases.iter().filter_map(move |case| {
            let reference = case.against.as_ref().or(all)?;
            (*reference != case.id).then_some((reference, &case.id))
        })
    }

    /// What others are judged against, each once, in the order of the cases.
    pub fn references(&self) -> impl Iterator<Item = &CaseId> {
        let references: std::collections::BTreeSet<&CaseId> =
            self.pairs().map(|(reference, _)| reference).collect();
        self.cases.iter().map(|case| &case.id).filter(move |id| references.contains(id))
    }

    /// How many comparisons there are: a pair on each judged metric.
    pub fn comparisons(&self) -> u64 {
        (self.pairs().count() * self.policy.metrics.len()) as u64
    }

    /// Whether a run that ended so is of no use: it failed, and nobody asked to ignore that.
    pub fn is_spoilt_by(&self, exit: Exit) -> bool {
        self.ignore_failure.stops(exit)
    }
}
