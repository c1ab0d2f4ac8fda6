//! Disks that are full, and places that cannot be written.

use crate::bed::{PROBITY, assert_refused, assert_valid, mode, probity};
use probity_testbed::{Finished, Scratch, Tool, is_root, skip_unless};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A file system of 4 MiB on a loop device, unmounted when dropped.
struct SmallDisk {
    mounted: PathBuf,
    // After the mount point in the order of dropping: it is removed last.
    _scratch: Scratch,
}

impl SmallDisk {
    /// Makes and mounts one, or says why that cannot be done here.
    fn new() -> Result<Self, String> {
        is_root()?;
        let scratch = Scratch::new();
        let (image, mounted) = (scratch.join("image"), scratch.join("mounted"));
        fs::create_dir(&mounted).map_err(|error| error.to_string())?;
        let made = fs::File::create(&image).and_then(|file| file.set_len(4 << 20));
        made.map_err(|error| error.to_string())?;
        succeed(Command::new("mkfs.ext4").args(["-q", "-F"]).arg(&image))?;
        succeed(Command::new("mount").args(["-o", "loop"]).arg(&image).arg(&mounted))?;
        Ok(Self { mounted, _scratch: scratch })
    }

    /// Leaves about `free` bytes.
    fn fill(&self, free: usize) {
        let mut filler = fs::File::create(self.mounted.join("filler")).unwrap();
        while filler.write_all(&[1; 4096]).is_ok() {}
        let length = filler.metadata().unwrap().len();
        filler.set_len(length.saturating_sub(free as u64)).unwrap();
        filler.sync_all().unwrap();
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.mounted).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name != "lost+found").collect();
        names.sort();
        names
    }

    fn tool(&self) -> Tool {
        Tool::new(PROBITY, &self.mounted)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        if succeed(Command::new("umount").arg(&self.mounted)).is_err() {
            let _ = succeed(Command::new("umount").arg("--lazy").arg(&self.mounted));
        }
    }
}

fn succeed(command: &mut Command) -> Result<(), String> {
    // Where an administrator's programs are, and a user's path may not lead.
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{path}:/usr/local/sbin:/usr/sbin:/sbin"));
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot run {name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr).trim()))
}

/// The small disk, or none where the test has to be skipped.
fn small_disk() -> Option<SmallDisk> {
    let disk = SmallDisk::new();
    let met = disk.as_ref().map(drop).map_err(Clone::clone);
    skip_unless("loop", met).then(|| disk.ok()).flatten()
}

/// The last write of a run may still find room for a part of it; then it is the length that is told.
fn is_no_space(finished: &Finished) -> bool {
    finished.stderr.contains("No space left on device")
}

fn assert_full(finished: &Finished) {
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stderr.starts_with("probity: failed to write "), "{finished:?}");
    assert!(is_no_space(finished), "{finished:?}");
}

