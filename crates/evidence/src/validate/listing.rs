//! The first layer: what is in the directory, without opening any of it.

use super::{Findings, Rule};
use crate::layout::{self, MAX_NAMES, REPORT, REQUIRED};
use probity_sys::file::{Directory, EntryKind, Status};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io;
use std::path::Path;

/// The files that may be read, with their lengths, and all names that are taken.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// Length by path, of the files without a finding.
    pub(crate) files: BTreeMap<String, u64>,
    /// Every path there is, sound or not.
    names: BTreeSet<String>,
    /// Whether some of the names are not known: then nothing can be said to be missing.
    pub(crate) is_partial: bool,
}

impl Listing {
    /// Lists `directory` and its report folder.
    pub(crate) fn of(directory: &Directory, findings: &mut Findings) -> Self {
        let mut listing = Self::default();
        for (name, status) in listing.entries(directory, ".", findings) {
            listing.add_top(directory, &name, &status, findings);
        }
        listing
    }

    /// Whether anything has that path.
    pub(crate) fn has_name(&self, path: &str) -> bool {
        self.names.contains(path)
    }

    /// Reports the required files that are not there.
    pub(crate) fn require(&self, findings: &mut Findings) {
        for path in REQUIRED {
            if !self.has_name(path) {
                findings.add(Rule::FileMissing, path, "every piece of evidence has it");
            }
        }
    }

    fn add_top(
        &mut self,
        directory: &Directory,
        name: &OsString,
        status: &Status,
        findings: &mut Findings,
    ) {
        let path = name.to_string_lossy();
        self.names.insert(path.to_string());
        let is_data = name.to_str().is_some_and(layout::is_data);
        if path == REPORT && status.kind == EntryKind::Directory {
            return self.add_report(directory, findings);
        }
        match status.kind {
            EntryKind::File if is_data => self.add_file(&path, status, findings),
            EntryKind::File if !name.to_str().is_some_and(layout::is_canonical_name) => {
                findings.add(Rule::FileName, &path, "not a name that evidence can have");
            }
            EntryKind::Directory if !is_data => {
                findings.add(Rule::FileUnknown, &path, "evidence has no such folder");
            }
            EntryKind::File if path == REPORT => {
                findings.add(Rule::FileType, &path, "a regular file in the place of a folder");
            }
            EntryKind::File => findings.add(Rule::FileUnknown, &path, "evidence has no such file"),
            kind => add_kind(kind, &path, findings),
        }
    }

    fn add_report(&mut self, directory: &Directory, findings: &mut Findings) {
        let report = match directory.open_directory(Path::new(REPORT)) {
            Ok(report) => report,
            Err(error) => {
                self.is_partial = true;
                return findings.add(Rule::Unreadable, REPORT, error);
            }
        };
        let entries = self.entries(&report, REPORT, findings);
        if entries.is_empty() && !self.is_partial {
            findings.add(Rule::FileUnknown, REPORT, "an empty folder");
        }
        for (name, status) in entries {
            let path = format!("{REPORT}/{}", name.to_string_lossy());
            self.names.insert(path.clone());
            match status.kind {
                EntryKind::File if name.to_str().is_some_and(layout::is_canonical_name) => {
                    self.add_file(&path, &status, findings);
                }
                EntryKind::File => {
                    findings.add(Rule::FileName, &path, "not a name that evidence can have");
                }
                kind => add_kind(kind, &path, findings),
            }
        }
    }

    fn add_file(&mut self, path: &str, status: &Status, findings: &mut Findings) {
        let limit = layout::max_bytes(path);
        if status.bytes > limit {
            let detail = format!("{} bytes, more than the {limit} it may have", status.bytes);
            findings.add(Rule::FileTooLarge, path, detail);
        } else {
            self.files.insert(path.to_owned(), status.bytes);
        }
    }

    /// The entries of a directory, sorted; none where there are too many to be evidence.
    fn entries(
        &mut self,
        directory: &Directory,
        path: &str,
        findings: &mut Findings,
    ) -> BTreeMap<OsString, Status> {
        let listed = directory
            .names()
            .and_then(|names| names.take(MAX_NAMES + 1).collect::<io::Result<Vec<_>>>());
        let names = match listed {
            Ok(names) => names,
            Err(error) => {
                self.is_partial = true;
                findings.add(Rule::Unreadable, path, error);
                return BTreeMap::new();
            }
        };
        if names.len() > MAX_NAMES {
            self.is_partial = true;
            findings.add(Rule::FileCount, path, format_args!("more than {MAX_NAMES} names"));
            return BTreeMap::new();
        }
        let mut entries = BTreeMap::new();
        for name in names {
            match directory.status_of(&name) {
                Ok(Some(status)) => drop(entries.insert(name, status)),
                // It vanished between the two calls: as good as never there.
                Ok(None) => {}
                Err(error) => findings.add(Rule::Unreadable, &name.to_string_lossy(), error),
            }
        }
        entries
    }
}

fn add_kind(kind: EntryKind, path: &str, findings: &mut Findings) {
    let rule = if kind == EntryKind::Link { Rule::FileLink } else { Rule::FileType };
    findings.add(rule, path, format_args!("{} in the place of a regular file", kind.name()));
}
