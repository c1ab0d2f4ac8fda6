//! Sealing: the last files, the proof, and the one rename.

use super::{Action, SealCause, SealError, Staging, StagingError};
use crate::check::Parts;
use crate::digest::{hex, sha256};
use crate::layout::{
    self, CAPABILITIES, COHORT, HOST, MANIFEST, MAX_NAMES, PROGRAM, REPORT, RUNS, SETTINGS,
    SUMMARY, SUMS,
};
use crate::manifest::{Completeness, FileEntry, MANIFEST_SCHEMA, Manifest};
use crate::sums;
use crate::timestamp::rfc3339;
use crate::valid::ValidEvidence;
use crate::validate::{Content, Findings, Members, examine};
use probity_model::{Capabilities, Cohort, HostFacts, Producer, Settings};
use probity_sys::file::{Directory, random_bytes};
use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// All that a campaign knows in the end, beside the runs that are written already.
#[derive(Clone, Debug)]
pub struct Sealing {
    /// Kind of campaign: `stat`.
    pub kind: String,
    /// Who made it.
    pub producer: Producer,
    /// What was asked for and planned.
    pub settings: Settings,
    /// The machine.
    pub host: HostFacts,
    /// What could be measured.
    pub capabilities: Capabilities,
    /// The processes and binaries.
    pub cohort: Cohort,
    /// Whether it ran as planned.
    pub completeness: Completeness,
    /// Now.
    pub created: SystemTime,
}

/// The files of which the checksums are known, by path.
type Table = BTreeMap<String, FileEntry>;

