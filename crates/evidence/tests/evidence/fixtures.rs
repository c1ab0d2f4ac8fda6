//! The stored fixtures: one valid, and one per defect, each made from the valid one.

use crate::mutation::{Broken, Mutation};
use crate::{mutations, repository, specimen};
use probity_evidence::{Finding, Rule, Staging, validate};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const VALID: &str = "valid/stat-two-commands";

/// Makes the valid evidence at `path`, with an id that is the same every time.
pub fn make_valid(path: &Path) {
    let scratch = tempfile::tempdir().unwrap();
    let sealed = scratch.path().join("sealed");
    let (mut staging, _) = Staging::create(&sealed).unwrap();
    for run in specimen::spoken_runs() {
        if run.program.is_some() {
            let kept = staging.append_speech(run.index, specimen::transcript()).unwrap();
            assert_eq!(kept, specimen::transcript());
        }
        staging.append_run(&run).unwrap();
    }
    staging.seal(&specimen::sealing(), specimen::render).unwrap();
    let copy = Broken::copy(&sealed, path);
    copy.edit("manifest.json", |manifest| manifest["id"] = "0123456789abcdef".repeat(2).into());
    copy.reseal();
}

fn assert_tree_stored(stored: &Path, generated: &Path) {
    let generated = repository::files(generated);
    if repository::is_regenerating() {
        let _ = std::fs::remove_dir_all(stored);
    }
    for (path, bytes) in &generated {
        repository::assert_stored(&stored.join(path), bytes);
    }
    let names = |files: BTreeMap<String, Vec<u8>>| files.into_keys().collect::<Vec<_>>();
    assert_eq!(names(repository::files(stored)), names(generated), "{}", stored.display());
}

/// The valid evidence in a scratch directory, which must stay while it is used.
fn valid() -> (tempfile::TempDir, PathBuf) {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("valid");
    make_valid(&path);
    (scratch, path)
}

/// What validation finds after a mutation, and the files it left.
fn findings(mutation: &Mutation, valid: &Path, at: &Path) -> Vec<Finding> {
    let broken = Broken::copy(valid, at);
    (mutation.apply)(&broken);
    validate(at).err().unwrap_or_default()
}

#[test]
fn the_valid_fixture_is_stored_and_valid() {
    let (_scratch, valid) = valid();
    let stored = repository::fixtures().join(VALID);
    assert_tree_stored(&stored, &valid);
    let evidence = validate(&stored).unwrap();
    assert!(evidence.completeness().is_complete());
    assert_eq!(evidence.document().comparisons.len(), 1);
    assert_eq!(evidence.runs(), specimen::spoken_runs());
    let document = evidence.document_with_runs();
    let runs: usize = document.cases.iter().map(|case| case.runs.as_ref().unwrap().len()).sum();
    assert_eq!(runs, evidence.runs().len());
}

#[test]
fn every_mutation_trips_exactly_its_rule() {
    let (scratch, valid) = valid();
    let has_fifos = repository::has_tool("mkfifo");
    for mutation in mutations::all() {
        let name = mutation.name();
        if mutation.what.starts_with("fifo") && !has_fifos {
            continue;
        }
        let findings = findings(&mutation, &valid, &scratch.path().join(&name));
        assert!(!findings.is_empty(), "{name}: nothing was found");
        let rules: BTreeSet<Rule> = findings.iter().map(|finding| finding.rule).collect();
        assert_eq!(rules, BTreeSet::from([mutation.rule]), "{name}: {findings:#?}");
        for finding in &findings {
            let text = finding.to_string();
            assert!(!text.contains(char::is_control), "{name}: {text:?}");
            assert!(!finding.detail.is_empty() && !finding.path.is_empty(), "{name}: {text}");
        }
    }
}

#[test]
fn every_rule_has_a_mutation() {
    let tripped: BTreeSet<Rule> = mutations::all().iter().map(|mutation| mutation.rule).collect();
    assert_eq!(tripped, Rule::ALL.iter().copied().collect());
    let names: BTreeSet<String> = mutations::all().iter().map(Mutation::name).collect();
    assert_eq!(names.len(), mutations::all().len(), "two mutations have one name");
}

#[test]
fn stored_invalid_fixtures_are_the_mutations() {
    let (scratch, valid) = valid();
    let folder = repository::fixtures().join("invalid");
    if repository::is_regenerating() {
        let _ = std::fs::remove_dir_all(&folder);
    }
    let mut expected = BTreeSet::new();
    for mutation in mutations::all().into_iter().filter(|mutation| mutation.is_stored) {
        let name = mutation.name();
        let made = scratch.path().join(&name);
        let found = findings(&mutation, &valid, &made);
        let stored = folder.join(&name);
        assert_tree_stored(&stored, &made);
        assert_eq!(validate(&stored).unwrap_err(), found, "{name}");
        let bytes: usize = repository::files(&stored).values().map(Vec::len).sum();
        assert!(bytes < 48 << 10, "{name} has {bytes} bytes: keep the repository small");
        expected.insert(name);
    }
    let stored: BTreeSet<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(stored, expected);
    assert!(stored.len() >= 20);
}
