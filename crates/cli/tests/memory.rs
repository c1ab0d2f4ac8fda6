//! The peak memory of a program is its own: not ours, and not that of whoever measures.
//!
//! A file, and so a process, of its own: one test makes this process large.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may; helpers of tests are tests")]

use probity_capture::{Capture, Target};
use probity_host::launch::{LAUNCHER_ARGUMENT, LauncherCommand};
use probity_model::{ErrorOutput, Output, Pass, Streams};
use probity_sources::{Context, Selection, Session, SubjectKind};
use probity_testbed::{Scratch, Tool, has_program, skip_unless};
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;

const PROBITY: &str = env!("CARGO_BIN_EXE_probity");
/// How far two views of the same program may be apart, in bytes.
const BOUND: u64 = 1_000_000;
/// What the large process holds, in bytes.
const LARGE: usize = 400 << 20;
/// A parent so small that what a child has of it before exec does not show.
const PARENT: &str = include_str!("memory/parent.c");

/// The peak of `true` in bytes as a tiny static parent sees it; none where the test is skipped.
fn under_tiny_parent() -> Option<u64> {
    let scratch = Scratch::new();
    let built =
        has_program("cc").and_then(|()| build(&scratch, "parent", PARENT, &["-static", "-O1"]));
    if !skip_unless("cc", built) {
        return None;
    }
    let seen = Command::new(scratch.join("parent")).arg("true").output().unwrap();
    assert!(seen.status.success(), "{seen:?}");
    let kib: u64 = String::from_utf8(seen.stdout).unwrap().trim().parse().unwrap();
    Some(kib * 1024)
}

fn build(scratch: &Scratch, name: &str, code: &str, options: &[&str]) -> Result<(), String> {
    let file = format!("{name}.c");
    fs::write(scratch.join(&file), code).map_err(|error| error.to_string())?;
    let output = Command::new("cc")
        .args(options)
        .args(["-o", name, &file])
        .current_dir(scratch.path())
        .output()
        .map_err(|error| error.to_string())?;
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(()) } else { Err(told) }
}

#[test]
fn stat_reports_what_a_tiny_parent_sees() {
    let Some(expected) = under_tiny_parent() else { return };
    let scratch = Scratch::new();
    let finished =
        Tool::new(PROBITY, scratch.path()).run(["stat", "-r", "5", "--json", "-", "--", "true"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let document: serde_json::Value = serde_json::from_str(&finished.stdout).unwrap();
    let peak = document["cases"][0]["summary"]["mem.peak_rss"]["median"].as_u64().unwrap();
    assert!(peak.abs_diff(expected) <= BOUND, "{peak} against {expected}");
}

/// The median peak of some runs of `program`, in bytes.
fn peak_of(program: &Path, creator: bool) -> u64 {
    let (launcher, arguments) = (PROBITY.into(), vec![LAUNCHER_ARGUMENT.into()]);
    let launcher = LauncherCommand { program: launcher, arguments, creator, exclusive: false };
    let selection = Selection::parse(Some("mem.peak_rss")).unwrap();
    let session = Session::open(&Context::live(), SubjectKind::Child, &selection);
    let mut capture = Capture::open(&launcher, session, None, Vec::new()).unwrap();
    assert_eq!(capture.burden().is_none(), creator, "{:?}", capture.burden());
    let target = Target {
        path: program.to_owned(),
        arguments: vec![b"program".to_vec()],
        streams: Streams { input: None, output: Output::Null, error: ErrorOutput::Captured },
    };
    let mut peaks: Vec<u64> = (0..5)
        .map(|_| {
            let captured = capture.run(&target, Pass::Every, &[], None).unwrap();
            assert!(captured.exit.is_success());
            let (_, observed) = captured.observations.into_iter().next().unwrap();
            observed.measured().unwrap().value.as_integer().unwrap()
        })
        .collect();
    peaks.sort_unstable();
    peaks[2]
}

#[test]
fn a_large_measuring_process_does_not_show() {
    let Some(expected) = under_tiny_parent() else { return };
    // One byte a page, so that every page is there.
    let mut large = vec![0_u8; LARGE];
    large.iter_mut().step_by(4096).for_each(|byte| *byte = 1);
    let held = resident();
    assert!(held >= LARGE as u64, "this process holds {held} bytes");
    let path = probity_host::program::resolve("true".as_ref(), std::env::var_os("PATH").as_deref());
    let path = path.unwrap();
    for creator in [true, false] {
        let peak = peak_of(&path, creator);
        assert!(peak.abs_diff(expected) <= BOUND, "{peak} against {expected}, {creator}");
    }
    black_box(&large);
}

/// A program without a library: it touches 256 KiB and ends.
#[cfg(target_arch = "x86_64")]
const LITTLE: &str = "static volatile char held[1 << 18]; \
    void _start(void) { \
        for (int at = 0; at < sizeof held; at += 4096) held[at] = 1; \
        for (;;) __asm__ volatile (\"syscall\" \
            :: \"a\"(231), \"D\"(0) : \"rcx\", \"r11\", \"memory\"); \
    }";

#[test]
#[cfg(target_arch = "x86_64")]
fn a_small_program_has_a_small_peak() {
    let scratch = Scratch::new();
    let options = ["-static", "-nostdlib", "-O1"];
    let built = has_program("cc").and_then(|()| build(&scratch, "little", LITTLE, &options));
    if !skip_unless("cc", built) {
        return;
    }
    let program = scratch.join("little");
    let (created, launched) = (peak_of(&program, true), peak_of(&program, false));
    // Its pages, the creator's, and what the kernel has not added up yet.
    assert!(created <= 500_000, "{created} from the creator, {launched} from the launcher");
    assert!(created < launched, "{created} from the creator, {launched} from the launcher");
}

/// What this process has in memory, in bytes.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap() * 1024
}
