//! Staging and sealing as a campaign uses them.

use crate::specimen::{self, render, sealing};
use probity_evidence::{
    Completeness, SealCause, Sealing, Staging, StagingError, ValidEvidence, validate,
};
use probity_model::{CaseId, Exit, Run};
use std::convert::Infallible;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The names in a directory, sorted.
pub fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn nothing(_: &ValidEvidence) -> Result<Vec<(String, Vec<u8>)>, Infallible> {
    Ok(Vec::new())
}

fn staged(out: &Path, runs: &[Run]) -> Staging {
    let (mut staging, notices) = Staging::create(out).unwrap();
    assert!(notices.is_empty(), "{notices:?}");
    staging.write_settings(&specimen::settings()).unwrap();
    for run in runs {
        staging.append_run(run).unwrap();
    }
    staging.sync().unwrap();
    staging
}

/// The end of a campaign that stopped after `runs`.
fn interrupted(runs: &[Run]) -> Sealing {
    let mut sealing = sealing();
    sealing.cohort.processes = runs.iter().map(|run| run.process.clone()).collect();
    sealing.completeness = Completeness::Incomplete { reason: "interrupted".into() };
    sealing
}

#[test]
fn a_campaign_is_published_read_only_under_its_name_alone() {
    let scratch = tempfile::tempdir().unwrap();
    let out = scratch.path().join("a.probity");
    let staging = staged(&out, &specimen::runs());
    assert!(!out.exists());
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&staging.path()) & 0o077, 0);
    let sealed = staging.seal(&sealing(), render).unwrap();
    assert_eq!(names(scratch.path()), ["a.probity"]);
    assert_eq!((mode(&out), mode(&out.join("report"))), (0o555, 0o555));
    for file in names(&out).iter().filter(|name| *name != "report") {
        assert_eq!(mode(&out.join(file)), 0o444, "{file}");
    }
    let read = validate(&out).unwrap();
    assert_eq!(read.manifest(), sealed.manifest());
    assert_eq!(read.document(), sealed.document());
    assert_eq!(read.manifest().created, "2026-01-01T00:00:00Z");
}

#[test]
fn two_campaigns_have_two_ids() {
    let scratch = tempfile::tempdir().unwrap();
    let id = |name| {
        let staging = staged(&scratch.path().join(name), &specimen::runs());
        staging.seal(&sealing(), nothing).unwrap().manifest().id.clone()
    };
    assert_ne!(id("a"), id("b"));
}

#[test]
fn what_exists_is_refused_at_once() {
    let scratch = tempfile::tempdir().unwrap();
    let at = |name: &str| scratch.path().join(name);
    std::fs::create_dir(at("folder")).unwrap();
    std::fs::write(at("file"), "").unwrap();
    symlink("nowhere", at("dangling")).unwrap();
    let before = names(scratch.path());
    for name in ["folder", "file", "dangling"] {
        let error = Staging::create(&at(name)).unwrap_err();
        assert!(matches!(error, StagingError::Exists { .. }), "{error:?}");
        assert!(error.to_string().contains(name), "{error}");
    }
    let error = Staging::create(&at("missing/a.probity")).unwrap_err();
    assert!(matches!(error, StagingError::Parent { .. }), "{error:?}");
    assert!(error.to_string().contains("missing"), "{error}");
    for path in ["/", "..", "."] {
        assert!(Staging::create(Path::new(path)).is_err(), "{path}");
    }
    let error = Staging::create(&at(&"x".repeat(255))).unwrap_err();
    assert!(matches!(error, StagingError::Create { .. }), "{error:?}");
    assert_eq!(names(scratch.path()), before);
}

#[test]
fn an_unwritable_place_is_refused_at_once() {
    let scratch = tempfile::tempdir().unwrap();
    let parent = scratch.path().join("read-only");
    std::fs::create_dir(&parent).unwrap();
    std::fs::set_permissions(&parent, std::fs::Permissions::from_mode(0o555)).unwrap();
    if std::fs::create_dir(parent.join("probe")).is_ok() {
        crate::repository::skip("unprivileged", "this user may write everywhere");
        return;
    }
    let error = Staging::create(&parent.join("a.probity")).unwrap_err();
    assert!(error.to_string().contains("read-only"), "{error}");
}

