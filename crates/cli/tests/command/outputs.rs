//! What `stat` and `report` leave: text, JSON, evidence.

use crate::bed::{assert_refused, assert_valid, document, json, probity};
use crate::document::check;
use probity_testbed::{Scratch, has_program, skip_unless};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

#[test]
fn quiet_prints_nothing_and_measures_all_the_same() {
    let scratch = Scratch::new();
    let arguments = ["stat", "--quiet", "-r", "2", "--json", "result", "--out", "kept", "true"];
    let finished = probity(&scratch).run(arguments);
    assert_eq!((finished.stdout.as_str(), finished.stderr.as_str()), ("", ""), "{finished:?}");
    assert_eq!(finished.code, Some(0));
    check(&serde_json::from_slice(&fs::read(scratch.join("result")).unwrap()).unwrap());
    assert_valid(&scratch, "kept");
}

#[test]
fn piped_output_has_no_colour_and_no_progress() {
    let scratch = Scratch::new();
    let finished = probity(&scratch)
        .with("TERM", "xterm-256color")
        .run(["stat", "-r", "3", "--out", "kept", "true", "sh -c :"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    for stream in [&finished.stdout, &finished.stderr] {
        assert!(!stream.contains(['\x1b', '\r']), "{stream:?}");
    }
    assert!(!finished.stdout.contains("evidence:"), "notices are no result: {finished:?}");
    assert_eq!(finished.stderr, "evidence: kept\n");
}

#[test]
fn json_on_standard_output_is_alone_there() {
    let scratch = Scratch::new();
    let arguments = ["stat", "--json", "-", "-r", "2", "--out", "kept", "--", "true"];
    let finished = probity(&scratch).run(arguments);
    check(&json(&finished));
    assert!(finished.stderr.contains("evidence: kept"), "{finished:?}");
    let mixed = ["stat", "--json", "-", "--output", "inherit", "--", "true"];
    assert_refused(&probity(&scratch).run(mixed), 2, &["--json -", "--output inherit"]);
}

#[test]
fn a_json_file_is_replaced_in_one_step() {
    let scratch = Scratch::new();
    let result = scratch.join("result.json");
    fs::write(&result, "old").unwrap();
    fs::hard_link(&result, scratch.join("old")).unwrap();
    let finished =
        probity(&scratch).run(["stat", "-r", "1", "--json", "result.json", "--", "true"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    check(&serde_json::from_slice(&fs::read(&result).unwrap()).unwrap());
    assert_eq!(fs::read(scratch.join("old")).unwrap(), b"old", "renamed over, not written into");
    assert_eq!(scratch.names(), ["old", "result.json"], "and nothing is left beside it");
    fs::write(scratch.join("plain"), "").unwrap();
    let mode = |name: &str| fs::metadata(scratch.join(name)).unwrap().permissions().mode();
    assert_eq!(mode("result.json"), mode("plain"), "as readable as any new file");
}

#[test]
fn a_json_file_survives_a_campaign_that_fails() {
    let scratch = Scratch::new();
    fs::write(scratch.join("result.json"), "old").unwrap();
    for command in ["no-such-program-here", "a | b"] {
        let finished = probity(&scratch).run(["stat", "--json", "result.json", command]);
        assert_ne!(finished.code, Some(0), "{finished:?}");
        assert_eq!(fs::read(scratch.join("result.json")).unwrap(), b"old");
        assert_eq!(scratch.names(), ["result.json"]);
    }
}

#[test]
fn a_place_for_json_that_takes_none_is_refused_before_anything_runs() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("folder")).unwrap();
    for place in ["folder", "no/such/folder/result.json"] {
        let finished = probity(&scratch).run(["stat", "--json", place, "--", "touch", "ran"]);
        assert_refused(&finished, 1, &["failed to write", place]);
    }
    assert_eq!(scratch.names(), ["folder"]);
}

#[test]
fn a_full_json_file_fails_and_costs_nothing_else() {
    let scratch = Scratch::new();
    let arguments = ["stat", "-r", "2", "--json", "/dev/full", "--out", "kept", "--", "true"];
    let finished = probity(&scratch).run(arguments);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stderr.contains("/dev/full: No space left on device"), "{finished:?}");
    assert!(finished.stdout.contains("true"), "the table is printed: {finished:?}");
    assert!(finished.stderr.contains("evidence: kept"), "{finished:?}");
    assert_valid(&scratch, "kept");
}

#[test]
fn evidence_is_valid_and_read_only() {
    let scratch = Scratch::new();
    let arguments = ["stat", "-r", "3", "--out", "kept.probity", "true", "sh -c :"];
    assert_eq!(probity(&scratch).run(arguments).code, Some(0));
    assert_valid(&scratch, "kept.probity");
    assert_eq!(scratch.names(), ["kept.probity"], "no staging is left");
    let expected = "SHA256SUMS capabilities.json cohort.json host.json manifest.json report \
                    runs.jsonl settings.json summary.json";
    let kept = scratch.join("kept.probity");
    let mut names: Vec<String> = list(&kept);
    names.sort();
    assert_eq!(names.join(" "), expected);
    for name in names.iter().filter(|name| *name != "report") {
        assert_read_only(&kept.join(name));
    }
    list(&kept.join("report"))
        .iter()
        .for_each(|page| assert_read_only(&kept.join("report").join(page)));
    assert_read_only(&kept);
}

#[test]
fn the_checksums_are_what_sha256sum_reads() {
    if !skip_unless("sha256sum", has_program("sha256sum")) {
        return;
    }
    let scratch = Scratch::new();
    crate::bed::evidence(&scratch, "kept");
    let check = Command::new("sha256sum")
        .args(["--strict", "-c", "SHA256SUMS"])
        .current_dir(scratch.join("kept"))
        .output()
        .unwrap();
    assert!(check.status.success(), "{check:?}");
    let listed = String::from_utf8(check.stdout).unwrap();
    assert!(listed.contains("runs.jsonl: OK") && listed.contains("manifest.json: OK"), "{listed}");
}

#[test]
fn an_existing_place_for_evidence_is_refused_and_untouched() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("empty")).unwrap();
    fs::write(scratch.join("file"), "mine").unwrap();
    symlink("nowhere", scratch.join("link")).unwrap();
    let before = scratch.names();
    for name in ["empty", "file", "link"] {
        let finished = probity(&scratch).run(["stat", "--out", name, "--", "touch", "ran"]);
        assert_refused(&finished, 1, &[name, "exists already", "choose another name"]);
        assert_eq!(scratch.names(), before, "nothing ran and nothing was made");
    }
    assert_eq!(fs::read(scratch.join("file")).unwrap(), b"mine");
    assert!(list(&scratch.join("empty")).is_empty());
    let missing = probity(&scratch).run(["stat", "--out", "no/such/place", "--", "touch", "ran"]);
    assert_refused(&missing, 1, &["no/such", "create it first"]);
    assert_eq!(scratch.names(), before);
}

