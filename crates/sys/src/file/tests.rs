#![allow(clippy::unwrap_used, reason = "helpers of tests, outside of the test functions")]

use super::*;
use std::ffi::OsStr;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// A directory of its own for one test, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        let name: String =
            random_bytes::<8>().unwrap().iter().map(|byte| format!("{byte:02x}")).collect();
        let path = std::env::temp_dir().join(format!("probity-sys-{name}"));
        std::fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn open(&self) -> Directory {
        Directory::open(&self.0).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn name(text: &str) -> &OsStr {
    OsStr::new(text)
}

#[test]
fn links_are_refused_wherever_they_stand() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.0.join("real")).unwrap();
    std::fs::write(scratch.0.join("real/file"), "x").unwrap();
    symlink("real", scratch.0.join("folder")).unwrap();
    symlink("real/file", scratch.0.join("link")).unwrap();
    let directory = scratch.open();
    assert!(directory.open_file(Path::new("real/file")).is_ok());
    for path in ["folder/file", "link"] {
        assert!(directory.open_file(Path::new(path)).is_err(), "{path}");
    }
    assert!(directory.open_directory(Path::new("folder")).is_err());
    assert_eq!(directory.status_of(name("link")).unwrap().unwrap().kind, EntryKind::Link);
    assert_eq!(directory.status_of(name("nothing")).unwrap(), None);
}

#[test]
fn the_walk_refuses_what_the_kernel_refuses() {
    let scratch = Scratch::new();
    std::fs::create_dir_all(scratch.0.join("a/b")).unwrap();
    std::fs::write(scratch.0.join("a/b/file"), "deep").unwrap();
    symlink("b", scratch.0.join("a/link")).unwrap();
    let root = std::fs::File::open(&scratch.0).unwrap();
    let mut text = String::new();
    unix::walk(&root, Path::new("a/b/file"), libc::O_RDONLY | libc::O_CLOEXEC)
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text, "deep");
    assert!(unix::walk(&root, Path::new("a/link/file"), libc::O_RDONLY).is_err());
    assert!(unix::walk(&root, Path::new("a/link"), libc::O_RDONLY).is_err());
}

#[test]
fn paths_only_lead_down_and_names_are_single() {
    let scratch = Scratch::new();
    let directory = scratch.open();
    for path in ["", ".", "..", "/etc/passwd", "a/../b", "../x"] {
        let error = directory.open_file(Path::new(path)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput, "{path}");
    }
    for bad in ["", ".", "..", "a/b", "/a", "a/", "a\0b"] {
        let error = directory.create_file(name(bad)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput, "{bad:?}");
    }
}

#[test]
fn a_fifo_does_not_hang() {
    let scratch = Scratch::new();
    let path = std::ffi::CString::new(scratch.0.join("fifo").into_os_string().into_vec()).unwrap();
    // SAFETY: the path is NUL-terminated and outlives the call.
    assert_eq!(unsafe { libc::mkfifo(path.as_ptr(), 0o600) }, 0);
    let directory = scratch.open();
    let file = directory.open_file(Path::new("fifo")).unwrap();
    assert_eq!(Status::of(&file).unwrap().kind, EntryKind::Fifo);
    assert_eq!(directory.status_of(name("fifo")).unwrap().unwrap().kind, EntryKind::Fifo);
}

#[test]
fn creation_is_exclusive_and_private() {
    let scratch = Scratch::new();
    let directory = scratch.open();
    directory.create_file(name("file")).unwrap().write_all(b"one").unwrap();
    directory.create_directory(name("folder")).unwrap();
    let mode =
        |path: &str| std::fs::metadata(scratch.0.join(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("file") & 0o077, mode("folder") & 0o077), (0, 0));
    assert_eq!(directory.create_file(name("file")).unwrap_err().kind(), ErrorKind::AlreadyExists);
    symlink("elsewhere", scratch.0.join("dangling")).unwrap();
    let error = directory.create_file(name("dangling")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    assert!(!scratch.0.join("elsewhere").exists());
}

#[test]
fn renaming_never_replaces() {
    let scratch = Scratch::new();
    let directory = scratch.open();
    directory.create_directory(name("new")).unwrap();
    directory.create_directory(name("empty")).unwrap();
    match directory.rename_new(name("new"), name("empty")) {
        Err(error) if error.kind() == ErrorKind::Unsupported => {
            println!("skipped: {error}");
            return;
        }
        other => assert_eq!(other.unwrap_err().kind(), ErrorKind::AlreadyExists),
    }
    directory.rename_new(name("new"), name("third")).unwrap();
    assert!(scratch.0.join("third").is_dir() && !scratch.0.join("new").exists());
}

#[test]
fn a_lock_is_seen_by_others_and_ends_with_its_holder() {
    let scratch = Scratch::new();
    let (first, second) = (scratch.open(), scratch.open());
    assert!(first.try_lock().unwrap());
    assert!(!second.try_lock().unwrap());
    drop(first);
    assert!(second.try_lock().unwrap());
}

#[test]
fn trees_are_removed_by_descriptor_even_when_read_only() {
    let scratch = Scratch::new();
    let outside = scratch.0.join("outside");
    std::fs::write(&outside, "stays").unwrap();
    std::fs::create_dir_all(scratch.0.join("tree/deeper")).unwrap();
    std::fs::write(scratch.0.join("tree/deeper/file"), "goes").unwrap();
    symlink(&outside, scratch.0.join("tree/link")).unwrap();
    for path in ["tree/deeper", "tree"] {
        let read_only = std::fs::Permissions::from_mode(0o555);
        std::fs::set_permissions(scratch.0.join(path), read_only).unwrap();
    }
    let directory = scratch.open();
    let tree = directory.open_directory(Path::new("tree")).unwrap();
    directory.remove_tree(name("tree"), &tree).unwrap();
    assert!(!scratch.0.join("tree").exists());
    assert_eq!(std::fs::read_to_string(&outside).unwrap(), "stays");
}

#[test]
fn an_exchanged_tree_is_not_removed() {
    let scratch = Scratch::new();
    let directory = scratch.open();
    directory.create_directory(name("tree")).unwrap();
    let tree = directory.open_directory(Path::new("tree")).unwrap();
    std::fs::rename(scratch.0.join("tree"), scratch.0.join("moved")).unwrap();
    directory.create_directory(name("tree")).unwrap();
    std::fs::write(scratch.0.join("tree/file"), "another's").unwrap();
    assert!(directory.remove_tree(name("tree"), &tree).is_err());
    assert!(scratch.0.join("tree/file").exists());
}

#[test]
fn two_listings_do_not_share_a_place() {
    let scratch = Scratch::new();
    for index in 0..5 {
        std::fs::write(scratch.0.join(format!("f{index}")), "").unwrap();
    }
    let directory = scratch.open();
    let mut first = directory.names().unwrap();
    assert!(first.next().is_some());
    assert_eq!(directory.names().unwrap().count(), 5);
    assert_eq!(first.count(), 4);
}

#[test]
fn randomness_differs() {
    assert_ne!(random_bytes::<16>().unwrap(), random_bytes::<16>().unwrap());
}