#[test]
fn names_of_any_bytes_work() {
    let scratch = tempfile::tempdir().unwrap();
    let out = scratch.path().join(OsStr::from_bytes(b"odd \xff\nname"));
    staged(&out, &specimen::runs()).seal(&sealing(), nothing).unwrap();
    validate(&out).unwrap();
}

#[test]
fn a_name_taken_meanwhile_is_not_replaced() {
    let scratch = tempfile::tempdir().unwrap();
    let out = scratch.path().join("a.probity");
    let staging = staged(&out, &specimen::runs());
    std::fs::create_dir(&out).unwrap();
    let error = staging.seal(&sealing(), nothing).unwrap_err();
    assert!(matches!(error.cause, SealCause::Staging(StagingError::Exists { .. })), "{error}");
    assert!(names(&out).is_empty());
    let kept = error.kept.unwrap();
    assert!(kept.file_name().unwrap().to_string_lossy().starts_with("a.probity.incomplete-"));
    validate(&kept).unwrap();
}

#[test]
fn interrupted_campaigns_are_valid_and_say_so() {
    let scratch = tempfile::tempdir().unwrap();
    let all = specimen::runs();
    for count in [0, 1, 2, 7, all.len()] {
        let out = scratch.path().join(format!("{count}.probity"));
        let runs = &all[..count];
        staged(&out, runs).seal(&interrupted(runs), nothing).unwrap();
        let evidence = validate(&out).unwrap();
        assert_eq!(evidence.completeness().reason(), Some("interrupted"));
        assert_eq!(evidence.runs(), runs);
    }
}

#[test]
fn runs_after_a_failure_are_skipped_and_the_rest_is_complete() {
    let scratch = tempfile::tempdir().unwrap();
    let out = scratch.path().join("a.probity");
    let failing = CaseId::at(1);
    let mut runs = specimen::runs();
    let failed = runs.iter().position(|run| run.case == failing && run.block == 3).unwrap();
    runs[failed].exit = Exit::Code(3);
    runs[failed].stderr_tail = Some("cannot\n".into());
    let mut index = 0;
    runs.retain(|run| {
        index += 1;
        index <= failed + 1 || run.case != failing
    });
    for (index, run) in (0..).zip(&mut runs) {
        run.index = index;
    }
    let mut sealing = sealing();
    sealing.cohort.processes = runs.iter().map(|run| run.process.clone()).collect();
    staged(&out, &runs).seal(&sealing, nothing).unwrap();
    let evidence = validate(&out).unwrap();
    assert!(evidence.document().cases[1].failure.is_some());
}

