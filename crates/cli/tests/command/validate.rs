//! Evidence that was altered, copied, or is none.

use crate::bed::{assert_valid, evidence, probity, validate};
use probity_testbed::{Finished, Scratch, has_program, skip_unless};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// So large that reading it would be noticed.
const HUGE: u64 = 10_000_000_000;
/// Far more than a look at a directory takes, far less than hashing ten gigabytes.
const QUICKLY: Duration = Duration::from_secs(20);

/// Gives the owner the right to write, below `path` too.
pub(crate) fn make_writable(path: &Path) {
    let Ok(metadata) = path.symlink_metadata() else { return };
    if metadata.is_symlink() {
        return;
    }
    let bits = metadata.permissions().mode() | 0o700;
    fs::set_permissions(path, fs::Permissions::from_mode(bits)).unwrap();
    if metadata.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            make_writable(&entry.unwrap().path());
        }
    }
}

/// A writable copy of the evidence `original`.
fn copy(scratch: &Scratch, name: &str) -> PathBuf {
    let (from, to) = (scratch.join("original"), scratch.join(name));
    for folder in ["", "report"] {
        fs::create_dir(to.join(folder)).unwrap();
        for entry in fs::read_dir(from.join(folder)).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_file() {
                fs::copy(entry.path(), to.join(folder).join(entry.file_name())).unwrap();
            }
        }
    }
    make_writable(&to);
    to
}

/// All files of the evidence at `path`, relative to it.
fn files(path: &Path) -> Vec<PathBuf> {
    let of = |folder: &str| {
        let entries = fs::read_dir(path.join(folder)).unwrap().map(Result::unwrap);
        let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
        files.map(|entry| Path::new(folder).join(entry.file_name())).collect::<Vec<_>>()
    };
    let mut all = of("");
    all.extend(of("report"));
    assert!(all.len() >= 9, "{all:?}");
    all
}

/// Validation fails with this rule and this path.
fn assert_found(finished: &Finished, rule: &str, path: &str) {
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(5), ""), "{finished:?}");
    assert!(finished.stdout.contains("INVALID"), "{finished:?}");
    let named = |line: &str| line.contains(rule) && line.contains(path);
    assert!(finished.stdout.lines().any(named), "{rule} and {path} in {finished:?}");
}

/// Breaks a copy in one way and expects one rule to be named.
fn broken(rule: &str, path: &str, alter: impl FnOnce(&Path)) {
    let scratch = Scratch::new();
    evidence(&scratch, "original");
    let altered = copy(&scratch, "altered");
    assert_valid(&scratch, "altered");
    alter(&altered);
    let began = Instant::now();
    let finished = validate(&scratch, "altered");
    assert!(began.elapsed() < QUICKLY);
    assert_found(&finished, rule, path);
    assert_valid(&scratch, "original");
}

fn flip(path: &Path, at: impl FnOnce(usize) -> usize) {
    let mut bytes = fs::read(path).unwrap();
    let at = at(bytes.len());
    bytes[at] ^= 1;
    fs::write(path, bytes).unwrap();
}

#[test]
fn one_flipped_byte_in_any_file_is_found_and_named() {
    let scratch = Scratch::new();
    evidence(&scratch, "original");
    for (number, file) in files(&scratch.join("original")).iter().enumerate() {
        for (place, at) in [0, 500, 999].into_iter().enumerate() {
            let name = format!("altered-{number}-{place}");
            let altered = copy(&scratch, &name);
            flip(&altered.join(file), |length| (length - 1) * at / 999);
            let finished = validate(&scratch, &name);
            assert_eq!(finished.code, Some(5), "{file:?}: {finished:?}");
            let file = file.to_string_lossy();
            assert!(finished.stdout.contains(&*file), "{file}: {finished:?}");
            assert!(finished.stdout.contains("INVALID"), "{file}: {finished:?}");
        }
    }
}

#[test]
fn an_extra_file_is_found() {
    broken("file-unknown", "extra", |path| fs::write(path.join("extra"), "").unwrap());
    broken("", "report/extra", |path| fs::write(path.join("report/extra"), "").unwrap());
    broken("file-unknown", "folder", |path| fs::create_dir(path.join("folder")).unwrap());
}

#[test]
fn every_missing_file_is_found() {
    let scratch = Scratch::new();
    evidence(&scratch, "original");
    for (number, file) in files(&scratch.join("original")).iter().enumerate() {
        let name = format!("altered-{number}");
        fs::remove_file(copy(&scratch, &name).join(file)).unwrap();
        assert_found(&validate(&scratch, &name), "file-missing", &file.to_string_lossy());
    }
}

#[test]
fn a_symbolic_link_is_found_even_to_the_same_content() {
    broken("file-link", "host.json", |path| {
        fs::rename(path.join("host.json"), path.with_file_name("elsewhere")).unwrap();
        symlink("../elsewhere", path.join("host.json")).unwrap();
    });
    broken("file-link", "report", |path| {
        fs::rename(path.join("report"), path.with_file_name("elsewhere")).unwrap();
        symlink("../elsewhere", path.join("report")).unwrap();
    });
}

#[test]
fn a_fifo_is_found_and_holds_nothing_up() {
    for (name, rule) in [("runs.jsonl", "file-type"), ("pipe", "file-type")] {
        broken(rule, name, |path| {
            let _ = fs::remove_file(path.join(name));
            let made = Command::new("mkfifo").arg(path.join(name)).status().unwrap();
            assert!(made.success());
        });
    }
}