#[test]
fn a_disk_that_fills_while_measuring_loses_nothing_that_was_measured() {
    let Some(disk) = small_disk() else { return };
    let tool = disk.tool();
    assert_eq!(tool.run(["stat", "-r", "3", "--out", "before", "--", "true"]).code, Some(0));
    disk.fill(100 << 10);
    let finished = tool.run(["stat", "-r", "5000", "--out", "kept", "--", "true"]);
    assert_full(&finished);
    assert!(finished.stderr.contains("runs.jsonl"), "the file is named: {finished:?}");
    let kept: Vec<String> =
        disk.names().into_iter().filter(|name| name.starts_with("kept")).collect();
    assert_eq!(kept.len(), 1, "{:?}", disk.names());
    assert!(kept[0].starts_with("kept.incomplete-"), "nothing is published: {kept:?}");
    let place = format!("kept in ./{}", kept[0]);
    let plain = format!("kept in {}", kept[0]);
    assert!(
        finished.stderr.contains(&place) || finished.stderr.contains(&plain),
        "the place is told: {finished:?}"
    );
    let runs = fs::read_to_string(disk.mounted.join(&kept[0]).join("runs.jsonl")).unwrap();
    assert!(runs.lines().count() > 5 && runs.ends_with('\n'), "whole lines only");
    for line in runs.lines() {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
    let before = tool.run(["validate", "before"]);
    assert_eq!(before.code, Some(0), "{before:?}");
    fs::remove_file(disk.mounted.join("filler")).unwrap();
    let next = tool.run(["stat", "-r", "3", "--out", "kept", "--", "true"]);
    assert_eq!(next.code, Some(0), "the name is still free: {next:?}");
}

#[test]
fn a_disk_that_fills_at_any_other_moment_is_no_worse() {
    let Some(disk) = small_disk() else { return };
    let tool = disk.tool();
    // From nothing at all, over settings and runs, to the files of the sealing.
    for (place, free) in [0, 4, 16, 24, 32, 40, 48, 64].into_iter().enumerate() {
        disk.fill(free << 10);
        let out = format!("kept-{place}");
        let finished = tool.run(["stat", "-w", "0", "-r", "3", "--out", &out, "--", "true"]);
        if finished.code == Some(0) {
            let validated = tool.run(["validate", &out]);
            assert_eq!(validated.code, Some(0), "{free} KiB: {validated:?}");
        } else {
            assert_eq!(finished.code, Some(1), "{free} KiB: {finished:?}");
            assert!(is_no_space(&finished), "{finished:?}");
            assert!(!disk.names().contains(&out), "{free} KiB: {:?}", disk.names());
        }
        for name in disk.names() {
            let path = disk.mounted.join(&name);
            crate::validate::make_writable(&path);
            if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.unwrap();
        }
    }
}

#[test]
fn a_disk_that_cannot_keep_what_nobody_asked_to_keep_costs_one_line() {
    let Some(disk) = small_disk() else { return };
    let scratch = Scratch::new();
    let state = disk.mounted.join("state");
    let tool = probity(&scratch).with("XDG_STATE_HOME", &state.to_string_lossy());
    // From nothing at all to the middle of the copy.
    for free in [0, 4, 16, 32, 48] {
        disk.fill(free << 10);
        let finished = tool.run(["stat", "-r", "9", "--", "true"]);
        assert_eq!(finished.code, Some(0), "{free} KiB: {finished:?}");
        assert_eq!(finished.stderr.lines().count(), 1, "{free} KiB: {finished:?}");
        assert!(finished.stderr.contains("is not kept"), "{free} KiB: {finished:?}");
        assert!(is_no_space(&finished), "{free} KiB: {finished:?}");
        let kept = fs::read_dir(state.join("probity/stat")).into_iter().flatten().count();
        assert_eq!(kept, 0, "{free} KiB: no half entry, nothing staged");
        fs::remove_file(disk.mounted.join("filler")).unwrap();
    }
    assert_eq!(tool.run(["stat", "-r", "9", "--", "true"]).stderr, "");
    assert_eq!(tool.run(["validate", "last"]).code, Some(0));
}

#[test]
fn a_place_that_cannot_be_written_is_refused_before_anything_runs() {
    let scratch = Scratch::new();
    let file = scratch.join("file");
    fs::write(&file, "").unwrap();
    let words = ["stat", "--out", "file/kept", "--", "touch", "ran"];
    assert_refused(&probity(&scratch).run(words), 1, &["file", "Not a directory"]);
    if is_root().is_err() {
        refused_by_mode(&scratch, &probity(&scratch));
    }
    assert!(!scratch.join("ran").exists());
}

/// A directory without the permission to write, as a user who needs it.
pub(crate) fn refused_by_mode(scratch: &Scratch, tool: &Tool) {
    fs::create_dir(scratch.join("closed")).unwrap();
    mode(&scratch.join("closed"), 0o555);
    let words = ["stat", "--out", "closed/kept", "--", "touch", "ran"];
    let finished = tool.run(words);
    assert_refused(&finished, 1, &["closed", "Permission denied"]);
    assert!(!scratch.join("ran").exists(), "nothing ran");
    assert_eq!(fs::read_dir(scratch.join("closed")).unwrap().count(), 0);
}

#[test]
fn evidence_in_a_directory_that_vanishes_is_an_error_not_a_crash() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("place")).unwrap();
    let words = ["stat", "-w", "0", "-r", "2", "--out", "place/kept", "--", "rm", "-rf"];
    let place = scratch.join("place");
    let finished = probity(&scratch).run(words.map(Path::new).into_iter().chain([&*place]));
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stderr.starts_with("probity: failed to "), "{finished:?}");
}

#[test]
fn valid_evidence_elsewhere_is_not_touched_by_a_failure() {
    let scratch = Scratch::new();
    crate::bed::evidence(&scratch, "before");
    let failed = probity(&scratch).run(["stat", "--out", "before", "--", "true"]);
    assert_eq!(failed.code, Some(1), "{failed:?}");
    assert_valid(&scratch, "before");
}
