//! The command under test, and what most tests ask of it.

use probity_testbed::{Finished, Scratch, Tool};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The command that cargo built for these tests.
pub(crate) const PROBITY: &str = env!("CARGO_BIN_EXE_probity");

/// Probity, run in `scratch`.
pub(crate) fn probity(scratch: &Scratch) -> Tool {
    Tool::new(PROBITY, scratch.path())
}

/// Runs `probity stat --json -` with these further arguments and reads the document, whatever the
/// exit code is.
pub(crate) fn measure<A: AsRef<OsStr>>(scratch: &Scratch, arguments: &[A]) -> (Value, Finished) {
    let words = ["stat", "--json", "-"].map(OsStr::new);
    let finished =
        probity(scratch).run(words.into_iter().chain(arguments.iter().map(AsRef::as_ref)));
    (json(&finished), finished)
}

/// The document of `probity stat --json -`, which must have exited with 0.
pub(crate) fn document<A: AsRef<OsStr>>(scratch: &Scratch, arguments: &[A]) -> Value {
    let (document, finished) = measure(scratch, arguments);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    document
}

/// What standard output holds: one JSON document and nothing else.
pub(crate) fn json(finished: &Finished) -> Value {
    match serde_json::from_str(&finished.stdout) {
        Ok(value) => value,
        Err(error) => panic!("standard output is no JSON: {error}: {finished:?}"),
    }
}

/// Makes evidence of three quick runs in `scratch`, named `name`.
pub(crate) fn evidence(scratch: &Scratch, name: &str) {
    let finished =
        probity(scratch).run(["stat", "--quiet", "-r", "3", "--out", name, "--", "true"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
}

/// Asks `probity validate` about one path.
pub(crate) fn validate(scratch: &Scratch, path: impl AsRef<OsStr>) -> Finished {
    probity(scratch).run([OsStr::new("validate"), path.as_ref()])
}

/// Asserts that the evidence `name` is there, valid and complete.
pub(crate) fn assert_valid(scratch: &Scratch, name: impl AsRef<OsStr>) {
    let finished = validate(scratch, name);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stdout.contains("valid, complete"), "{finished:?}");
}

/// Writes an executable shell script.
pub(crate) fn script(path: &Path, body: &str) {
    fs::write(path, format!("#!/bin/sh\n{body}\n")).unwrap();
    mode(path, 0o755);
}

/// Sets the permission bits of `path`.
pub(crate) fn mode(path: &Path, bits: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(bits)).unwrap();
}

/// Asserts that a failed command said why in one sentence of the usual form, and printed nothing.
pub(crate) fn assert_refused(finished: &Finished, code: i32, parts: &[&str]) {
    assert_eq!(finished.code, Some(code), "{finished:?}");
    assert_eq!(finished.stdout, "", "{finished:?}");
    assert!(finished.stderr.starts_with("probity: "), "{finished:?}");
    for part in parts {
        assert!(finished.stderr.contains(part), "`{part}` in {finished:?}");
    }
}
