//! The machine, the binaries and the processes.

use super::Parts;
use crate::digest::{is_hex, is_sha256, sha256};
use crate::layout::{COHORT, HOST, SETTINGS};
use crate::validate::{Findings, Rule};
use probity_model::{Absence, HostFacts};

impl Parts {
    pub(super) fn check_machine(&self, findings: &mut Findings) {
        self.check_digests(findings);
        self.check_reasons(findings);
        let (cases, binaries) = (self.settings.cases.len(), self.cohort.binaries.len());
        if cases != binaries {
            let detail = format!("{binaries} binaries for {cases} cases");
            findings.add(Rule::CohortBinaries, COHORT, detail);
        }
        if let (Some(cohort), Some(host)) = (self.cohort.boot_id.value(), self.host.boot_id.value())
            && cohort != host
        {
            let detail = format!("boot '{cohort}', and '{host}' in {HOST}");
            findings.add(Rule::CohortBoot, COHORT, detail);
        }
    }

    fn check_digests(&self, findings: &mut Findings) {
        if !is_sha256(&self.host.fingerprint) {
            findings.add(Rule::DigestForm, HOST, "fingerprint is not a SHA-256 digest");
        } else if self.host.fingerprint != sha256(self.host.fingerprint_text().as_bytes()) {
            let detail = "the fingerprint is not that of these facts";
            findings.add(Rule::HostFingerprint, HOST, detail);
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

impl Parts {
    /// Every fact that cannot be told says why.
    fn check_reasons(&self, findings: &mut Findings) {
        let mut report = |path, what: String, absence: Option<&Absence>| {
            if absence.is_some_and(|absence| absence.reason.trim().is_empty()) {
                let detail = format!("{what} is absent without a reason");
                findings.add(Rule::AbsenceReason, path, detail);
            }
        };
        for (name, absence) in absences(&self.host) {
            report(HOST, name.to_owned(), absence);
        }
        for (name, absence) in self.host.conditions.absences() {
            report(HOST, format!("conditions: {name}"), absence);
        }
        report(COHORT, "boot_id".to_owned(), self.cohort.boot_id.absence());
        for (index, binary) in self.cohort.binaries.iter().enumerate() {
            report(COHORT, format!("binary {index}: sha256"), binary.sha256.absence());
            report(COHORT, format!("binary {index}: build_id"), binary.build_id.absence());
        }
    }
}

/// Why each fact cannot be told, where it cannot.
fn absences(host: &HostFacts) -> [(&'static str, Option<&Absence>); 12] {
    [
        ("kernel", host.kernel.absence()),
        ("cpu_model", host.cpu_model.absence()),
        ("cpus_online", host.cpus_online.absence()),
        ("cpus_allowed", host.cpus_allowed.absence()),
        ("memory_bytes", host.memory_bytes.absence()),
        ("page_bytes", host.page_bytes.absence()),
        ("clock_source", host.clock_source.absence()),
        ("governor", host.governor.absence()),
        ("virtual_machine", host.virtual_machine.absence()),
        ("perf_event_paranoid", host.perf_event_paranoid.absence()),
        ("load_1m_hundredths", host.load_1m_hundredths.absence()),
        ("boot_id", host.boot_id.absence()),
    ]
}

/// Linkers write build-ids of several lengths: 20 bytes (SHA-1), 16 (MD5, UUID), 8 (xxHash).
fn is_build_id(text: &str) -> bool {
    !text.is_empty() && text.len().is_multiple_of(2) && is_hex(text, text.len())
}
