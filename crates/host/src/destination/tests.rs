use super::{Destination, DestinationError, Manner, Place};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

struct Scratch(TempDir);

impl Scratch {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn join(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn place(path: &Path) -> Place {
    match Destination::of(path) {
        Ok(Destination::File(place)) => place,
        other => panic!("{}: {other:?}", path.display()),
    }
}

#[test]
fn standard_output_is_known_by_all_its_names() {
    let scratch = Scratch::new();
    symlink("/dev/stdout", scratch.join("link")).unwrap();
    symlink("link", scratch.join("link to link")).unwrap();
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/../dev/stdout"] {
        assert_eq!(
            Destination::of(Path::new(name)).unwrap(),
            Destination::StandardOutput,
            "{name}"
        );
    }
    let linked = Destination::of(&scratch.join("link to link")).unwrap();
    assert_eq!(linked, Destination::StandardOutput);
    let error = place(Path::new("/dev/stderr"));
    assert_eq!(error.manner, Manner::Appended, "{error:?}");
    assert_eq!(place(Path::new("/dev/null")).manner, Manner::InPlace);
}

#[test]
fn links_are_followed_and_stay() {
    let scratch = Scratch::new();
    fs::create_dir_all(scratch.join("far/away")).unwrap();
    fs::write(scratch.join("far/away/file"), "old").unwrap();
    symlink("far/away/file", scratch.join("link")).unwrap();
    symlink("far/away/new", scratch.join("dangling")).unwrap();
    symlink("loop", scratch.join("loop")).unwrap();
    symlink("far", scratch.join("folder")).unwrap();
    for (name, file) in [("link", "far/away/file"), ("dangling", "far/away/new")] {
        let place = place(&scratch.join(name));
        place.check().unwrap();
        place.write(b"new").unwrap();
        assert!(fs::symlink_metadata(scratch.join(name)).unwrap().is_symlink(), "{name}");
        let file = scratch.join(file);
        assert!(fs::symlink_metadata(&file).unwrap().is_file(), "{name}");
        assert_eq!(fs::read(file).unwrap(), b"new");
    }
    let names = fs::read_dir(scratch.join("far/away")).unwrap().count();
    assert_eq!(names, 2, "nothing else is left there");
    let error = |name: &str| Destination::of(&scratch.join(name)).unwrap_err();
    assert!(matches!(error("loop"), DestinationError::Unreadable(_)));
    assert!(matches!(error("folder"), DestinationError::Directory));
    assert!(matches!(error("new/"), DestinationError::Directory));
    assert!(matches!(error("no/file"), DestinationError::NoDirectory(_)));
    assert!(place(&scratch.join("link")).replaces(&scratch.join("far/../far/away/file")));
    assert!(!place(&scratch.join("link")).replaces(&scratch.join("dangling")));
    assert!(!place(Path::new("/dev/null")).replaces(Path::new("/dev/null")));
}

#[test]
fn a_replaced_file_keeps_mode_and_owner() {
    let scratch = Scratch::new();
    let path = scratch.join("file");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    // Only root may give files away.
    let is_given = std::os::unix::fs::chown(&path, Some(65534), Some(65534)).is_ok();
    let before = fs::metadata(&path).unwrap();
    place(&path).write(b"new").unwrap();
    let after = fs::metadata(&path).unwrap();
    assert_ne!(before.ino(), after.ino(), "replaced, not written into");
    assert_eq!(after.mode() & 0o7777, 0o640);
    assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()), "{is_given}");
    assert_eq!(fs::read(&path).unwrap(), b"new");
}

#[test]
fn what_cannot_be_written_is_seen_before() {
    let scratch = Scratch::new();
    // Nobody makes files there, root neither.
    let none = place(Path::new("/proc/probity"));
    assert!(none.check().is_err());
    let closed = scratch.join("closed");
    fs::create_dir(&closed).unwrap();
    let inside = place(&closed.join("file"));
    inside.check().unwrap();
    assert_eq!(fs::read_dir(&closed).unwrap().count(), 0, "the trial leaves nothing");
    fs::remove_dir(&closed).unwrap();
    assert!(inside.check().is_err());
    let message = inside.write(b"x").unwrap_err().to_string();
    assert!(!message.contains(".probity-"), "{message}");
}

#[test]
fn a_file_whose_directory_is_closed_is_written_in_place() {
    let scratch = Scratch::new();
    let closed = scratch.join("closed");
    fs::create_dir(&closed).unwrap();
    let path = closed.join("file");
    fs::write(&path, "something longer").unwrap();
    let number = fs::metadata(&path).unwrap().ino();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
    let place = place(&path);
    // Root is not kept out, and replaces it.
    place.check().unwrap();
    place.write(b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    let may_write = fs::File::create(closed.join("probe")).is_ok();
    assert_eq!(fs::metadata(&path).unwrap().ino() == number, !may_write);
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).unwrap();
}