#[test]
fn a_huge_sparse_file_is_found_without_being_read() {
    for (name, rule) in [("extra", "file-unknown"), ("runs.jsonl", "file-too-large")] {
        broken(rule, name, |path| {
            let file = fs::File::options().append(true).create(true).open(path.join(name));
            file.unwrap().set_len(HUGE).unwrap();
        });
    }
    broken("file-too-large", "report/report.txt", |path| {
        let file = fs::File::options().write(true).open(path.join("report/report.txt"));
        file.unwrap().set_len(HUGE).unwrap();
    });
}

#[test]
fn upper_case_hex_is_found_though_sha256sum_accepts_it() {
    broken("sums-form", "SHA256SUMS", |path| {
        let sums = fs::read_to_string(path.join("SHA256SUMS")).unwrap();
        let upper = sums.lines().map(|line| {
            let (hex, name) = line.split_once(' ').unwrap();
            format!("{} {name}\n", hex.to_uppercase())
        });
        fs::write(path.join("SHA256SUMS"), upper.collect::<String>()).unwrap();
    });
}

#[test]
fn numbers_changed_together_with_their_checksums_are_rebuilt_and_found() {
    if !skip_unless("sha256sum", has_program("sha256sum")) {
        return;
    }
    broken("summary-derived", "summary.json", |path| {
        let summary = fs::read_to_string(path.join("summary.json")).unwrap();
        let at = summary.find("\"processes\":3").expect("three processes are summarised");
        let altered = format!("{}\"processes\":4{}", &summary[..at], &summary[at + 13..]);
        assert_eq!(altered.len(), summary.len());
        fs::write(path.join("summary.json"), altered).unwrap();
        rehash(path, "summary.json");
    });
}

/// Makes manifest and checksums agree with the file `name` again.
fn rehash(path: &Path, name: &str) {
    let digest = |name: &str| {
        let output = Command::new("sha256sum").arg(path.join(name)).output().unwrap();
        String::from_utf8(output.stdout).unwrap()[..64].to_owned()
    };
    let exchange = |file: &str, old: &str, new: &str| {
        let text = fs::read_to_string(path.join(file)).unwrap();
        assert!(text.contains(old));
        fs::write(path.join(file), text.replace(old, new)).unwrap();
    };
    let listed = |name: &str| {
        let sums = fs::read_to_string(path.join("SHA256SUMS")).unwrap();
        let line = sums.lines().find(|line| line.ends_with(&format!("  {name}"))).unwrap();
        line[..64].to_owned()
    };
    exchange("manifest.json", &listed(name), &digest(name));
    exchange("SHA256SUMS", &listed(name), &digest(name));
    exchange("SHA256SUMS", &listed("manifest.json"), &digest("manifest.json"));
}

#[test]
fn what_is_no_evidence_is_said_to_be_none() {
    let scratch = Scratch::new();
    fs::write(scratch.join("file"), "text").unwrap();
    fs::create_dir(scratch.join("empty")).unwrap();
    symlink("nowhere", scratch.join("dangling")).unwrap();
    for (name, rule) in [
        ("missing", "unreadable"),
        ("file", "unreadable"),
        ("dangling", "unreadable"),
        ("empty", "not-sealed"),
    ] {
        let finished = validate(&scratch, name);
        assert_found(&finished, rule, "");
        assert!(finished.stdout.contains(name), "{finished:?}");
    }
}

#[test]
fn several_paths_get_an_answer_each() {
    let scratch = Scratch::new();
    evidence(&scratch, "original");
    evidence(&scratch, "second");
    let both = probity(&scratch).run(["validate", "original", "second"]);
    assert_eq!(both.code, Some(0), "{both:?}");
    assert_eq!(both.stdout.matches("valid, complete").count(), 2, "{both:?}");
    fs::write(copy(&scratch, "altered").join("extra"), "").unwrap();
    let paths = ["validate", "altered", "original", "missing", "second"];
    let mixed = probity(&scratch).run(paths);
    assert_eq!(mixed.code, Some(5), "{mixed:?}");
    assert_eq!(mixed.stdout.matches(": valid, complete").count(), 2, "{mixed:?}");
    assert_eq!(mixed.stdout.matches("INVALID").count(), 2, "{mixed:?}");
}

#[test]
fn a_copy_still_validates() {
    let scratch = Scratch::new();
    evidence(&scratch, "original");
    let copied = Command::new("cp")
        .args(["-r", "original", "copied"])
        .current_dir(scratch.path())
        .status()
        .unwrap();
    assert!(copied.success());
    assert_valid(&scratch, "copied");
    symlink("copied", scratch.join("link")).unwrap();
    assert_valid(&scratch, "link");
}

#[test]
fn a_tarred_and_untarred_directory_still_validates() {
    if !skip_unless("tar", has_program("tar")) {
        return;
    }
    let scratch = Scratch::new();
    evidence(&scratch, "original");
    fs::create_dir(scratch.join("there")).unwrap();
    for words in [["-cf", "e.tar", "original"], ["-xf", "e.tar", "-Cthere"]] {
        let done = Command::new("tar").args(words).current_dir(scratch.path()).status().unwrap();
        assert!(done.success());
    }
    assert_valid(&scratch, "there/original");
}

#[test]
fn validating_changes_nothing() {
    let scratch = Scratch::new();
    evidence(&scratch, "original");
    let state = || {
        let listed = files(&scratch.join("original")).into_iter().map(|file| {
            let path = scratch.join("original").join(file);
            let metadata = path.metadata().unwrap();
            (fs::read(&path).unwrap(), metadata.modified().unwrap(), metadata.permissions().mode())
        });
        (listed.collect::<Vec<_>>(), scratch.names())
    };
    let before = state();
    assert_valid(&scratch, "original");
    assert!(state() == before);
}
