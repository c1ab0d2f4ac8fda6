//! Kills and full disks at every step: what is published is whole, or nothing is.

use crate::campaign::names;
use crate::specimen::{self, render, sealing};
use probity_evidence::{Completeness, Seam, Staging, validate};
use probity_model::Run;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs of the campaigns of these tests: a few, so that every step can be tried.
const RUNS: usize = 4;

const OUT: &str = "PROBITY_TEST_OUT";
const STEP: &str = "PROBITY_TEST_STEP";

fn runs() -> Vec<Run> {
    specimen::runs()[..RUNS].to_vec()
}

/// A whole campaign: what was appended, and whether it was sealed.
fn campaign(out: &Path, seam: Seam) -> (usize, Result<(), Option<PathBuf>>) {
    let mut appended = 0;
    let Ok((mut staging, _)) = Staging::create_with(out, seam) else { return (0, Err(None)) };
    for run in runs() {
        let written = staging.append_run(&run).and_then(|()| {
            appended += 1;
            staging.sync()
        });
        if written.is_err() {
            return (appended, Err(staging.abandon(true)));
        }
    }
    let mut sealing = sealing();
    sealing.cohort.processes = runs().iter().map(|run| run.process.clone()).collect();
    sealing.completeness = Completeness::Incomplete { reason: "a short test".into() };
    (appended, staging.seal(&sealing, render).map(drop).map_err(|error| error.kept))
}

/// How many steps a campaign has.
fn steps() -> usize {
    let scratch = tempfile::tempdir().unwrap();
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let seam: Seam = Box::new(move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
        Ok(())
    });
    campaign(&scratch.path().join("a"), seam).1.unwrap();
    count.load(Ordering::Relaxed)
}

/// A seam that does something at step `at`.
fn seam_at(at: usize, mut act: impl FnMut() -> io::Result<()> + Send + 'static) -> Seam {
    let mut step = 0;
    Box::new(move |_| {
        step += 1;
        if step == at + 1 { act() } else { Ok(()) }
    })
}

#[test]
fn a_disk_that_is_full_at_any_step_loses_nothing() {
    let steps = steps();
    assert!(steps > 40, "only {steps} steps");
    for step in 0..steps {
        let scratch = tempfile::tempdir().unwrap();
        let out = scratch.path().join("a.probity");
        let full = seam_at(step, || Err(io::Error::from(io::ErrorKind::StorageFull)));
        let (appended, outcome) = campaign(&out, full);
        let kept = outcome.expect_err("the step did not fail");
        if out.exists() {
            validate(&out).unwrap_or_else(|findings| panic!("step {step}: {findings:#?}"));
            assert_eq!(kept, Some(out));
            continue;
        }
        assert_eq!(kept.is_some(), appended > 0, "step {step}");
        let expected: Vec<String> = kept
            .iter()
            .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        assert_eq!(names(scratch.path()), expected, "step {step}");
        if let Some(kept) = kept {
            let text = std::fs::read_to_string(kept.join("runs.jsonl")).unwrap();
            assert!(text.ends_with('\n'), "step {step}");
            assert_eq!(text.lines().count(), appended, "step {step}");
        }
    }
}

/// Not a test by itself: the process that is killed. It runs only with its environment.
#[test]
fn child_that_is_killed() {
    let (Some(out), Ok(step)) = (std::env::var_os(OUT), std::env::var(STEP)) else { return };
    let wait = || {
        eprintln!("at the step");
        loop {
            std::thread::park();
        }
    };
    campaign(Path::new(&out), seam_at(step.parse().unwrap(), wait)).1.unwrap();
}

fn child(test: &str) -> Command {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", test, "--nocapture", "--test-threads=1"]);
    child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    child
}

#[test]
fn a_kill_at_any_step_publishes_nothing_partial() {
    let mut published = 0;
    for step in 0..steps() {
        let scratch = tempfile::tempdir().unwrap();
        let out = scratch.path().join("a.probity");
        let mut process = child("kills::child_that_is_killed")
            .env(OUT, &out)
            .env(STEP, step.to_string())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let arrived = lines.map_while(Result::ok).any(|line| line == "at the step");
        process.kill().unwrap();
        process.wait().unwrap();
        assert!(arrived, "step {step} was not reached");
        let left = names(scratch.path());
        assert!(left.len() <= 1, "step {step}: {left:?}");
        if out.exists() {
            validate(&out).unwrap_or_else(|findings| panic!("step {step}: {findings:#?}"));
            published += 1;
            continue;
        }
        assert!(left.iter().all(|name| name.starts_with(".a.probity.staging-")), "{left:?}");
        let (staging, notices) = Staging::create(&out).unwrap();
        assert_eq!(notices.len(), left.len(), "step {step}");
        assert!(notices.iter().all(|notice| notice.left.is_none()), "{notices:?}");
        drop(staging);
        assert!(names(scratch.path()).is_empty(), "step {step}");
    }
    assert_eq!(published, 1, "only the very last step comes after publication");
}

/// Not a test by itself: writes until its limit on file sizes cuts a line short.
#[test]
fn child_with_a_limit() {
    let Some(out) = std::env::var_os(OUT) else { return };
    if std::env::var_os(STEP).is_some() {
        return;
    }
    let (mut staging, _) = Staging::create(Path::new(&out)).unwrap();
    let mut appended = 0;
    let error = loop {
        match staging.append_run(&specimen::runs()[appended]) {
            Ok(()) => appended += 1,
            Err(error) => break error,
        }
    };
    assert!(error.to_string().contains("runs.jsonl"), "{error}");
    let text = std::fs::read_to_string(staging.path().join("runs.jsonl")).unwrap();
    assert!(appended > 0 && text.ends_with('\n'));
    assert_eq!(text.lines().count(), appended);
    eprintln!("cut short after {appended}");
}

#[test]
fn a_write_cut_short_by_the_kernel_leaves_whole_lines() {
    let scratch = tempfile::tempdir().unwrap();
    // 8 blocks of 512 bytes (POSIX): some lines, and then a part of one.
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "kills::child_with_a_limit", "--nocapture", "--test-threads=1"])
        .env(OUT, scratch.path().join("a.probity"))
        .env_remove(STEP)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(errors.contains("cut short after"), "{errors}");
}
