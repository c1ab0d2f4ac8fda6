//! A package of a user's own, with cargo and cargo-nextest as they are.

use probity_testbed::{Finished, Tool, finish, has_program, skip_unless};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// This package, as the compiler was told of it.
const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

/// Cargo, where it can be run for this package.
///
/// # Errors
/// Why it cannot.
fn cargo() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").ok_or("this is no test that cargo runs")?;
    if !Path::new(PACKAGE).join("Cargo.toml").is_file() {
        return Err(format!("{PACKAGE} is not here"));
    }
    Ok(cargo.into())
}

/// Always in the same place: of another it would be another package to cargo, and be built again.
const USER: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/user");

const MANIFEST: &str = r#"
[package]
name = "user"
version = "0.0.0"
edition = "2024"
autobenches = false
[workspace]
[dev-dependencies]
probity = { path = PACKAGE }
[lib]
path = "lib.rs"
bench = false
[[bench]]
name = "bed"
path = BENCHES
harness = false
[profile.dev]
debug = "line-tables-only"
[profile.dev.package.sha2]
opt-level = 3
"#;

/// A package whose benchmarks are those that behave.
struct Package {
    cargo: PathBuf,
}

impl Package {
    /// With its benchmarks built; none where the test is to be skipped.
    fn new() -> Option<Self> {
        let cargo = cargo();
        if !skip_unless("cargo", cargo.as_ref().map(drop).map_err(Clone::clone)) {
            return None;
        }
        let folder = Path::new(USER);
        fs::create_dir_all(folder).unwrap();
        let benches = Path::new(PACKAGE).join("tests/bench/targets/bed/main.rs");
        let manifest = MANIFEST
            .replace("PACKAGE", &format!("{PACKAGE:?}"))
            .replace("BENCHES", &format!("{benches:?}"));
        write(&folder.join("Cargo.toml"), &manifest);
        write(&folder.join("lib.rs"), "");
        // The versions that this workspace is built with: others may not be on this machine.
        let _ = fs::copy(Path::new(PACKAGE).join("../../Cargo.lock"), folder.join("Cargo.lock"));
        let package = Self { cargo: cargo.ok()? };
        let mut command = package.command(&["bench", "--no-run", "--profile", "dev"]);
        let built = command.output().unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        Some(package)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Tool::new(&self.cargo, Path::new(USER)).command(words);
        command
            .env("CARGO_TARGET_DIR", Path::new(USER).join("target"))
            .env("CARGO_NET_OFFLINE", "true")
            .env("CARGO_TERM_COLOR", "never")
            .env("NEXTEST_EXPERIMENTAL_BENCHMARKS", "1")
            .env("PROBITY_PROCESSES", "2")
            .env("PROBITY_MIN_TIME", "1ms")
            .stdin(Stdio::null());
        command
    }

    fn cargo(&self, words: &[&str]) -> Finished {
        let finished = finish(self.command(words).spawn().unwrap());
        assert_eq!(finished.code, Some(0), "{words:?}: {finished:?}");
        finished
    }
}

/// Writes a file unless it is so already: cargo looks at times.
fn write(path: &Path, text: &str) {
    if fs::read_to_string(path).ok().as_deref() != Some(text) {
        fs::write(path, text).unwrap();
    }
}

#[test]
fn cargo_bench_measures_and_cargo_test_tries() {
    let Some(package) = Package::new() else { return };
    let words = ["bench", "--profile", "dev", "--", "sum", "sort"];
    let finished = package.cargo(&words);
    for name in ["sum", "n=1", "n=8", "ns"] {
        assert!(finished.stdout.contains(name), "no {name}: {finished:?}");
    }
    assert!(
        finished.stderr.contains(&format!("page: {USER}/target/probity/evidence/")),
        "{finished:?}"
    );
    let finished = package.cargo(&["test", "--benches"]);
    assert!(finished.stdout.contains("test sort::n=8 ... ok\n"), "{finished:?}");
    assert!(finished.stdout.contains("8 passed; 0 failed; 2 ignored;"), "{finished:?}");
}

#[test]
fn cargo_nextest_lists_runs_and_measures() {
    if !skip_unless("nextest", has_program("cargo-nextest")) {
        return;
    }
    let Some(package) = Package::new() else { return };
    let listed = package.cargo(&["nextest", "list", "--benches"]).stdout;
    for name in ["sum", "sort::n=8", "names::größe\\s·\\s漢字", "skipped"] {
        assert!(listed.contains(name), "no {name}: {listed}");
    }
    // What is ignored is left out.
    let ran = package.cargo(&["nextest", "run", "--benches"]).stderr;
    assert!(ran.contains("9 tests run: 9 passed, 1 skipped"), "{ran}");
    let quick = [
        "nextest",
        "bench",
        "--cargo-profile",
        "dev",
        "--no-capture",
        "-E",
        "test(=sum) | test(=sort::n=8)",
    ];
    let measured = package.cargo(&quick);
    assert!(measured.stderr.contains("2 benchmarks run: 2 passed"), "{measured:?}");
    assert!(measured.stdout.contains("2 processes of each"), "{measured:?}");
}
