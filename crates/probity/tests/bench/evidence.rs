//! What a measurement leaves behind, and what becomes of it when somebody changes it.

use crate::bed::{Bed, LEAST, assert_told, entries, rows};
use probity::model::canonical_line;
use probity_testbed::skip_unless;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn evidence_is_kept_in_the_target_directory() {
    let Some(bed) = Bed::new() else { return };
    let finished = bed.run(&LEAST, &["sum", "sort"]);
    assert_told(&finished, 0, &[]);
    let kept = bed.kept();
    assert_eq!(kept.len(), 1, "{kept:?}");
    let page = kept[0].join("report/report.html");
    assert!(finished.stderr.contains(&format!("page: {}\n", page.display())), "{finished:?}");
    let text = fs::read_to_string(page).unwrap();
    assert!(text.contains("<html") && text.contains("sort::n=8"), "{text}");

    let evidence = probity::validate(&kept[0]).unwrap();
    assert!(evidence.completeness().is_complete());
    assert_eq!(serde_json::to_value(evidence.manifest()).unwrap()["kind"], "bench");
    let ids: Vec<String> = evidence.document().cases.iter().map(|case| case.name.lossy()).collect();
    assert_eq!(ids, ["sum", "sort::n=1", "sort::n=8"]);
}

#[test]
fn evidence_goes_where_it_is_wanted() {
    let Some(bed) = Bed::new() else { return };
    let finished = bed.run(&LEAST, &["sum", "--out", "mine"]);
    assert_told(&finished, 0, &["mine/report/report.html"]);
    probity::validate(&bed.path("mine")).unwrap();
    assert!(bed.kept().is_empty());
    let finished = bed.run(&LEAST, &["sum", "--out", "mine"]);
    assert_told(&finished, 1, &["mine"]);
    assert_told(&bed.run(&LEAST, &["sum", "--no-keep"]), 0, &[]);
    assert!(bed.kept().is_empty());
}

#[test]
fn evidence_that_cannot_be_kept_fails_the_run() {
    let Some(bed) = Bed::new() else { return };
    fs::create_dir_all(bed.path("probity")).unwrap();
    // Root may write into every directory, and into no file as if it were one.
    fs::write(bed.path("probity/evidence"), "").unwrap();
    for words in [&["sum"][..], &["sum", "--quiet"]] {
        let finished = bed.run(&LEAST, words);
        assert_told(&finished, 1, &["error: the evidence is not kept: failed to ", "--no-keep"]);
        assert!(finished.stdout.contains("sum"), "nothing is lost: {finished:?}");
    }
    assert_told(&bed.run(&LEAST, &["sum", "--no-keep"]), 0, &[]);
}

#[test]
fn in_no_target_directory_it_is_said_that_nothing_is_kept() {
    let Some(bed) = Bed::new() else { return };
    fs::remove_file(bed.path("CACHEDIR.TAG")).unwrap();
    let told = "note: the evidence is not kept: this executable is in no target directory";
    assert_told(&bed.run(&LEAST, &["sum"]), 0, &[told]);
    assert!(!bed.run(&LEAST, &["sum", "--no-keep"]).stderr.contains(told));
    assert!(!bed.path("probity").exists());
}

#[test]
fn what_an_iteration_handles_is_what_was_said_last_or_on_the_command_line() {
    let Some(bed) = Bed::new() else { return };
    let json = ["--output-format", "json", "digest"];
    let of = |more: &[&str]| {
        let finished = bed.run(&LEAST, &[&json[..], more].concat());
        assert_told(&finished, 0, &[]);
        rows(&finished)["digest"]["amounts"].clone()
    };
    let amounts = of(&[]);
    assert_eq!((&amounts[0]["units"], &amounts[0]["per_iteration"]), (&json!("items"), &json!(3)));
    assert_eq!(of(&["--items-count", "5"])[0]["per_iteration"], 5);
}

