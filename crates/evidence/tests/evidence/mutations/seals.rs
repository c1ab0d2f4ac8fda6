//! Checksums and manifest.

use super::{MADE, Row, STORED};
use crate::mutation::{Broken, hex};
use probity_evidence::Rule;
use serde_json::json;

pub(super) const ALL: &[Row] = &[
    (Rule::SumsForm, "upper-case", STORED, |broken| {
        edit_first_line(broken, |line| {
            let (digest, path) = line.split_once("  ").unwrap();
            format!("{}  {path}", digest.to_uppercase())
        });
    }),
    (Rule::SumsForm, "carriage-return", MADE, |broken| {
        edit_first_line(broken, |line| format!("{line}\r"));
    }),
    (Rule::SumsForm, "binary-mark", MADE, |broken| {
        edit_first_line(broken, |line| line.replace("  ", " *"));
    }),
    (Rule::SumsForm, "not-sorted", MADE, |broken| {
        let mut lines = broken.sums();
        lines.swap(0, 1);
        broken.write_sums(&lines);
    }),
    (Rule::SumsForm, "twice", MADE, |broken| {
        let mut lines = broken.sums();
        lines.insert(0, lines[0].clone());
        broken.write_sums(&lines);
    }),
    (Rule::SumsForm, "no-newline", MADE, |broken| {
        let mut bytes = broken.read("SHA256SUMS");
        bytes.pop();
        broken.write("SHA256SUMS", bytes);
    }),
    (Rule::SumsForm, "empty", MADE, |broken| broken.write("SHA256SUMS", "")),
    (Rule::SumsForm, "empty-line", MADE, |broken| {
        broken.write("SHA256SUMS", [&broken.read("SHA256SUMS")[..], b"\n"].concat());
    }),
    (Rule::SumsForm, "lists-itself", MADE, |broken| {
        let mut lines = broken.sums();
        lines.insert(0, format!("{}  SHA256SUMS", "0".repeat(64)));
        broken.write_sums(&lines);
    }),
    (Rule::SumsForm, "way-out", MADE, |broken| {
        let mut lines = broken.sums();
        lines.insert(0, format!("{}  ../../secret", "0".repeat(64)));
        broken.write_sums(&lines);
    }),
    (Rule::SumsCoverage, "extra-report", STORED, |broken| {
        broken.write("report/extra.txt", "extra\n");
    }),
    (Rule::SumsCoverage, "line-removed", MADE, |broken| {
        let mut lines = broken.sums();
        lines.remove(0);
        broken.write_sums(&lines);
    }),
    (Rule::SumsCoverage, "manifest-not-listed", MADE, |broken| {
        let mut lines = broken.sums();
        lines.retain(|line| !line.ends_with("manifest.json"));
        broken.write_sums(&lines);
    }),
    (Rule::HashMismatch, "report-changed", STORED, |broken| {
        broken.replace("report/summary.txt", b"1", b"2");
    }),
    (Rule::HashMismatch, "runs-changed", MADE, |broken| {
        broken.replace("runs.jsonl", b"\"pid\":4000", b"\"pid\":4009");
    }),
    (Rule::ManifestForeign, "no-version", STORED, |broken| {
        broken.edit("manifest.json", |manifest| {
            manifest.as_object_mut().unwrap().remove("schema");
        });
        broken.reseal_sums();
    }),
    (Rule::ManifestForeign, "kind", MADE, |broken| edit_manifest(broken, "kind", json!("trace"))),
    (Rule::ManifestIdentity, "id-upper-case", STORED, |broken| {
        edit_manifest(broken, "id", json!("ABCDEF".repeat(6)[..32]));
    }),
    (Rule::ManifestIdentity, "created-never", MADE, |broken| {
        edit_manifest(broken, "created", json!("2026-02-29T12:00:00Z"));
    }),
    (Rule::ManifestIdentity, "no-producer", MADE, |broken| {
        broken.edit("summary.json", |summary| summary["probity"]["version"] = "".into());
        broken.edit("manifest.json", |manifest| manifest["producer"]["version"] = "".into());
        broken.reseal();
    }),
    (Rule::ManifestFiles, "digest", STORED, |broken| {
        broken.edit("manifest.json", |manifest| {
            manifest["files"][0]["sha256"] = "0".repeat(64).into();
        });
        broken.reseal_sums();
    }),
    (Rule::ManifestFiles, "not-listed", MADE, |broken| {
        broken.edit("manifest.json", |manifest| {
            manifest["files"].as_array_mut().unwrap().remove(0);
        });
        broken.reseal_sums();
    }),
    (Rule::ManifestFiles, "not-there", MADE, |broken| {
        broken.edit("manifest.json", |manifest| {
            let entry = json!({"bytes": 0, "path": "zero", "sha256": hex(b"")});
            manifest["files"].as_array_mut().unwrap().push(entry);
        });
        broken.reseal_sums();
    }),
    (Rule::ManifestFiles, "not-sorted", MADE, |broken| {
        broken.edit("manifest.json", |manifest| {
            manifest["files"].as_array_mut().unwrap().reverse();
        });
        broken.reseal_sums();
    }),
    (Rule::FileSize, "table", STORED, |broken| {
        broken.edit("manifest.json", |manifest| manifest["files"][0]["bytes"] = 1.into());
        broken.reseal_sums();
    }),
    (Rule::FileSize, "longer", MADE, |broken| {
        broken.write("runs.jsonl", [&broken.read("runs.jsonl")[..], b"{}\n"].concat());
    }),
    (Rule::FileSize, "shorter", MADE, |broken| broken.write("summary.json", "")),
    (Rule::ManifestLinks, "settings", STORED, |broken| {
        edit_manifest(broken, "settings_sha256", "0".repeat(64).into());
    }),
    (Rule::ManifestLinks, "host", MADE, |broken| {
        edit_manifest(broken, "host_fingerprint", "0".repeat(64).into());
    }),
];

fn edit_first_line(broken: &Broken, change: impl FnOnce(&str) -> String) {
    let mut lines = broken.sums();
    lines[0] = change(&lines[0]);
    broken.write_sums(&lines);
}

fn edit_manifest(broken: &Broken, field: &str, value: serde_json::Value) {
    broken.edit("manifest.json", |manifest| manifest[field] = value);
    broken.reseal_sums();
}
