//! Evidence without a place of its own: kept, bounded, and nothing else touched.

use crate::campaign::names;
use crate::specimen::{self, render, sealing};
use probity_evidence::{Bounds, Kept, Shelf, ShelfError, Staging, ValidEvidence};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::Duration;

/// A sealed campaign, `millis` after the first.
fn campaign(shelf: &Shelf, millis: u64) -> (ValidEvidence, Result<Kept, ShelfError>) {
    let (mut staging, _) = Staging::temporary().unwrap();
    let mut sealing = sealing();
    sealing.created += Duration::from_millis(millis);
    staging.write_settings(&specimen::settings()).unwrap();
    for run in &specimen::runs() {
        staging.append_run(run).unwrap();
    }
    let staged = staging.path();
    let sealed = shelf.seal(staging, &sealing, render).unwrap();
    assert!(!staged.exists(), "what was staged is removed, kept or not");
    sealed
}

fn keep(shelf: &Shelf, millis: u64) -> String {
    let kept = campaign(shelf, millis).1.unwrap();
    assert!(kept.unremoved.is_none(), "{:?}", kept.unremoved);
    kept.name
}

fn shelf(place: &Path, entries: usize, bytes: u64) -> Shelf {
    Shelf::with_bounds(place.join("deep/down/stat"), Bounds { entries, bytes })
}

/// The names of the entries, newest first.
fn kept(shelf: &Shelf) -> Vec<String> {
    shelf.entries().unwrap().into_iter().map(|entry| entry.name).collect()
}

#[test]
fn what_is_kept_is_the_campaign_and_private() {
    let scratch = tempfile::tempdir().unwrap();
    let shelf = shelf(scratch.path(), 9, 1 << 30);
    assert_eq!(kept(&shelf), [""; 0], "a shelf that is not there yet is empty");
    let (evidence, result) = campaign(&shelf, 7);
    let name = result.unwrap().name;
    assert_eq!(name, format!("20260101T000000.007Z-{}", &evidence.manifest().id[..8]));
    assert_eq!(names(shelf.path()), [&*name], "nothing staged is left");
    let entries = shelf.entries().unwrap();
    let read = shelf.read(&entries[0]).unwrap();
    assert_eq!((read.manifest(), read.document()), (evidence.manifest(), evidence.document()));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for private in ["deep", "deep/down", "deep/down/stat"] {
        assert_eq!(mode(&scratch.path().join(private)), 0o700, "{private}");
    }
    let entry = shelf.path().join(&name);
    assert_eq!((mode(&entry), mode(&entry.join("runs.jsonl"))), (0o555, 0o444));
    let on_disk = |folder: &Path| -> u64 {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().metadata().unwrap());
        entries.filter(fs::Metadata::is_file).map(|file| file.len()).sum()
    };
    let bytes = on_disk(&entry) + on_disk(&entry.join("report"));
    assert_eq!(shelf.bytes(&entries[0]), Some(bytes));
}

#[test]
fn the_oldest_make_room_in_number() {
    let scratch = tempfile::tempdir().unwrap();
    let shelf = shelf(scratch.path(), 3, 1 << 30);
    let mut all: Vec<String> = (0..5).map(|millis| keep(&shelf, millis)).collect();
    all.reverse();
    assert_eq!(kept(&shelf), all[..3]);
    assert_eq!(names(shelf.path()).len(), 3);
}

#[test]
fn the_oldest_make_room_in_size_and_the_new_one_stays() {
    let scratch = tempfile::tempdir().unwrap();
    let measure = shelf(scratch.path(), 9, 1 << 30);
    keep(&measure, 0);
    let one = measure.bytes(&measure.entries().unwrap()[0]).unwrap();
    let second = keep(&shelf(scratch.path(), 9, 2 * one + one / 2), 1);
    let third = keep(&shelf(scratch.path(), 9, 2 * one + one / 2), 2);
    assert_eq!(kept(&measure), [third, second]);
    let alone = keep(&shelf(scratch.path(), 9, 1), 3);
    assert_eq!(kept(&measure), [&*alone], "also where it alone is too large");
    let earlier = keep(&shelf(scratch.path(), 1, 1 << 30), 0);
    assert_eq!(kept(&measure), [earlier], "also where the clock went back");
}