impl Staging {
    /// Writes the remaining files, derives the summary from the runs as they are read back,
    /// renders reports (name and content each) from what then validates, validates the final
    /// bytes again, makes them durable and read-only, and publishes them by one rename.
    ///
    /// A campaign that is not to be kept goes through the same but for durability and publication.
    ///
    /// # Errors
    /// Where a file cannot be written, the result would not validate, or something has taken the
    /// name. Then the runs are kept as [`Staging::abandon`] keeps them; the error says where.
    pub fn seal<E>(
        self,
        sealing: &Sealing,
        render: impl FnOnce(&ValidEvidence) -> Result<Vec<(String, Vec<u8>)>, E>,
    ) -> Result<ValidEvidence, SealError>
    where
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        self.seal_and(sealing, render, |_, _| ()).map(|(evidence, ())| evidence)
    }

    /// As [`seal`](Self::seal), and does something more with the sealed directory, before one that
    /// is not to be kept is removed.
    ///
    /// # Errors
    /// As [`seal`](Self::seal).
    pub(crate) fn seal_and<E, T>(
        mut self,
        sealing: &Sealing,
        render: impl FnOnce(&ValidEvidence) -> Result<Vec<(String, Vec<u8>)>, E>,
        more: impl FnOnce(&Directory, &ValidEvidence) -> T,
    ) -> Result<(ValidEvidence, T), SealError>
    where
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        match self.try_seal(sealing, render) {
            Ok(evidence) => {
                let done = more(&self.directory, &evidence);
                if self.target.is_none() {
                    self.end(false);
                }
                Ok((evidence, done))
            }
            Err(cause) => {
                let published = if self.is_done { self.target() } else { None };
                let kept = published.or_else(|| self.end(true));
                Err(SealError { cause, kept })
            }
        }
    }

    fn try_seal<E>(
        &mut self,
        sealing: &Sealing,
        render: impl FnOnce(&ValidEvidence) -> Result<Vec<(String, Vec<u8>)>, E>,
    ) -> Result<ValidEvidence, SealCause>
    where
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        self.write_json(SETTINGS, &sealing.settings)?;
        self.write_json(HOST, &sealing.host)?;
        self.write_json(CAPABILITIES, &sealing.capabilities)?;
        self.write_json(COHORT, &sealing.cohort)?;
        let (mut manifest, mut table, draft) = self.draft(sealing)?;
        let reports = render(&draft).map_err(|error| SealCause::Render(error.into()))?;
        drop(draft);
        self.write_reports(reports, &mut table)?;
        manifest.files = table.values().cloned().collect();
        self.write_json(MANIFEST, &manifest)?;
        self.write_sums(&table)?;
        let evidence = examine(&self.directory).map_err(SealCause::Invalid)?;
        if self.target.is_some() {
            let files: Vec<&str> =
                table.keys().map(String::as_str).chain([MANIFEST, SUMS]).collect();
            self.protect_and_publish(&files)?;
        }
        Ok(evidence)
    }

    /// Reads back what is staged, checks it, writes the summary that follows from it, and gives
    /// the evidence as it is without reports.
    fn draft(&mut self, sealing: &Sealing) -> Result<(Manifest, Table, ValidEvidence), SealCause> {
        let (content, mut table) = self.read_back()?;
        let mut manifest = self.manifest(sealing, &table)?;
        let mut findings = Findings::default();
        let parts = Parts::parse(manifest.clone(), content, &mut findings);
        let checked = parts.and_then(|mut parts| parts.check(&mut findings).then_some(parts));
        let Some(parts) = checked else {
            return Err(SealCause::Invalid(findings.into_list()));
        };
        let document = parts.derive();
        self.write_json(SUMMARY, &document)?;
        let summary = self.read(SUMMARY)?;
        table.insert(SUMMARY.to_owned(), entry(SUMMARY, &summary));
        manifest.files = table.values().cloned().collect();
        let mut draft = parts.into_evidence(document);
        draft.manifest = manifest.clone();
        Ok((manifest, table, draft))
    }

    fn read_back(&self) -> Result<(Content, Table), SealCause> {
        let (mut content, mut table) = (Content::default(), Table::new());
        let mut findings = Findings::default();
        let members = Members::of(&self.directory);
        let program = self.has_speech().then_some(PROGRAM);
        for path in [SETTINGS, HOST, CAPABILITIES, COHORT, RUNS].into_iter().chain(program) {
            let Some(seal) = members.read_into(&mut content, path, &mut findings) else {
                return Err(SealCause::Invalid(findings.into_list()));
            };
            let (bytes, sha256) = (seal.bytes, seal.sha256);
            table.insert(path.to_owned(), FileEntry { path: path.to_owned(), bytes, sha256 });
        }
        Ok((content, table))
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, SealCause> {
        let mut findings = Findings::default();
        Members::of(&self.directory)
            .read(path, &mut findings)
            .ok_or_else(|| SealCause::Invalid(findings.into_list()))
    }

    fn manifest(&self, sealing: &Sealing, table: &Table) -> Result<Manifest, StagingError> {
        let id = random_bytes::<16>().map_err(|cause| self.error(MANIFEST, cause))?;
        let created = rfc3339(sealing.created).ok_or_else(|| {
            self.error(MANIFEST, io::Error::other("the clock shows no time since 1970"))
        })?;
        let settings = table.get(SETTINGS).ok_or_else(|| {
            self.error(SETTINGS, io::Error::other("it was not read back before sealing"))
        })?;
        Ok(Manifest {
            schema: MANIFEST_SCHEMA,
            kind: sealing.kind.clone(),
            id: hex(&id),
            created,
            producer: sealing.producer.clone(),
            settings_sha256: settings.sha256.clone(),
            host_fingerprint: sealing.host.fingerprint.clone(),
            files: table.values().cloned().collect(),
            completeness: sealing.completeness.clone(),
        })
    }

    fn write_reports(
        &mut self,
        reports: Vec<(String, Vec<u8>)>,
        table: &mut Table,
    ) -> Result<(), SealCause> {
        if reports.is_empty() {
            return Ok(());
        }
        self.create_report()?;
        if reports.len() > MAX_NAMES {
            return Err(SealCause::Render(format!("more than {MAX_NAMES} reports").into()));
        }
        for (name, bytes) in reports {
            if !layout::is_canonical_name(&name) {
                return Err(SealCause::Render(format!("{name:?} cannot name a report").into()));
            }
            let path = format!("{REPORT}/{name}");
            if table.contains_key(&path) {
                return Err(SealCause::Render(format!("two reports are named {name}").into()));
            }
            self.write_file(&path, &bytes)?;
            table.insert(path.clone(), entry(&path, &bytes));
        }
        Ok(())
    }

    /// Creates the folder of the reports.
    pub(crate) fn create_report(&mut self) -> Result<(), StagingError> {
        self.reach(Action::Create, REPORT)
            .and_then(|()| self.directory.create_directory(OsStr::new(REPORT)))
            .map_err(|cause| self.error(REPORT, cause))
    }

    fn write_sums(&mut self, table: &Table) -> Result<(), SealCause> {
        let mut sums: BTreeMap<String, String> =
            table.iter().map(|(path, entry)| (path.clone(), entry.sha256.clone())).collect();
        sums.insert(MANIFEST.to_owned(), sha256(&self.read(MANIFEST)?));
        Ok(self.write_file(SUMS, &sums::write(&sums))?)
    }

    /// Makes every file read-only and durable, then the directories; then publishes all of it.
    pub(crate) fn protect_and_publish(&mut self, files: &[&str]) -> Result<(), StagingError> {
        for path in files {
            self.protect_file(path).map_err(|cause| self.error(path, cause))?;
        }
        if files.iter().any(|path| layout::report_name(path).is_some()) {
            self.protect_report().map_err(|cause| self.error(REPORT, cause))?;
        }
        self.protect_directory().map_err(|cause| self.error(".", cause))?;
        self.publish()
    }

    fn protect_file(&mut self, path: &str) -> io::Result<()> {
        let file = self.directory.open_file(Path::new(path))?;
        self.reach(Action::Protect, path)?;
        probity_sys::file::set_mode(&file, 0o444)?;
        self.reach(Action::Sync, path)?;
        file.sync_all()
    }

    fn protect_report(&mut self) -> io::Result<()> {
        let report = self.directory.open_directory(Path::new(REPORT))?;
        self.reach(Action::Protect, REPORT)?;
        report.set_mode(0o555)?;
        self.reach(Action::Sync, REPORT)?;
        report.sync()
    }

    fn protect_directory(&mut self) -> io::Result<()> {
        self.reach(Action::Protect, ".")?;
        self.directory.set_mode(0o555)?;
        self.reach(Action::Sync, ".")?;
        self.directory.sync()
    }

    fn publish(&mut self) -> Result<(), StagingError> {
        let (Some(target), Some(path)) = (self.target.clone(), self.target()) else {
            return Ok(());
        };
        self.reach(Action::Rename, ".")
            .and_then(|()| self.parent.rename_new(&self.name, &target))
            .map_err(|cause| match cause.kind() {
                io::ErrorKind::AlreadyExists => StagingError::Exists { path: path.clone() },
                _ => StagingError::Write { path: path.clone(), cause },
            })?;
        self.is_done = true;
        self.reach(Action::Sync, "..")
            .and_then(|()| self.parent.sync())
            .map_err(|cause| StagingError::Write { path, cause })
    }
}

fn entry(path: &str, bytes: &[u8]) -> FileEntry {
    FileEntry { path: path.to_owned(), bytes: bytes.len() as u64, sha256: sha256(bytes) }
}