#[test]
fn windows_have_as_many_iterations_as_are_asked_for() {
    let Some(bed) = Bed::new() else { return };
    let words = ["sort", "--metrics", "iteration.time,iteration.perf.task_clock"];
    let counted = |batch: &str| {
        let finished = bed.run(&LEAST, &[&words[..], &["--count-batch", batch]].concat());
        assert_told(&finished, 0, &[]);
        let evidence = probity::validate(bed.kept().last().unwrap()).unwrap();
        let said =
            evidence.runs().iter().filter_map(|run| run.program.as_ref()?.iterations.clone());
        said.filter_map(|iterations| iterations.counted).collect::<Vec<u64>>()
    };
    let counted = counted("30");
    let is_met = if counted.is_empty() { Err("nothing was counted".to_owned()) } else { Ok(()) };
    if skip_unless("user-counters", is_met) {
        // A tenth of a batch is in a window: ten of them make a batch.
        assert!(counted.iter().all(|iterations| iterations % 300 == 0), "{counted:?}");
    }
}

#[test]
fn a_place_is_not_forgotten_where_the_result_is_saved_too() {
    let Some(bed) = Bed::new() else { return };
    let finished = bed.run(&LEAST, &["sum", "--out", "mine", "--save-baseline", "a"]);
    let is_refused = finished.code == Some(2) && finished.stderr.contains("--out");
    assert!(is_refused || bed.path("mine").is_dir(), "{finished:?}");
}

#[test]
fn a_time_that_the_program_did_not_say_is_refused() {
    let Some(bed) = Bed::new() else { return };
    assert_told(&bed.run(&LEAST, &["parse"]), 0, &[]);
    let copy = Copied::new(&bed, &bed.kept()[0]);
    copy.reseal();
    probity::validate(&copy.0).unwrap();

    copy.edit_runs(|run| {
        let time = &mut run["observations"]["iteration.time"];
        let before = time.clone();
        halve(time);
        assert_ne!(*time, before, "there is a time");
    });
    copy.reseal();
    let findings = probity::validate(&copy.0).unwrap_err();
    let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|finding| finding.contains("iteration.time")), "{told:?}");
}

/// Halves every real number.
fn halve(value: &mut Value) {
    match value {
        Value::Object(fields) => fields.values_mut().for_each(halve),
        Value::Array(items) => items.iter_mut().for_each(halve),
        Value::Number(number) => {
            if let Some(real) = number.as_f64().filter(|_| !number.is_u64()) {
                *value = json!(real / 2.0);
            }
        }
        _ => {}
    }
}

/// A copy of evidence that can be changed, and sealed again so that only its contents are wrong.
struct Copied(PathBuf);

impl Copied {
    fn new(bed: &Bed, from: &Path) -> Self {
        let copied = Self(bed.path("copied"));
        for path in files(from) {
            let to = copied.0.join(&path);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::write(to, fs::read(from.join(path)).unwrap()).unwrap();
        }
        copied
    }

    fn edit_runs(&self, mut change: impl FnMut(&mut Value)) {
        let path = self.0.join("runs.jsonl");
        let text = fs::read_to_string(&path).unwrap();
        let line = |line: &str| {
            let mut run: Value = serde_json::from_str(line).unwrap();
            change(&mut run);
            canonical_line(&run).unwrap()
        };
        fs::write(path, text.lines().map(line).collect::<Vec<_>>().concat()).unwrap();
    }

    /// Makes the manifest and the checksums agree with the files.
    fn reseal(&self) {
        let mut digests: BTreeMap<String, (usize, String)> = BTreeMap::new();
        let mut digest = |path: &str| {
            let bytes = fs::read(self.0.join(path)).unwrap();
            let found = (bytes.len(), probity_evidence::sha256(&bytes));
            digests.insert(path.to_owned(), found.clone());
            json!({"path": path, "bytes": found.0, "sha256": found.1})
        };
        let is_listed = |path: &String| !["manifest.json", "SHA256SUMS"].contains(&path.as_str());
        let table: Vec<Value> =
            files(&self.0).iter().filter(|path| is_listed(path)).map(|path| digest(path)).collect();
        let path = self.0.join("manifest.json");
        let mut manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        manifest["files"] = table.into();
        fs::write(path, canonical_line(&manifest).unwrap()).unwrap();
        digest("manifest.json");
        let lines = digests.iter().map(|(path, (_, digest))| format!("{digest}  {path}\n"));
        fs::write(self.0.join("SHA256SUMS"), lines.collect::<String>()).unwrap();
    }
}

/// The files below a folder, by their paths in it, sorted.
fn files(folder: &Path) -> Vec<String> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for path in entries(&next) {
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    all.push(path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned());
                }
            }
        }
    }
    all.sort_unstable();
    all
}