#[test]
fn what_we_did_not_make_is_neither_counted_nor_removed() {
    let scratch = tempfile::tempdir().unwrap();
    let shelf = shelf(scratch.path(), 1, 1 << 20);
    let victim = scratch.path().join("victim");
    fs::create_dir(&victim).unwrap();
    fs::write(victim.join("manifest.json"), "{}").unwrap();
    let first = keep(&shelf, 5);
    let at = |name: &str| shelf.path().join(name);
    symlink(&victim, at("20000101T000000.000Z-00000001")).unwrap();
    symlink("nowhere", at("20000101T000000.000Z-00000002")).unwrap();
    fs::write(at("20000101T000000.000Z-00000003"), "a file").unwrap();
    let fifo = at("20000101T000000.000Z-00000004");
    let made = std::process::Command::new("mkfifo").arg(fifo).status();
    assert!(made.unwrap().success());
    fs::write(at("notes.txt"), "mine").unwrap();
    fs::create_dir(at("20000101T000000.000Z")).unwrap();
    fs::create_dir(at("20000101T000000.000Z-00000005")).unwrap();
    // A directory as we make them but for one more file; for a file that is far too large; for a
    // link in the place of a file.
    for (digit, file) in [("6", "diary"), ("7", "runs.jsonl")] {
        let folder = at(&format!("20000101T000000.000Z-0000000{digit}"));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("manifest.json"), "{}").unwrap();
        fs::File::create(folder.join(file)).unwrap().set_len(10 << 30).unwrap();
    }
    let linked = at("20000101T000000.000Z-00000008");
    fs::create_dir(&linked).unwrap();
    fs::write(linked.join("manifest.json"), "{}").unwrap();
    symlink(victim.join("manifest.json"), linked.join("host.json")).unwrap();
    let before = names(shelf.path());
    let second = keep(&shelf, 6);
    let mut expected = before.clone();
    expected.retain(|name| *name != first);
    expected.push(second.clone());
    expected.sort();
    assert_eq!(names(shelf.path()), expected, "only the older one of ours went");
    assert_eq!(names(&victim), ["manifest.json"]);
    for entry in shelf.entries().unwrap() {
        let is_ours = entry.name == second;
        assert_eq!(shelf.read(&entry).is_ok(), is_ours, "{entry:?}");
        assert_eq!(shelf.bytes(&entry).is_some(), is_ours, "{entry:?}");
    }
}

#[test]
fn what_a_killed_process_left_is_cleared() {
    let scratch = tempfile::tempdir().unwrap();
    let shelf = shelf(scratch.path(), 9, 1 << 30);
    keep(&shelf, 0);
    let left = shelf.path().join(".kept.staging-0123456789abcdef");
    fs::create_dir(&left).unwrap();
    fs::write(left.join("runs.jsonl"), "").unwrap();
    let name = keep(&shelf, 1);
    assert!(!left.exists());
    assert_eq!(kept(&shelf)[0], name);
}

#[test]
fn many_at_once_do_not_trip_over_each_other() {
    let scratch = tempfile::tempdir().unwrap();
    let shelf = shelf(scratch.path(), 3, 1 << 30);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let shelf = &shelf;
            scope.spawn(move || {
                for turn in 0..5 {
                    keep(shelf, thread * 100 + turn);
                }
            });
        }
    });
    keep(&shelf, 1000);
    assert_eq!(names(shelf.path()).len(), 3, "{:?}", names(shelf.path()));
    for entry in shelf.entries().unwrap() {
        shelf.read(&entry).unwrap();
    }
}

#[test]
fn a_place_that_cannot_be_written_costs_no_result() {
    let scratch = tempfile::tempdir().unwrap();
    fs::write(scratch.path().join("deep"), "a file").unwrap();
    let shelf = shelf(scratch.path(), 9, 1 << 30);
    let (evidence, result) = campaign(&shelf, 0);
    assert_eq!(evidence.runs().len(), specimen::runs().len());
    let error = result.unwrap_err();
    assert!(matches!(error, ShelfError::Place { .. }), "{error:?}");
    assert!(error.to_string().contains("Not a directory"), "{error}");
    fs::remove_file(scratch.path().join("deep")).unwrap();
    symlink("nowhere", scratch.path().join("deep")).unwrap();
    let error = campaign(&shelf, 0).1.unwrap_err();
    assert!(
        matches!(error, ShelfError::Place { .. }),
        "a dangling link is not followed: {error:?}"
    );
}
