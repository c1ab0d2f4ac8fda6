//! The manifest: what a piece of evidence is and which files it consists of.

use probity_model::Producer;
use serde::{Deserialize, Serialize};

/// Version of the evidence format that this library writes, and the only one it reads.
pub const MANIFEST_SCHEMA: u64 = 1;

/// `manifest.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Format version: 1.
    pub schema: u64,
    /// Kind of campaign: `stat`.
    pub kind: String,
    /// A random name of this one piece of evidence: 32 lower-case hex digits.
    pub id: String,
    /// When it was sealed: UTC, RFC 3339, whole seconds (`2026-01-31T12:00:00Z`).
    pub created: String,
    /// Who made it.
    pub producer: Producer,
    /// SHA-256 of `settings.json`, lower-case hex.
    pub settings_sha256: String,
    /// The fingerprint in `host.json`.
    pub host_fingerprint: String,
    /// Every file but this one and `SHA256SUMS`, sorted by path.
    pub files: Vec<FileEntry>,
    /// Whether the campaign ran as planned.
    pub completeness: Completeness,
}

/// One file in the manifest's table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    /// Its path in the directory, with `/`.
    pub path: String,
    /// Its length in bytes.
    pub bytes: u64,
    /// SHA-256 of its content, lower-case hex.
    pub sha256: String,
}

/// Whether the campaign ran as planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum Completeness {
    /// Every planned run was made, but for those of a case that had failed.
    Complete,
    /// It stopped before that.
    Incomplete {
        /// Why; a lower-case fragment.
        reason: String,
    },
}

impl Completeness {
    /// Whether the campaign ran as planned.
    pub fn is_complete(&self) -> bool {
        *self == Self::Complete
    }

    /// Why it did not, where it did not.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Complete => None,
            Self::Incomplete { reason } => Some(reason),
        }
    }
}
