use super::{Root, process_file, process_file_name};
use probity_model::Cause;
use std::error::Error;
use std::fs;
use std::io::ErrorKind;

fn machine() -> (tempfile::TempDir, Root) {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir_all(directory.path().join("proc/self")).unwrap();
    fs::write(directory.path().join("proc/self/io"), "rchar: 1\n").unwrap();
    let root = Root::at(directory.path());
    (directory, root)
}

#[test]
fn paths_stay_below_the_root() {
    let (directory, root) = machine();
    assert_eq!(root.path("/proc/self/io"), directory.path().join("proc/self/io"));
    assert_eq!(root.path("//proc"), directory.path().join("proc"));
    assert!(root.has("/proc/self") && !root.has("/proc/1"));
    assert_eq!(root.read("/proc/self/io").unwrap(), b"rchar: 1\n");
}

#[test]
fn a_held_file_is_read_anew_each_time() {
    let (_directory, root) = machine();
    let held = root.hold("/proc/self/io").unwrap();
    let mut buffer = [0; 64];
    assert_eq!(held.read(&mut buffer).unwrap(), b"rchar: 1\n");
    fs::write(root.path("/proc/self/io"), "rchar: 22\n").unwrap();
    assert_eq!(held.read(&mut buffer).unwrap(), b"rchar: 22\n");
    // Without a byte to spare nobody knows whether that was all.
    for (length, whole) in [(11, true), (10, false), (3, false), (0, false)] {
        assert_eq!(held.read(&mut buffer[..length]).is_ok(), whole, "{length}");
    }
}

#[test]
fn errors_have_the_right_cause() {
    let (_directory, root) = machine();
    let missing = root.read("/proc/self/none").unwrap_err();
    let absence = missing.absence(Cause::Lost, None);
    assert_eq!((absence.cause, &*absence.reason), (Cause::Lost, "there is no /proc/self/none"));
    assert!(missing.source().is_some());

    let refusing = root.clone().refusing("/proc/self/io", ErrorKind::PermissionDenied);
    let refused = refusing.read("/proc/self/io").unwrap_err();
    let absence = refused.absence(Cause::NoKernelSupport, None);
    assert_eq!(absence.cause, Cause::Denied);
    assert_eq!(absence.gate.as_deref(), Some("permission to read /proc/self/io"));
    let absence = refused.naming("/proc/PID/io".into()).absence(Cause::Lost, Some("the gate"));
    assert_eq!(absence.gate.as_deref(), Some("the gate"));
    assert!(absence.reason.starts_with("cannot read /proc/PID/io: "), "{absence}");

    for (kind, cause) in [
        (ErrorKind::ResourceBusy, Cause::Busy),
        (ErrorKind::Unsupported, Cause::NoKernelSupport),
        (ErrorKind::InvalidInput, Cause::NoKernelSupport),
        (ErrorKind::UnexpectedEof, Cause::Lost),
    ] {
        let refusing = root.clone().refusing("/proc/self/io", kind);
        let error = refusing.read("/proc/self/io").unwrap_err();
        assert_eq!(error.absence(Cause::NoHardware, None).cause, cause, "{kind:?}");
    }
}

#[test]
fn what_is_far_too_long_is_not_read_whole() {
    let (directory, root) = machine();
    let file = fs::File::create(directory.path().join("proc/huge")).unwrap();
    file.set_len(10 << 30).unwrap();
    let error = root.read("/proc/huge").unwrap_err();
    assert_eq!(error.absence(Cause::Lost, None).cause, Cause::Implausible);
    assert!(error.to_string().contains("longer than"), "{error}");
}

#[test]
fn one_cause_met_by_many_processes_reads_the_same() {
    assert_eq!(process_file(Some(7), "io"), "/proc/7/io");
    assert_eq!(process_file(None, "io"), "/proc/self/io");
    assert_eq!(process_file_name(Some(7), "io"), "/proc/PID/io");
    assert_eq!(process_file_name(None, "io"), "/proc/self/io");
}
