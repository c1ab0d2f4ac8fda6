//! A target directory of a test's own with bench executables in it.

use crate::executables::executables;
use probity_testbed::{Finished, Scratch, Tool};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Measures as little as can be.
pub(crate) const LEAST: [&str; 5] = ["--bench", "--processes", "2", "--min-time", "1ms"];
/// Measures as often as a verdict on a single benchmark needs.
pub(crate) const ENOUGH: [&str; 5] = ["--bench", "--processes", "6", "--min-time", "1ms"];

/// A target directory with bench executables in it. What they save and keep stays in it.
pub(crate) struct Bed {
    scratch: Scratch,
}

impl Bed {
    /// A new one; none where the test is to be skipped.
    pub(crate) fn new() -> Option<Self> {
        let built = executables()?;
        let bed = Self { scratch: Scratch::new() };
        // By this file executables know where results are kept.
        fs::write(bed.path("CACHEDIR.TAG"), "").unwrap();
        bed.put(&built.bed, "bed");
        bed.put(&built.hostile, "hostile");
        Some(bed)
    }

    /// Puts an executable there. A link costs nothing, and may not be made everywhere.
    fn put(&self, from: &Path, name: &str) {
        let to = self.path(name);
        fs::hard_link(from, &to).or_else(|_| fs::copy(from, &to).map(drop)).unwrap();
    }

    /// A path in it.
    pub(crate) fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.scratch.join(path)
    }

    /// One of the executables.
    pub(crate) fn tool(&self, name: &str) -> Tool {
        // A trace of calls is longer than the end of a standard error that is kept.
        Tool::new(self.path(name), self.scratch.path()).with("RUST_BACKTRACE", "0")
    }

    /// Runs the benchmarks that behave.
    pub(crate) fn run(&self, options: &[&str], more: &[&str]) -> Finished {
        self.tool("bed").run(options.iter().chain(more))
    }

    /// A later build of them, which the end of its file makes one.
    pub(crate) fn later(&self) -> Tool {
        let path = self.path("later");
        if !path.exists() {
            fs::copy(self.path("bed"), &path).unwrap();
            fs::File::options().append(true).open(&path).unwrap().write_all(b"later").unwrap();
        }
        self.tool("later")
    }

    /// Saves the benchmarks that are named as the baseline `a`.
    pub(crate) fn save(&self, names: &[&str]) -> Finished {
        let finished = self.run(&LEAST, &[&["--save-baseline", "a"], names].concat());
        assert_eq!(finished.code, Some(0), "{finished:?}");
        finished
    }

    /// The only directory of baselines.
    pub(crate) fn baselines(&self) -> PathBuf {
        let folders = entries(&self.path("probity/baselines"));
        assert_eq!(folders.len(), 1, "{folders:?}");
        folders[0].clone()
    }

    /// The sets in it.
    pub(crate) fn sets(&self) -> Vec<PathBuf> {
        entries(&self.baselines().join("sets"))
    }

    /// The saved executables.
    pub(crate) fn programs(&self) -> Vec<PathBuf> {
        entries(&self.path("probity/programs"))
    }

    /// What was kept of measurements that were not saved, the oldest first.
    pub(crate) fn kept(&self) -> Vec<PathBuf> {
        entries(&self.path("probity/evidence"))
    }
}

/// What is in a folder, sorted; nothing where there is none.
pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort_unstable();
    paths
}

/// The lines of `--output-format json`, by the ids of their benchmarks.
pub(crate) fn rows(finished: &Finished) -> BTreeMap<String, Value> {
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).unwrap_or_else(|error| {
            panic!("{error} in {line}; {}", finished.stderr);
        });
        assert_eq!(row["type"], "benchmark", "{row}");
        (row["id"].as_str().unwrap().to_owned(), row)
    };
    let rows: BTreeMap<_, _> = finished.stdout.lines().map(row).collect();
    assert_eq!(rows.len(), finished.stdout.lines().count(), "no two are of one benchmark");
    rows
}

/// The first of a few attempts that decides about a benchmark, as lines of JSON, and its comparison.
///
/// However large the difference: a machine may be too busy for any verdict, and a null control of
/// six blocks strays by chance once in 32 times, of which the campaign is void.
pub(crate) fn decided(id: &str, attempt: impl Fn() -> Finished) -> (Finished, Value) {
    let mut attempts = (0..4).map(|_| {
        let finished = attempt();
        let comparison = rows(&finished)[id]["comparisons"][0].clone();
        assert!(comparison.is_object(), "nothing is compared: {finished:?}");
        (finished, comparison)
    });
    let is_decided = |(finished, comparison): &(Finished, Value)| {
        let is_decided = comparison["verdict"] != "inconclusive";
        // With `--fail-on undecided` it is 4.
        assert!(is_decided || [Some(0), Some(4)].contains(&finished.code), "{finished:?}");
        is_decided
    };
    attempts.find(is_decided).unwrap_or_else(|| panic!("none of four campaigns decides"))
}

/// Whether something was timed: it has a time, or is known to take at most so much.
pub(crate) fn is_timed(row: &Value) -> bool {
    let is_positive = |name: &str| row[name].as_f64().is_some_and(|time| time > 0.0);
    let has_samples = row["processes"] == 2 && row["samples"].as_f64() > Some(0.0);
    has_samples
        && match row["status"].as_str() {
            Some("measured") => is_positive("median_ns"),
            _ => row["cause"] == "window_too_short" && is_positive("at_most_ns"),
        }
}

/// Asserts an exit code and parts of what is said on standard error.
pub(crate) fn assert_told(finished: &Finished, code: i32, parts: &[&str]) {
    assert_eq!(finished.code, Some(code), "{finished:?}");
    for part in parts {
        assert!(finished.stderr.contains(part), "no '{part}' in {finished:?}");
    }
}
