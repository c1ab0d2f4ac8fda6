//! The documents: what `--json` prints and `summary.json` keeps, and the record of a self-test.

mod selftest;

pub use selftest::{Check, CheckVerdict, Required, Seen, SelfTest};

use crate::{Capabilities, Case, Comparison, HostFacts, Settings};
use serde::{Deserialize, Serialize};

/// Version of the document and evidence formats that this library writes.
pub const DOCUMENT_SCHEMA: u64 = 1;

/// Which Probity made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Producer {
    /// Its version.
    pub version: String,
}

/// The whole result of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Format version: 1.
    pub schema: u64,
    /// Kind of campaign: `stat`.
    pub kind: String,
    /// Who made it.
    pub probity: Producer,
    /// The machine.
    pub host: HostFacts,
    /// What was asked for and planned.
    pub settings: Settings,
    /// What could be measured, and why the rest could not.
    pub capabilities: Capabilities,
    /// The commands, in the order they were given.
    pub cases: Vec<Case>,
    /// The judgements, in the order of the cases.
    pub comparisons: Vec<Comparison>,
}
