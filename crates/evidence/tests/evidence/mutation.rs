//! Breaking evidence: operations on the files of a copy, and sealing the copy again where the
//! defect lies deeper than its checksums.

use crate::repository::files;
use probity_evidence::Rule;
use probity_model::canonical_line;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// One way to break a valid piece of evidence: exactly one rule is to notice.
pub struct Mutation {
    /// That rule.
    pub rule: Rule,
    /// What is done, for the name.
    pub what: &'static str,
    /// Whether the result is kept in the repository; git keeps no FIFO and no sparse file.
    pub is_stored: bool,
    /// Does it.
    pub apply: fn(&Broken),
}

impl Mutation {
    /// The name of its folder.
    pub fn name(&self) -> String {
        format!("{}-{}", self.rule.id(), self.what)
    }
}

/// A copy that is being broken.
pub struct Broken(pub PathBuf);

impl Broken {
    /// Copies the valid evidence in `from` to `to`, which is created.
    pub fn copy(from: &Path, to: &Path) -> Self {
        for (path, bytes) in files(from) {
            let target = to.join(path);
            std::fs::create_dir_all(target.parent().unwrap()).unwrap();
            std::fs::write(target, bytes).unwrap();
        }
        Self(to.to_owned())
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    pub fn read(&self, path: &str) -> Vec<u8> {
        std::fs::read(self.path(path)).unwrap()
    }

    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path(path), bytes).unwrap();
    }

    pub fn remove(&self, path: &str) {
        std::fs::remove_file(self.path(path)).unwrap();
    }

    /// Replaces the first occurrence in the bytes of a file.
    pub fn replace(&self, path: &str, from: &[u8], to: &[u8]) {
        let bytes = self.read(path);
        let at = bytes.windows(from.len()).position(|window| window == from);
        let at = at.unwrap_or_else(|| panic!("{path} has no {:?}", String::from_utf8_lossy(from)));
        self.write(path, [&bytes[..at], to, &bytes[at + from.len()..]].concat());
    }

    /// Changes a JSON file and keeps it canonical.
    pub fn edit(&self, path: &str, change: impl FnOnce(&mut Value)) {
        let mut value: Value = serde_json::from_slice(&self.read(path)).unwrap();
        change(&mut value);
        self.write(path, canonical_line(&value).unwrap());
    }

    /// Changes one run, counted from 0, and keeps it canonical.
    pub fn edit_run(&self, index: usize, change: impl FnOnce(&mut Value)) {
        let mut runs = self.runs();
        change(&mut runs[index]);
        self.write_runs(&runs);
    }

    pub fn runs(&self) -> Vec<Value> {
        let bytes = self.read("runs.jsonl");
        bytes
            .split_inclusive(|byte| *byte == b'\n')
            .map(|line| serde_json::from_slice(line).unwrap())
            .collect()
    }

    pub fn write_runs(&self, runs: &[Value]) {
        let lines: Vec<Vec<u8>> = runs.iter().map(|run| canonical_line(run).unwrap()).collect();
        self.write("runs.jsonl", lines.concat());
    }

    /// Makes the manifest and the checksums agree with the files again.
    pub fn reseal(&self) {
        let files = files(&self.0);
        let table: Vec<Value> = files
            .iter()
            .filter(|(path, _)| !["manifest.json", "SHA256SUMS"].contains(&path.as_str()))
            .map(|(path, bytes)| json!({"path": path, "bytes": bytes.len(), "sha256": hex(bytes)}))
            .collect();
        let host: Option<Value> = serde_json::from_slice(&files["host.json"]).ok();
        self.edit("manifest.json", |manifest| {
            manifest["files"] = table.into();
            manifest["settings_sha256"] = hex(&files["settings.json"]).into();
            if let Some(fingerprint) = host.as_ref().and_then(|host| host.get("fingerprint")) {
                manifest["host_fingerprint"] = fingerprint.clone();
            }
        });
        self.reseal_sums();
    }

    /// Makes the checksums agree with the files again.
    pub fn reseal_sums(&self) {
        let lines: Vec<String> = files(&self.0)
            .iter()
            .filter(|(path, _)| *path != "SHA256SUMS")
            .map(|(path, bytes)| format!("{}  {path}\n", hex(bytes)))
            .collect();
        self.write("SHA256SUMS", lines.concat());
    }

    /// The lines of the checksums.
    pub fn sums(&self) -> Vec<String> {
        let text = String::from_utf8(self.read("SHA256SUMS")).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    pub fn write_sums(&self, lines: &[String]) {
        self.write("SHA256SUMS", lines.iter().map(|line| format!("{line}\n")).collect::<String>());
    }
}

/// SHA-256 in lower-case hex.
pub fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
