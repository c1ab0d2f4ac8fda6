//! Evidence that travels, and evidence of which one byte changed.

use crate::fixtures::make_valid;
use crate::repository::{files, has_tool};
use probity_evidence::{Rule, validate};
use std::path::Path;
use std::process::Command;

fn run(program: &str, arguments: &[&str], directory: &Path) -> bool {
    let status = Command::new(program).args(arguments).current_dir(directory).status();
    status.unwrap().success()
}

#[test]
fn sha256sum_reads_the_checksums() {
    if !has_tool("sha256sum") {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("valid");
    make_valid(&path);
    assert!(run("sha256sum", &["--check", "--strict", "--quiet", "SHA256SUMS"], &path));
    std::fs::write(path.join("report/summary.txt"), "another\n").unwrap();
    assert!(!run("sha256sum", &["--check", "--status", "SHA256SUMS"], &path));
}

#[test]
fn copies_and_archives_still_validate() {
    if !has_tool("tar") || !has_tool("cp") {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    make_valid(&scratch.path().join("valid"));
    let at = scratch.path();
    assert!(run("cp", &["-r", "valid", "copied"], at));
    assert!(run("tar", &["-cf", "archive.tar", "valid"], at));
    std::fs::create_dir(at.join("unpacked")).unwrap();
    assert!(run("tar", &["-xf", "archive.tar", "-C", "unpacked"], at));
    for path in ["copied", "unpacked/valid"] {
        validate(&at.join(path)).unwrap_or_else(|findings| panic!("{path}: {findings:#?}"));
    }
}

/// In every file: the first and last bytes, and every 97th between them.
#[test]
fn one_flipped_byte_is_found_and_named() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("valid");
    make_valid(&path);
    for (name, bytes) in files(&path) {
        let middle = (0..bytes.len()).step_by(97);
        for offset in middle.chain([bytes.len() - 2, bytes.len() - 1]) {
            for mask in [0x01, 0x20, 0x80] {
                let mut flipped = bytes.clone();
                flipped[offset] ^= mask;
                std::fs::write(path.join(&name), flipped).unwrap();
                let findings = validate(&path).expect_err("a flipped byte went unnoticed");
                let is_named = findings.iter().any(|finding| {
                    // A byte of a checksum cannot be told from one of the file it is of.
                    finding.path == name
                        || name == "SHA256SUMS" && finding.rule == Rule::HashMismatch
                });
                assert!(is_named, "{name} at {offset}: {findings:#?}");
            }
        }
        std::fs::write(path.join(&name), bytes).unwrap();
    }
    validate(&path).unwrap();
}

#[test]
fn all_defects_are_reported_at_once() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("valid");
    make_valid(&path);
    std::fs::write(path.join("notes.txt"), "extra").unwrap();
    std::fs::remove_file(path.join("cohort.json")).unwrap();
    std::fs::write(path.join("report/summary.txt"), "2 comparison\n").unwrap();
    let rules: Vec<Rule> =
        validate(&path).unwrap_err().into_iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, [Rule::FileUnknown, Rule::FileMissing, Rule::HashMismatch]);
}

#[test]
fn a_file_that_may_not_be_read_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("valid");
    make_valid(&path);
    let secret = path.join("host.json");
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&secret).is_ok() {
        crate::repository::skip("unprivileged", "this user may read every file");
        return;
    }
    let findings = validate(&path).unwrap_err();
    assert_eq!(findings.len(), 1, "{findings:#?}");
    assert_eq!((findings[0].rule, findings[0].path.as_str()), (Rule::Unreadable, "host.json"));
}

#[test]
fn hostile_amounts_of_defects_stay_short() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("valid");
    make_valid(&path);
    let broken = crate::mutation::Broken(path.clone());
    broken.write("runs.jsonl", "{\"\u{202e}\u{1b}[31m\":0}\n".repeat(10_000));
    broken.reseal();
    let findings = validate(&path).unwrap_err();
    assert!(findings.len() < 50, "{} findings", findings.len());
    assert!(findings.iter().any(|finding| finding.detail.contains("9980 more")));
    for finding in findings {
        assert!(!finding.detail.contains(['\u{1b}', '\u{202e}']), "{finding}");
    }
}
