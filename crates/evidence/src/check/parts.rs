//! The parsed files together.

use crate::derive::{Derivation, derive};
use crate::digest::sha256;
use crate::layout::{CAPABILITIES, COHORT, HOST, MANIFEST, SETTINGS, too_large};
use crate::manifest::Manifest;
use crate::program::Hearing;
use crate::valid::ValidEvidence;
use crate::validate::{Content, Findings, Rule, parse_file};
use probity_model::{Capabilities, Cohort, Document, HostFacts, Run, Settings};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// All that derived fields are derived from.
pub(crate) struct Parts {
    pub(super) manifest: Manifest,
    pub(super) settings: Settings,
    pub(super) host: HostFacts,
    pub(super) capabilities: Capabilities,
    pub(super) cohort: Cohort,
    pub(super) runs: Vec<Run>,
    /// What was heard in them, by index; of no run where there is no such file.
    pub(super) heard: BTreeMap<u64, Hearing>,
}

impl Parts {
    /// Parses the files in `content`, whose digests were right. None where one is missing or has a
    /// defect.
    pub(crate) fn parse(
        manifest: Manifest,
        content: Content,
        findings: &mut Findings,
    ) -> Option<Self> {
        let Content { mut files, runs, program } = content;
        let settings_sha256 = files.get(SETTINGS).map(|bytes| sha256(bytes));
        let settings = take(&mut files, SETTINGS, findings);
        let host: Option<HostFacts> = take(&mut files, HOST, findings);
        let capabilities = take(&mut files, CAPABILITIES, findings);
        let cohort = take(&mut files, COHORT, findings);
        let runs = runs.and_then(|runs| runs.finish(findings));
        let heard = match program {
            Some(program) => program.finish(findings),
            None => Some(BTreeMap::new()),
        };
        if settings_sha256.is_some_and(|sha256| sha256 != manifest.settings_sha256) {
            let detail = format!("settings_sha256 is not the digest of {SETTINGS}");
            findings.add(Rule::ManifestLinks, MANIFEST, detail);
        }
        if host.as_ref().is_some_and(|host| host.fingerprint != manifest.host_fingerprint) {
            let detail = format!("host_fingerprint is not the one in {HOST}");
            findings.add(Rule::ManifestLinks, MANIFEST, detail);
        }
        Some(Self {
            manifest,
            settings: settings?,
            host: host?,
            capabilities: capabilities?,
            cohort: cohort?,
            runs: runs?,
            heard: heard?,
        })
    }

    /// Checks the content; says whether derived fields can be rebuilt from it.
    pub(crate) fn check(&mut self, findings: &mut Findings) -> bool {
        let before = findings.count();
        // Everything below takes time and memory in proportion to this.
        let (cases, metrics) = (self.settings.cases.len(), self.settings.metrics.len());
        if let Some(reason) = too_large(cases, metrics, self.settings.policy.metrics.len()) {
            findings.add(Rule::DerivedSize, SETTINGS, reason);
            return false;
        }
        self.check_campaign(findings);
        self.check_metrics(findings);
        self.check_machine(findings);
        // Runs are checked against the plan and the descriptors, which must be sound for that.
        if findings.count() == before {
            self.check_runs(findings);
            self.check_observations(findings);
        }
        // And what was said belongs to runs that are as they should be.
        if findings.count() == before {
            self.check_speech(findings);
        }
        findings.count() == before
    }

    /// The document that follows from the runs, without them.
    pub(crate) fn derive(&self) -> Document {
        derive(&Derivation {
            kind: &self.manifest.kind,
            producer: &self.manifest.producer,
            host: &self.host,
            settings: &self.settings,
            capabilities: &self.capabilities,
            cohort: &self.cohort,
            runs: &self.runs,
            incomplete: self.manifest.completeness.reason(),
        })
    }

    /// Evidence of what was checked: only for callers that saw no finding.
    pub(crate) fn into_evidence(self, document: Document) -> ValidEvidence {
        ValidEvidence { manifest: self.manifest, document, cohort: self.cohort, runs: self.runs }
    }
}

fn take<T: DeserializeOwned + Serialize>(
    files: &mut BTreeMap<String, Vec<u8>>,
    path: &str,
    findings: &mut Findings,
) -> Option<T> {
    parse_file(&files.remove(path)?)
        .map_err(|defect| findings.add(defect.rule, path, defect.detail))
        .ok()
}
