//! What a saved set of results says of itself.

use super::comparison::Variant;
use crate::built::Built;
use probity_evidence::sha256;
use serde::{Deserialize, Serialize};

/// The version of both forms.
pub(super) const SCHEMA: u64 = 2;

/// The version alone, which is read before anything else is believed.
#[derive(Deserialize)]
pub(super) struct Version {
    pub(super) schema: u64,
}

/// A name and the set that it stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pointer {
    /// Version of this form.
    pub(super) schema: u64,
    /// The name.
    pub(super) name: String,
    /// The package of the benchmarks.
    pub(super) package: String,
    /// Their target.
    pub(super) target: String,
    /// The directory of the set.
    pub(super) set: String,
}

/// A saved set: which executable measured which benchmarks. Its evidence lies beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Set {
    /// Version of this form.
    pub(super) schema: u64,
    /// The package of the benchmarks.
    pub(super) package: String,
    /// Their target.
    pub(super) target: String,
    /// SHA-256 of the executable, lower-case hex.
    pub(super) program: String,
    /// How it was built.
    pub(super) built: Built,
    /// The benchmarks, in the order of the evidence.
    pub(super) rows: Vec<Row>,
}

/// A benchmark of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    /// SHA-256 of `key`, lower-case hex: what it is found by.
    pub(super) hash: String,
    /// The full id: package, target, path and labels.
    pub(super) key: String,
    /// What it is called in evidence.
    pub(super) id: String,
    /// What it is called in its executable: the same without a number of threads of the command
    /// line.
    pub(super) case: String,
    /// That number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) threads: Option<usize>,
}

impl Row {
    /// The row of a benchmark.
    pub(super) fn of(variant: &Variant) -> Self {
        let Variant { key, id, case, threads, .. } = variant;
        let (key, id, case) = (key.clone(), id.clone(), case.clone());
        Self { hash: sha256(key.as_bytes()), key, id, case, threads: *threads }
    }

    /// What contradicts what in it, where something does: each of its names follows from the
    /// others, and one of them alone could lead to another benchmark. Its package and target may be
    /// those of a library that is linked.
    pub(super) fn contradiction(&self) -> Option<String> {
        let Self { hash, key, id, case, threads } = self;
        let is_id = match threads {
            None => id == case,
            Some(n) => ["::", ","].iter().any(|by| *id == format!("{case}{by}threads={n}")),
        };
        if *hash != sha256(key.as_bytes()) {
            Some(format!("the hash of '{key}' is another's"))
        } else if key.splitn(3, '/').nth(2) != Some(id) || !is_id {
            Some(format!("'{key}' is called '{id}' and '{case}', which cannot be"))
        } else {
            None
        }
    }
}
