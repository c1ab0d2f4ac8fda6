//! The layers in their order.

use super::listing::Listing;
use super::members::Seal;
use super::{Content, Finding, Findings, Members, Rule, manifest};
use crate::check::{Parts, difference};
use crate::digest::sha256;
use crate::layout::{MANIFEST, SUMMARY, SUMS};
use crate::manifest::Manifest;
use crate::sums;
use crate::valid::ValidEvidence;
use probity_model::canonical_line;
use probity_sys::file::Directory;
use std::collections::BTreeMap;
use std::path::Path;

/// Reads and checks the evidence in the directory at `path`. Links in `path` itself are followed,
/// none beneath it is.
///
/// Evidence of a campaign that was interrupted is valid too, and says that it is incomplete.
///
/// # Errors
/// All findings, in the order of the layers; never an empty list.
pub fn validate(path: &Path) -> Result<ValidEvidence, Vec<Finding>> {
    match Directory::open(path) {
        Ok(directory) => examine(&directory),
        Err(error) => Err(vec![Finding::new(Rule::Unreadable, ".", &error.to_string())]),
    }
}

/// As [`validate`], for a directory that is open.
pub(crate) fn examine(directory: &Directory) -> Result<ValidEvidence, Vec<Finding>> {
    let mut findings = Findings::default();
    match examine_layers(directory, &mut findings) {
        Some(evidence) if findings.is_empty() => Ok(evidence),
        _ => Err(findings.into_list()),
    }
}

fn examine_layers(directory: &Directory, findings: &mut Findings) -> Option<ValidEvidence> {
    let listing = Listing::of(directory, findings);
    if !listing.has_name(MANIFEST) && !listing.has_name(SUMS) && !listing.is_partial {
        // Any directory may be named by mistake: what else is in it is no defect of evidence.
        let detail = format!("neither {MANIFEST} nor {SUMS} is there: never sealed");
        *findings = Findings::default();
        findings.add(Rule::NotSealed, ".", detail);
        return None;
    }
    let members = Members::of(directory);
    let manifest_bytes = match listing.files.get(MANIFEST) {
        Some(_) => members.read(MANIFEST, findings),
        None => None,
    };
    // The rest of another version's layout is not ours to find fault with.
    let mut version = Findings::default();
    if manifest_bytes
        .as_ref()
        .is_some_and(|bytes| manifest::is_foreign_version(bytes, &mut version))
    {
        *findings = version;
        return None;
    }
    if listing.is_partial {
        return None;
    }
    listing.require(findings);
    let sums = read_sums(&listing, &members, findings)?;
    check_coverage(&listing, &sums, findings);
    let manifest = manifest_bytes
        .filter(|bytes| has_digest(MANIFEST, &sha256(bytes), &sums, findings))
        .and_then(|bytes| manifest::parse(&bytes, findings));
    if let Some(manifest) = &manifest {
        manifest::check_table(manifest, &listing.files, &sums, findings);
    }
    let content = read_hashed(&listing, &members, &sums, findings);
    rebuild(manifest?, content, findings)
}

fn read_sums(
    listing: &Listing,
    members: &Members<'_>,
    findings: &mut Findings,
) -> Option<BTreeMap<String, String>> {
    listing.files.get(SUMS)?;
    let bytes = members.read(SUMS, findings)?;
    match sums::parse(&bytes) {
        Ok(sums) => Some(sums),
        Err(reason) => {
            findings.add(Rule::SumsForm, SUMS, reason);
            None
        }
    }
}

fn check_coverage(listing: &Listing, sums: &BTreeMap<String, String>, findings: &mut Findings) {
    for path in listing.files.keys() {
        if path != SUMS && !sums.contains_key(path) {
            findings.add(Rule::SumsCoverage, path, format_args!("{SUMS} does not list it"));
        }
    }
    for path in sums.keys() {
        if !listing.has_name(path) && !findings.has(path) {
            findings.add(Rule::FileMissing, path, format_args!("{SUMS} lists it"));
        }
    }
}

/// Whether `digest` is what the checksums say. A file they do not list has a finding already.
fn has_digest(
    path: &str,
    digest: &str,
    sums: &BTreeMap<String, String>,
    findings: &mut Findings,
) -> bool {
    match sums.get(path) {
        Some(expected) if expected == digest => true,
        Some(expected) => {
            let detail = format!("its digest is {digest}, and {expected} in {SUMS}");
            findings.add(Rule::HashMismatch, path, detail);
            false
        }
        None => false,
    }
}

/// Hashes every file but the manifest and keeps the content of those that are sound.
fn read_hashed(
    listing: &Listing,
    members: &Members<'_>,
    sums: &BTreeMap<String, String>,
    findings: &mut Findings,
) -> Content {
    let mut content = Content::default();
    for path in listing.files.keys().filter(|path| ![MANIFEST, SUMS].contains(&path.as_str())) {
        if findings.has(path) {
            continue;
        }
        let Some(Seal { sha256, .. }) = members.read_into(&mut content, path, findings) else {
            continue;
        };
        if !has_digest(path, &sha256, sums, findings) {
            content.forget(path);
        }
    }
    content
}

/// The layers above the files: JSON, content, and what follows from it.
fn rebuild(
    manifest: Manifest,
    mut content: Content,
    findings: &mut Findings,
) -> Option<ValidEvidence> {
    let stored = content.files.remove(SUMMARY);
    let stored_is_sound = stored.as_deref().is_some_and(|bytes| {
        super::parse_file::<probity_model::Document>(bytes)
            .map_err(|defect| findings.add(defect.rule, SUMMARY, defect.detail))
            .is_ok()
    });
    let mut parts = Parts::parse(manifest, content, findings)?;
    if !parts.check(findings) {
        return None;
    }
    let document = parts.derive();
    if let Some(stored) = stored.filter(|_| stored_is_sound) {
        match canonical_line(&document) {
            Ok(derived) if derived == stored => {}
            Ok(derived) => {
                findings.add(Rule::SummaryDerived, SUMMARY, difference(&stored, &derived));
            }
            Err(error) => findings.add(Rule::SummaryDerived, SUMMARY, error),
        }
    }
    Some(parts.into_evidence(document))
}
