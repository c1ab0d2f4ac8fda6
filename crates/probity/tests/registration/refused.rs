//! What is refused, in which words, and what must compile without a warning.
//!
//! The first line of a file in `fail/` is what a message of the compiler must contain; files in
//! `pass/` must compile without a message. All of them are benches of one package that is made here
//! and checked by cargo without a network.

use probity_testbed::{Scratch, skip_unless};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// This package, as the compiler was told of it.
const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");
/// What was built before is found again here.
const BUILT: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/registration");

#[test]
fn misuse_is_refused_with_what_to_write_instead() {
    if !skip_unless("cargo", met()) {
        return;
    }
    let cases = texts("fail").into_iter().chain(texts("pass")).collect::<BTreeMap<_, _>>();
    let messages = checked(&cases);
    let mut wrong = String::new();
    for (name, text) in &cases {
        let about = messages.lines().filter(|line| line.starts_with(&format!("benches/{name}:")));
        let about = about.collect::<Vec<_>>().join("\n");
        let expected = text.lines().next().and_then(|line| line.strip_prefix("// error: "));
        let met = match expected {
            Some(expected) => about.contains(expected),
            None => about.is_empty(),
        };
        if !met {
            let _ = writeln!(wrong, "{name}: expected {expected:?}, and was told:\n{about}");
        }
    }
    let compiled = messages.contains("benches/");
    assert!(wrong.is_empty() && compiled, "{wrong}\nall that cargo said:\n{messages}");
}

fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn met() -> Result<(), String> {
    if !Path::new(PACKAGE).join("Cargo.toml").is_file() {
        return Err(format!("{PACKAGE} is not here"));
    }
    let version = Command::new(cargo()).arg("--version").stdout(Stdio::null()).status();
    version.map(drop).map_err(|error| format!("cargo cannot be started: {error}"))
}

/// The files of a folder beside this one, by name.
fn texts(folder: &str) -> BTreeMap<String, String> {
    let folder = Path::new(PACKAGE).join("tests/registration").join(folder);
    let read = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, fs::read_to_string(entry.path()).unwrap())
    };
    let files: BTreeMap<_, _> = fs::read_dir(folder).unwrap().flatten().map(read).collect();
    assert!(!files.is_empty());
    files
}

/// What cargo says of a package with these benches, one line for each message.
fn checked(cases: &BTreeMap<String, String>) -> String {
    let scratch = Scratch::new();
    let mut manifest = format!(
        "[package]\nname = \"registration\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
        autobenches = false\n[workspace]\n[dev-dependencies]\nprobity = {{ path = {PACKAGE:?} }}\n"
    );
    fs::create_dir(scratch.join("benches")).unwrap();
    fs::create_dir(scratch.join("src")).unwrap();
    fs::write(scratch.join("src/lib.rs"), "").unwrap();
    for (name, text) in cases {
        fs::write(scratch.join("benches").join(name), text).unwrap();
        let target = name.trim_end_matches(".rs");
        let _ = write!(manifest, "[[bench]]\nname = {target:?}\nharness = false\n");
    }
    fs::write(scratch.join("Cargo.toml"), manifest).unwrap();
    // The versions that this workspace is built with: others may not be on this machine.
    let _ = fs::copy(Path::new(PACKAGE).join("../../Cargo.lock"), scratch.join("Cargo.lock"));
    let output = Command::new(cargo())
        .args(["check", "--offline", "--benches", "--keep-going", "--message-format=short"])
        .current_dir(scratch.path())
        .env("CARGO_TARGET_DIR", BUILT)
        .env_remove("RUSTFLAGS")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stderr).into_owned()
}
