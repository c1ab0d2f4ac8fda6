//! Where the files of the repository are, and what this machine can do.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root of the repository. The folder of the package is asked for at run time: the tests may
/// run from a copy.
pub fn root() -> PathBuf {
    let package = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    package.ancestors().nth(2).unwrap().to_owned()
}

/// The folder of the evidence fixtures.
pub fn fixtures() -> PathBuf {
    root().join("fixtures/evidence")
}

/// Whether stored files are to be written anew instead of compared.
pub fn is_regenerating() -> bool {
    std::env::var_os("PROBITY_REGENERATE").is_some_and(|value| value == "1")
}

/// Compares a generated file with the stored one, or stores it.
pub fn assert_stored(path: &Path, generated: &[u8]) {
    if is_regenerating() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, generated).unwrap();
    }
    let stored = std::fs::read(path).unwrap_or_default();
    assert!(
        stored == generated,
        "{} is not what is generated; PROBITY_REGENERATE=1 writes it anew",
        path.display()
    );
}

/// Whether the tool is there. Where it is not the test is skipped with the reason, unless
/// `PROBITY_REQUIRE` lists it.
pub fn has_tool(tool: &str) -> bool {
    let mut probe = Command::new(tool);
    probe.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    probe.status().is_ok_and(|status| status.success()) || skip(tool, "the tool is not installed")
}

/// Skips with a reason; a failure where `PROBITY_REQUIRE` lists `what`. Always false.
pub fn skip(what: &str, reason: &str) -> bool {
    probity_testbed::skip_unless(what, Err(reason.to_owned()))
}

/// Every file beneath `directory`, by its path relative to it.
pub fn files(directory: &Path) -> std::collections::BTreeMap<String, Vec<u8>> {
    let mut files = std::collections::BTreeMap::new();
    for entry in std::fs::read_dir(directory).into_iter().flatten() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            for (path, bytes) in self::files(&entry.path()) {
                files.insert(format!("{name}/{path}"), bytes);
            }
        } else {
            files.insert(name, std::fs::read(entry.path()).unwrap());
        }
    }
    files
}
