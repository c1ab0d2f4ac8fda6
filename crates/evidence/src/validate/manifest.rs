//! The manifest against the format and against the files.

use super::{Findings, Rule, parse_file};
use crate::digest::is_hex;
use crate::layout::{BENCH, MANIFEST, SUMS};
use crate::manifest::{MANIFEST_SCHEMA, Manifest};
use crate::timestamp::is_rfc3339;
use serde::Deserialize;
use serde_json::Number;
use std::collections::BTreeMap;

/// The kinds of campaign that this version knows.
const KINDS: [&str; 2] = ["stat", BENCH];

/// The one field that is read before the version is known to be ours.
#[derive(Deserialize)]
struct Version {
    schema: Number,
}

/// The format version that these bytes claim: any whole number, however large.
pub(crate) fn version(bytes: &[u8]) -> Option<u64> {
    let schema = serde_json::from_slice::<Version>(bytes).ok()?.schema;
    let beyond = || schema.as_f64().filter(|version| *version >= u64::MAX as f64);
    schema.as_u64().or_else(|| beyond().map(|_| u64::MAX))
}

/// Reports a format version that this reader does not read; says whether it did.
pub(crate) fn is_foreign_version(bytes: &[u8], findings: &mut Findings) -> bool {
    let (rule, remedy) = match version(bytes) {
        Some(version) if version > MANIFEST_SCHEMA => {
            (Rule::SchemaTooNew, "a newer Probity reads it")
        }
        Some(version) if version < MANIFEST_SCHEMA => {
            (Rule::SchemaTooOld, "no released Probity wrote it")
        }
        _ => return false,
    };
    findings.add(rule, MANIFEST, format_args!("this reader reads {MANIFEST_SCHEMA}; {remedy}"));
    true
}

/// The manifest in `bytes`, whose digest was right.
pub(crate) fn parse(bytes: &[u8], findings: &mut Findings) -> Option<Manifest> {
    match parse_file::<Manifest>(bytes) {
        Err(defect) if defect.rule == Rule::JsonType && version(bytes).is_none() => {
            findings.add(Rule::ManifestForeign, MANIFEST, "it names no format version");
        }
        Err(defect) => findings.add(defect.rule, MANIFEST, defect.detail),
        Ok(manifest) if !KINDS.contains(&manifest.kind.as_str()) => {
            let detail = format!("kind '{}' is not known", manifest.kind);
            findings.add(Rule::ManifestForeign, MANIFEST, detail);
        }
        Ok(manifest) => {
            check_identity(&manifest, findings);
            return Some(manifest);
        }
    }
    None
}

fn check_identity(manifest: &Manifest, findings: &mut Findings) {
    if !is_hex(&manifest.id, 32) {
        let detail = format!("id '{}' is not 32 lower-case hex digits", manifest.id);
        findings.add(Rule::ManifestIdentity, MANIFEST, detail);
    }
    if !is_rfc3339(&manifest.created) {
        let detail =
            format!("created '{}' is not a time like 2026-01-31T12:00:00Z", manifest.created);
        findings.add(Rule::ManifestIdentity, MANIFEST, detail);
    }
    if manifest.producer.version.trim().is_empty() {
        findings.add(Rule::ManifestIdentity, MANIFEST, "the producer has no version");
    }
}

/// Compares the table with the files that are there (`files`, by path, with their lengths) and with
/// their digests. Files that have a finding already are left out.
pub(crate) fn check_table(
    manifest: &Manifest,
    files: &BTreeMap<String, u64>,
    sums: &BTreeMap<String, String>,
    findings: &mut Findings,
) {
    if !manifest.files.is_sorted_by(|one, next| one.path < next.path) {
        findings.add(Rule::ManifestFiles, MANIFEST, "files are not sorted by path, or twice");
        return;
    }
    let mut unlisted = files.clone();
    for entry in &manifest.files {
        let Some(bytes) = unlisted.remove(&entry.path) else {
            if !findings.has(&entry.path) {
                let detail = format!("lists '{}', which is not there", entry.path);
                findings.add(Rule::ManifestFiles, MANIFEST, detail);
            }
            continue;
        };
        if sums.get(&entry.path).is_some_and(|sum| *sum != entry.sha256) {
            let detail = format!("gives {} another digest than {SUMS}", entry.path);
            findings.add(Rule::ManifestFiles, MANIFEST, detail);
        }
        if bytes != entry.bytes {
            let detail = format!("{bytes} bytes, and {} in the manifest", entry.bytes);
            findings.add(Rule::FileSize, &entry.path, detail);
        }
    }
    for path in unlisted.keys().filter(|path| ![MANIFEST, SUMS].contains(&path.as_str())) {
        if !findings.has(path) {
            findings.add(Rule::ManifestFiles, MANIFEST, format_args!("does not list {path}"));
        }
    }
}
