//! The file that campaigns are appended to as they end.

use super::record::{Identity, Record};
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// What has been run, and the file it is in.
pub(super) struct Journal {
    file: File,
    records: Vec<Record>,
}

impl Journal {
    /// Opens or makes it. A last line without its end was being written when the run was broken
    /// off: that campaign is run again.
    pub(super) fn open(path: &Path) -> Result<Self, String> {
        let failed = |error| format!("open {}: {error}", path.display());
        let mut options = File::options();
        let file = options.append(true).read(true).create(true).open(path).map_err(failed)?;
        let text = std::fs::read_to_string(path).map_err(failed)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            file.set_len(whole as u64).map_err(failed)?;
        }
        let records = text[..whole].lines().enumerate().map(|(place, line)| {
            Record::parse(line)
                .ok_or_else(|| format!("read line {} of {}", place + 1, path.display()))
        });
        Ok(Self { file, records: records.collect::<Result<_, _>>()? })
    }

    /// Adds one, to the disk.
    pub(super) fn add(&mut self, record: Record) -> Result<(), String> {
        let line = format!("{}\n", record.line());
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| format!("write a campaign down: {error}"))?;
        self.records.push(record);
        Ok(())
    }

    /// Whether this one has been run.
    pub(super) fn has(&self, identity: Identity) -> bool {
        self.records.iter().any(|record| record.identity == identity)
    }

    /// All of them.
    pub(super) fn records(&self) -> &[Record] {
        &self.records
    }
}
