//! What a package is, under which terms, and what changed.

use crate::tidy::finding::Findings;
use crate::tidy::tree::Tree;

/// Descriptions and licences of the packages, the licence texts, the change log's open section.
pub(crate) fn licences(tree: &Tree, findings: &mut Findings) {
    for package in &tree.packages {
        let manifest = package.manifest();
        if package.description.as_deref().is_none_or(|text| text.trim().is_empty()) {
            let remedy = "write its responsibility in one sentence";
            findings.add(&manifest, 1, "no `description`", remedy);
        }
        let text = tree.file(&manifest).and_then(|file| file.text.as_deref()).unwrap_or_default();
        if !text.lines().any(|line| line.trim() == "license.workspace = true") {
            let remedy = "write `license.workspace = true`";
            findings.add(&manifest, 1, "the licence is not the workspace's", remedy);
        }
    }
    for path in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let text = tree.file(path).and_then(|file| file.text.as_deref()).unwrap_or_default();
        if text.trim().is_empty() {
            findings.add(path, 1, "no licence text", "put the full text there");
        }
    }
    let changes = tree.file("CHANGELOG.md").and_then(|file| file.text.as_deref());
    let open = |line: &str| line.starts_with("## ") && line.contains("Unreleased");
    if !changes.is_some_and(|text| text.lines().any(open)) {
        let remedy = "add `## Unreleased` on top";
        findings.add("CHANGELOG.md", 1, "no section for what is not released yet", remedy);
    }
}