#[test]
fn a_report_is_the_same_each_time_and_the_same_as_stat_said() {
    let scratch = Scratch::new();
    let arguments = ["-r", "3", "--out", "kept", "true", "sh -c 'exit 0'"];
    let measured = document(&scratch, &arguments);
    let report = |option: &[&str]| {
        let words = ["report", "kept"].into_iter().chain(option.iter().copied());
        let finished = probity(&scratch).run(words);
        assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{finished:?}");
        finished
    };
    let text = report(&[]).stdout;
    assert_eq!(text, report(&[]).stdout);
    assert!(text.contains("sh -c 'exit 0'") && !text.contains(['\x1b', '\r']), "{text}");
    assert_eq!(json(&report(&["--json"])), measured);
    let markdown = report(&["--markdown"]).stdout;
    assert_eq!(markdown, report(&["--markdown"]).stdout);
    assert!(
        markdown.lines().any(|line| line.starts_with("| --")
            || line.starts_with("|--")
            || line.starts_with("| :")),
        "{markdown}"
    );
    let both = probity(&scratch).run(["report", "kept", "--json", "--markdown"]);
    assert_eq!(both.code, Some(2), "{both:?}");
}

#[test]
fn the_summary_is_the_document_without_runs() {
    let scratch = Scratch::new();
    let mut expected = document(&scratch, &["-r", "3", "--out", "kept", "true", "true"]);
    for case in expected["cases"].as_array_mut().unwrap() {
        case.as_object_mut().unwrap().remove("runs");
    }
    let kept = fs::read(scratch.join("kept").join("summary.json")).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&kept).unwrap(), expected);
}

#[test]
fn a_report_is_made_from_valid_evidence_only() {
    let scratch = Scratch::new();
    crate::bed::evidence(&scratch, "kept");
    let host = scratch.join("kept").join("host.json");
    crate::bed::mode(&host, 0o644);
    let altered = fs::read_to_string(&host).unwrap().replace("linux", "other");
    fs::write(&host, altered).unwrap();
    let finished = probity(&scratch).run(["report", "kept"]);
    assert_refused(&finished, 5, &["cannot be used", "hash-mismatch", "host.json"]);
}

fn list(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

fn assert_read_only(path: &Path) {
    let mode = fs::symlink_metadata(path).unwrap().mode();
    assert_eq!(mode & 0o222, 0, "{} has mode {mode:o}", path.display());
}
