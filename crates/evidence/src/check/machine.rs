//! The machine, the binaries and the processes.

use super::Parts;
use crate::digest::{is_hex, is_sha256};
use crate::layout::{COHORT, HOST, SETTINGS};
use crate::validate::{Findings, Rule};

impl Parts {
    pub(super) fn check_machine(&self, findings: &mut Findings) {
        self.check_digests(findings);
        let (cases, binaries) = (self.settings.cases.len(), self.cohort.binaries.len());
        if cases != binaries {
            let detail = format!("{binaries} binaries for {cases} cases");
            findings.add(Rule::CohortBinaries, COHORT, detail);
        }
        if let (Some(cohort), Some(host)) = (self.cohort.boot_id.value(), self.host.boot_id.value())
            && cohort != host
        {
            let detail = format!("boot {cohort:?}, and {host:?} in {HOST}");
            findings.add(Rule::CohortBoot, COHORT, detail);
        }
    }

    fn check_digests(&self, findings: &mut Findings) {
        if !is_sha256(&self.host.fingerprint) {
            findings.add(Rule::DigestForm, HOST, "fingerprint is not a SHA-256 digest");
        }
        if !is_sha256(&self.settings.environment.sha256) {
            findings.add(Rule::DigestForm, SETTINGS, "environment is not a SHA-256 digest");
        }
        for (index, binary) in self.cohort.binaries.iter().enumerate() {
            if binary.sha256.value().is_some_and(|sha256| !is_sha256(sha256)) {
                let detail = format!("binary {index}: sha256 is not a SHA-256 digest");
                findings.add(Rule::DigestForm, COHORT, detail);
            }
            if binary.build_id.value().is_some_and(|id| !is_build_id(id)) {
                let detail = format!("binary {index}: build_id is not pairs of hex digits");
                findings.add(Rule::DigestForm, COHORT, detail);
            }
        }
    }
}

/// Linkers write build-ids of several lengths: 20 bytes (SHA-1), 16 (MD5, UUID), 8 (xxHash).
fn is_build_id(text: &str) -> bool {
    !text.is_empty() && text.len().is_multiple_of(2) && is_hex(text, text.len())
}