#[test]
fn inconsistent_evidence_is_not_published_and_not_lost() {
    let scratch = tempfile::tempdir().unwrap();
    let out = scratch.path().join("a.probity");
    let runs = specimen::runs();
    let error = staged(&out, &runs[..5]).seal(&sealing(), nothing).unwrap_err();
    assert!(matches!(error.cause, SealCause::Invalid(_)), "{error}");
    assert!(!out.exists());
    let kept = error.kept.unwrap();
    let lines = std::fs::read_to_string(kept.join("runs.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 5);
}

#[test]
fn reports_that_cannot_be_kept_are_refused() {
    let scratch = tempfile::tempdir().unwrap();
    for (index, name) in ["../x", "", "a b", ".hidden", "a/b"].into_iter().enumerate() {
        let out = scratch.path().join(format!("{index}.probity"));
        let bad = |_: &ValidEvidence| Ok::<_, Infallible>(vec![(name.to_owned(), Vec::new())]);
        let error = staged(&out, &specimen::runs()).seal(&sealing(), bad).unwrap_err();
        assert!(matches!(error.cause, SealCause::Render(_)), "{error}");
        assert!(!out.exists());
    }
    let out = scratch.path().join("failed.probity");
    let failing = |_: &ValidEvidence| Err::<Vec<(String, Vec<u8>)>, _>("no ink");
    let error = staged(&out, &specimen::runs()).seal(&sealing(), failing).unwrap_err();
    assert!(error.to_string().contains("no ink"), "{error}");
}

#[test]
fn abandoning_keeps_runs_on_request_only() {
    let scratch = tempfile::tempdir().unwrap();
    let runs = specimen::runs();
    let out = scratch.path().join("a.probity");
    assert_eq!(staged(&out, &runs[..3]).abandon(false), None);
    assert_eq!(staged(&out, &[]).abandon(true), None);
    assert!(names(scratch.path()).is_empty());
    let kept = staged(&out, &runs[..3]).abandon(true).unwrap();
    assert_eq!(std::fs::read_to_string(kept.join("runs.jsonl")).unwrap().lines().count(), 3);
    // A staging that is merely dropped keeps its runs too, and the next campaign leaves them be.
    drop(staged(&out, &runs[..4]));
    drop(staged(&out, &[]));
    assert_eq!(names(scratch.path()).len(), 2);
    assert!(names(scratch.path()).iter().all(|name| name.starts_with("a.probity.incomplete-")));
}

#[test]
fn temporary_campaigns_leave_nothing() {
    let (mut staging, _) = Staging::temporary().unwrap();
    let path = staging.path();
    assert!(path.is_dir());
    for run in specimen::runs() {
        staging.append_run(&run).unwrap();
    }
    staging.sync().unwrap();
    let evidence = staging.seal(&sealing(), render).unwrap();
    assert_eq!(evidence.runs().len(), specimen::runs().len());
    assert!(!path.exists());
    let (mut staging, _) = Staging::temporary().unwrap();
    staging.append_run(&specimen::runs()[0]).unwrap();
    let path = staging.path();
    assert_eq!(staging.abandon(true), None);
    assert!(!path.exists());
}

#[test]
fn runs_beyond_the_limits_of_the_format_are_refused() {
    let scratch = tempfile::tempdir().unwrap();
    let mut staging = staged(&scratch.path().join("a"), &[]);
    let mut run = specimen::runs()[0].clone();
    run.stderr_tail = Some("x".repeat(2 << 20).as_str().into());
    let error = staging.append_run(&run).unwrap_err();
    assert!(matches!(error, StagingError::TooLarge { .. }), "{error}");
    staging.append_run(&specimen::runs()[0]).unwrap();
    let text = std::fs::read_to_string(staging.path().join("runs.jsonl")).unwrap();
    assert_eq!(text.lines().count(), 1);
}

#[test]
fn stale_staging_is_cleared_and_live_staging_is_not() {
    let scratch = tempfile::tempdir().unwrap();
    let at = |name: &str| scratch.path().join(name);
    let live = staged(&at("a.probity"), &specimen::runs()[..1]);
    let dead = at(".a.probity.staging-0123456789abcdef");
    std::fs::create_dir_all(dead.join("report")).unwrap();
    std::fs::write(dead.join("runs.jsonl"), "{}\n").unwrap();
    std::fs::set_permissions(&dead, std::fs::Permissions::from_mode(0o555)).unwrap();
    let others = [
        ".b.probity.staging-0123456789abcdef",
        ".a.probity.staging-0123456789ABCDEF",
        ".a.probity.staging-0123",
        "a.probity.incomplete-0123456789abcdef",
        ".a.probity.making-0123456789abcdef",
    ];
    for name in others {
        std::fs::create_dir(at(name)).unwrap();
    }
    symlink(&dead, at(".a.probity.staging-fedcba9876543210")).unwrap();
    let aged = at(".a.probity.making-fedcba9876543210");
    std::fs::create_dir(&aged).unwrap();
    let long_ago = SystemTime::now() - Duration::from_secs(3600);
    std::fs::File::open(&aged).unwrap().set_modified(long_ago).unwrap();

    let (second, notices) = Staging::create(&at("a.probity")).unwrap();
    let mut removed: Vec<_> = notices.iter().map(|notice| notice.path.clone()).collect();
    removed.sort();
    assert_eq!(removed, [aged.clone(), dead.clone()]);
    for notice in &notices {
        assert!(notice.left.is_none() && notice.to_string().starts_with("removed "), "{notice}");
    }
    assert!(!dead.exists() && !aged.exists());
    assert!(live.path().is_dir() && second.path().is_dir());
    for name in others.into_iter().chain([".a.probity.staging-fedcba9876543210"]) {
        assert!(at(name).symlink_metadata().is_ok(), "{name}");
    }
}
