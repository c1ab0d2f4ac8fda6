//! Evidence that passed validation.

use crate::manifest::{Completeness, Manifest};
use probity_model::{Cohort, Document, Run};
use std::collections::BTreeMap;

/// A piece of evidence of which every byte was checked and every derived field rebuilt.
///
/// Only validation makes one (when reading, and before publishing), so whoever holds it may show
/// and judge what it says. It may still be incomplete: see [`ValidEvidence::completeness`].
///
/// ```compile_fail
/// fn forge(valid: probity_evidence::ValidEvidence) -> probity_evidence::ValidEvidence {
///     probity_evidence::ValidEvidence { ..valid }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct ValidEvidence {
    pub(crate) manifest: Manifest,
    pub(crate) document: Document,
    pub(crate) cohort: Cohort,
    pub(crate) runs: Vec<Run>,
}

impl ValidEvidence {
    /// The manifest. While reports are being rendered its table does not list them yet.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Whether the campaign ran as planned.
    pub fn completeness(&self) -> &Completeness {
        &self.manifest.completeness
    }

    /// The document without the runs: what `summary.json` says.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The whole document: every case with its runs, warm-up and null runs too.
    pub fn document_with_runs(&self) -> Document {
        let mut by_case: BTreeMap<_, Vec<Run>> = BTreeMap::new();
        for run in &self.runs {
            by_case.entry(&run.case).or_default().push(run.clone());
        }
        let mut document = self.document.clone();
        for case in &mut document.cases {
            case.runs = Some(by_case.remove(&case.id).unwrap_or_default());
        }
        document
    }

    /// The runs in the order they were made.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The processes and binaries the numbers belong to.
    pub fn cohort(&self) -> &Cohort {
        &self.cohort
    }
}
