//! The forms a result is written in, their units and their order.

use crate::bed::{assert_refused, json, probity};
use probity_testbed::{Finished, Scratch, Tool, has_program, skip_unless};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;

/// What a script that knows hyperfine's document does with it: means of times, a series over a
/// parameter, and a line for each result.
const SCRIPT: &str = r#"
import json, math, sys
with open(sys.argv[1], encoding="utf-8") as file:
    results = json.load(file)["results"]
for result in results:
    times = result["times"]
    assert all(isinstance(time, float) and time > 0 for time in times)
    mean = sum(times) / len(times)
    assert math.isclose(mean, result["mean"], rel_tol=1e-9), (mean, result["mean"])
    squares = sum((time - mean) ** 2 for time in times)
    deviation = math.sqrt(squares / (len(times) - 1))
    assert math.isclose(deviation, result["stddev"], rel_tol=1e-6), (deviation, result["stddev"])
    assert result["min"] == min(times) and result["max"] == max(times)
    middle = sorted(times)
    median = (middle[(len(times) - 1) // 2] + middle[len(times) // 2]) / 2
    assert math.isclose(median, result["median"], rel_tol=1e-9)
    assert result["user"] >= 0 and result["system"] >= 0
    assert len(times) == len(result["exit_codes"]) == len(result["memory_usage_byte"])
    assert all(code == 0 for code in result["exit_codes"])
    assert all(isinstance(peak, int) and peak > 0 for peak in result["memory_usage_byte"])
series = sorted((float(r["parameters"]["delay"]), len(r["times"]), r["command"]) for r in results)
for value, runs, command in series:
    print(value, runs, command)
"#;

#[test]
fn a_script_for_hyperfines_json_reads_ours() {
    if !skip_unless("python3", has_program("python3")) {
        return;
    }
    let scratch = Scratch::new();
    fs::write(scratch.join("read.py"), SCRIPT).unwrap();
    for flag in ["--export-json", "--export-hyperfine"] {
        let words = ["-r", "4", "-P", "delay", "0.001", "0.003", "-D", "0.001", "sleep {delay}"];
        let finished = probity(&scratch).run(["stat", flag, "out.json"].iter().chain(&words));
        assert_eq!(finished.code, Some(0), "{finished:?}");
        let read = Tool::new("python3", scratch.path()).run(["read.py", "out.json"]);
        assert_eq!(read.code, Some(0), "{read:?}");
        let lines = "0.001 4 sleep 0.001\n0.002 4 sleep 0.002\n0.003 4 sleep 0.003\n";
        assert_eq!(read.stdout, lines);
    }
}

#[test]
fn every_form_can_go_to_standard_output_alone() {
    let scratch = Scratch::new();
    for (flag, begins) in [
        ("--json", "{\n  \"schema\""),
        ("--export-hyperfine", "{\n  \"results\""),
        ("--export-json", "{\n  \"results\""),
        ("--csv", "command,mean,stddev,median,user,system,min,max,id,"),
        ("--export-csv", "command,mean,"),
        ("--markdown", "Probity "),
        ("--export-markdown", "Probity "),
        ("--html", "<!doctype html>"),
    ] {
        let finished = probity(&scratch).run(["stat", "-r", "2", flag, "-", "--", "true"]);
        assert_eq!(finished.code, Some(0), "{finished:?}");
        let start = finished.stdout.get(..begins.len()).unwrap_or_default();
        assert!(start.eq_ignore_ascii_case(begins), "{flag}: {finished:?}");
        assert!(scratch.names().is_empty(), "no file is called '-'");
        let inherits = ["stat", "-r", "2", flag, "-", "--output", "inherit", "true"];
        let parts = [" - and --output inherit (or --show-output) would mix on standard output"];
        assert_refused(&probity(&scratch).run(inherits), 2, &parts);
    }
}

#[test]
fn all_forms_at_once_and_the_same_again_from_evidence() {
    let scratch = Scratch::new();
    let forms = [
        ("--json", "--json"),
        ("--export-hyperfine", "--hyperfine"),
        ("--csv", "--csv"),
        ("--markdown", "--markdown"),
        ("--html", "--html"),
    ];
    let mut words = vec!["stat", "-r", "3", "--out", "kept"];
    forms.iter().for_each(|(flag, _)| words.extend([*flag, flag.trim_start_matches('-')]));
    words.extend(["true", "sh -c :"]);
    let finished = probity(&scratch).run(words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stdout.contains("sh -c :"), "the table too: {finished:?}");
    for (flag, again) in forms {
        let written = fs::read_to_string(scratch.join(flag.trim_start_matches('-'))).unwrap();
        let report = probity(&scratch).run(["report", "kept", again]);
        assert_eq!(report.code, Some(0), "{report:?}");
        if flag == "--markdown" {
            // As short as the table of stat: the report adds the other metrics and the times.
            assert!(written.len() < report.stdout.len(), "{written}");
            let rows = |text: &str| text.lines().filter(|line| line.contains('|')).count();
            assert_eq!(rows(&written), 4, "one table: {written}");
            let mut lines = written.lines().filter(|line| !line.starts_with("| "));
            assert!(lines.all(|line| report.stdout.contains(line)), "{written}");
            continue;
        }
        assert!(written == report.stdout, "{flag} and report {again} differ:\n{written}");
    }
}

#[test]
fn markdown_shows_the_metrics_that_were_asked_for() {
    let scratch = Scratch::new();
    let words = ["stat", "-r", "2", "--out", "kept", "--metrics", "all", "--markdown", "-", "true"];
    let finished = probity(&scratch).run(words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stdout.contains("| <code>mem.minor_faults</code> |"), "{finished:?}");
    let report = probity(&scratch).run(["report", "kept", "--markdown"]);
    assert_eq!(report.stdout, finished.stdout);
    let counted = ["stat", "-r", "2", "--counters", "--markdown", "-", "true"];
    let counted = probity(&scratch).run(counted).stdout;
    let is_counted = |line: &&str| line.starts_with("| <code>");
    assert!(counted.lines().filter(is_counted).all(|line| line.contains("perf.")), "{counted}");
}

#[test]
fn two_results_in_one_place_are_refused_before_anything_runs() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("folder")).unwrap();
    let refused = |words: &[&str], parts: &[&str]| {
        let words = ["stat"].iter().chain(words).chain(&["--", "touch", "ran"]);
        assert_refused(&probity(&scratch).run(words), 2, parts);
    };
    refused(&["--csv", "-", "--json", "-"], &["--json - and --csv - would mix"]);
    refused(&["--html", "-", "--markdown", "-"], &["would mix on standard output"]);
    refused(&["--csv", "a", "--html", "a"], &["--csv and --html name one file"]);
    refused(&["--csv", "a", "--json", "folder/../a"], &["name one file"]);
    refused(&["--csv", "./a", "--export-json", "a"], &["name one file"]);
    let nowhere = ["stat", "--csv", "no/such/a", "--", "touch", "ran"];
    assert_refused(&probity(&scratch).run(nowhere), 1, &["failed to write", "create it first"]);
    assert_eq!(scratch.names(), ["folder"]);
}

/// Runs two commands of which the first takes longer.
fn slow_first(scratch: &Scratch, words: &[&str]) -> Finished {
    let commands = ["sleep 0.03", "sleep 0.001"];
    let finished = probity(scratch).run(["stat", "-r", "3"].iter().chain(words).chain(&commands));
    assert_eq!(finished.code, Some(0), "{finished:?}");
    finished
}

#[test]
fn rows_can_be_ordered_and_evidence_never_is() {
    let scratch = Scratch::new();
    let is_slow_first = |text: &str| {
        let place = |name: &str| text.find(name).unwrap();
        place("sleep 0.03") < place("sleep 0.001")
    };
    for method in ["mean-time", "median-time"] {
        for flag in ["--csv", "--markdown", "--export-hyperfine"] {
            let finished = slow_first(&scratch, &["--sort", method, flag, "-"]);
            assert!(!is_slow_first(&finished.stdout), "{finished:?}");
        }
        let finished = slow_first(&scratch, &["--sort", method, "--json", "own"]);
        assert!(!is_slow_first(&finished.stdout), "{finished:?}");
        let own: Value = serde_json::from_slice(&fs::read(scratch.join("own")).unwrap()).unwrap();
        assert_eq!(own["cases"][0]["name"], "sleep 0.03");
    }
    for words in [&[][..], &["--sort", "auto"], &["--sort", "command"]] {
        assert!(is_slow_first(&slow_first(&scratch, words).stdout), "{words:?}");
    }
    let kept = slow_first(&scratch, &["--out", "kept", "--sort", "mean-time"]);
    assert!(!is_slow_first(&kept.stdout));
    assert!(is_slow_first(&probity(&scratch).run(["report", "kept"]).stdout));
    let again = probity(&scratch).run(["report", "kept", "--sort", "median-time"]);
    assert!(!is_slow_first(&again.stdout), "{again:?}");
    let unknown = probity(&scratch).run(["stat", "--sort", "size", "true"]);
    assert_eq!(unknown.code, Some(2), "{unknown:?}");
}

#[test]
fn times_are_in_the_unit_that_was_asked_for() {
    let scratch = Scratch::new();
    crate::bed::evidence(&scratch, "kept");
    let report = |words: &[&str]| {
        let finished = probity(&scratch).run(["report", "kept"].iter().chain(words));
        assert_eq!(finished.code, Some(0), "{finished:?}");
        finished.stdout
    };
    for (long, short, head) in
        [("microsecond", "us", "µs"), ("millisecond", "ms", "ms"), ("second", "s", "s")]
    {
        let text = report(&["-u", long]);
        let units: Vec<&str> = text.lines().nth(1).unwrap().split_whitespace().collect();
        // Median, extremes and CPU time; the last one is that of the peak memory.
        assert_eq!(units[..3], [head; 3], "{text}");
        assert_eq!(text, report(&["--time-unit", short]));
        let markdown = report(&["--markdown", "-u", short]);
        assert!(markdown.contains(&format!("median ±MAD ({head})")), "{markdown}");
    }
    let table = |unit: &str| {
        let csv = report(&["--csv", "-u", unit]);
        let cells = |line: usize| csv.lines().nth(line).unwrap().split(',').map(str::to_owned);
        cells(0).zip(cells(1)).collect::<std::collections::BTreeMap<String, String>>()
    };
    let number = |table: &std::collections::BTreeMap<String, String>, name: &str| -> f64 {
        table[name].parse().unwrap()
    };
    let (seconds, milliseconds) = (table("s"), table("ms"));
    assert_eq!((seconds["time_unit"].as_str(), milliseconds["time_unit"].as_str()), ("s", "ms"));
    for name in ["mean", "median", "min", "max", "stddev", "mad"] {
        let ratio = number(&milliseconds, name) / number(&seconds, name);
        assert!((ratio - 1000.0).abs() < 1e-6, "{name}: {ratio}");
    }
    assert_eq!(seconds["peak_rss_bytes"], milliseconds["peak_rss_bytes"]);
    // hyperfine's document has its own unit.
    assert_eq!(report(&["--hyperfine"]), report(&["--hyperfine", "-u", "us"]));
}

#[test]
fn failures_and_absences_are_words_and_never_zeros() {
    let scratch = Scratch::new();
    let words = ["stat", "-r", "2", "--metrics", "time.wall", "--export-json", "h", "--csv", "-"];
    let finished = probity(&scratch).run(words.iter().chain(&["true", "false"]));
    assert_eq!(finished.code, Some(7), "{finished:?}");
    let [head, good, bad] = &finished.stdout.lines().collect::<Vec<_>>()[..] else {
        panic!("{finished:?}")
    };
    let place = |name: &str| head.split(',').position(|column| column == name).unwrap();
    let cell = |line: &str, name: &str| line.split(',').nth(place(name)).unwrap().to_owned();
    for name in ["user", "system", "peak_rss_bytes"] {
        assert_eq!(cell(good, name), "unavailable", "not asked for: {good}");
    }
    for name in ["mean", "stddev", "median", "min", "max", "mad", "ratio"] {
        assert_eq!(cell(bad, name), "unavailable", "{bad}");
    }
    assert_eq!(cell(bad, "verdict"), "incomparable");
    assert_eq!(cell(bad, "runs"), "0");
    let theirs: Value = serde_json::from_slice(&fs::read(scratch.join("h")).unwrap()).unwrap();
    let [one] = &theirs["results"].as_array().unwrap()[..] else { panic!("{theirs}") };
    assert_eq!(one["command"], "true", "hyperfine has no form for a command that failed");
    assert!(one["user"].is_null() && one.get("memory_usage_byte").is_none(), "{one}");
    assert_eq!(one["exit_codes"].to_string(), "[0,0]");
    let killed = ["stat", "-i", "-r", "2", "--export-json", "-", "sh -c 'kill -9 $$'"];
    let finished = probity(&scratch).run(killed);
    assert_eq!(json(&finished)["results"][0]["exit_codes"].to_string(), "[137,137]");
}

#[test]
fn a_single_run_has_no_deviation() {
    let scratch = Scratch::new();
    let finished = probity(&scratch).run(["stat", "-r", "1", "--out", "kept", "--", "true"]);
    assert!(finished.stdout.contains(" ±—"), "{finished:?}");
    let report =
        |words: &[&str]| probity(&scratch).run(["report", "kept"].iter().chain(words)).stdout;
    for words in [&[][..], &["--markdown"], &["--html"]] {
        let page = report(words);
        assert!(page.contains(" ±—") && !page.contains("±0"), "{page}");
    }
    let csv = report(&["--csv"]);
    let cells = |line: usize| csv.lines().nth(line).unwrap().split(',');
    let mad = cells(0).zip(cells(1)).find(|(name, _)| *name == "mad");
    assert_eq!(mad, Some(("mad", "not_applicable")), "{csv}");
}

#[test]
fn hostile_names_stay_text_in_every_form() {
    let scratch = Scratch::new();
    let names: [&[u8]; 5] = [
        b"<script>alert(1)</script>",
        b"two\nlines",
        b"=cmd|' /C calc'!A0",
        b"\"quoted\" \x1b[31m",
        b"not utf-8 \xff",
    ];
    let mut words: Vec<&OsStr> =
        ["stat", "-r", "2", "--quiet", "--out", "kept"].map(OsStr::new).into();
    names.iter().for_each(|name| words.extend([OsStr::new("-n"), OsStr::from_bytes(name)]));
    words.extend([OsStr::new("true"); 5]);
    let finished = probity(&scratch).run(words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let report = |form: &str| probity(&scratch).run(["report", "kept", form]).stdout;
    let csv = report("--csv");
    assert_eq!(csv.lines().count(), 6, "{csv}");
    assert!(csv.contains("\n\"'=cmd|' /C calc'!A0\","), "{csv}");
    assert!(csv.contains("\n\"\"\"quoted\"\" \\x1b[31m\","), "{csv}");
    for form in ["--csv", "--markdown", "--html"] {
        let text = report(form);
        assert!(!text.contains('\x1b'), "{form}");
        assert!(form == "--csv" || !text.contains("<script>"), "{form}");
    }
    let theirs: Value = serde_json::from_str(&report("--hyperfine")).unwrap();
    for (place, name) in names.iter().enumerate() {
        assert_eq!(theirs["results"][place]["command"], String::from_utf8_lossy(name).as_ref());
    }
}

#[test]
fn environment_variables_name_exports() {
    let scratch = Scratch::new();
    let finished = probity(&scratch)
        .with("PROBITY_EXPORT_HYPERFINE", "h")
        .with("PROBITY_CSV", "c")
        .with("PROBITY_MARKDOWN", "-")
        .with("PROBITY_HTML", "p")
        .with("PROBITY_TIME_UNIT", "ms")
        .with("PROBITY_SORT", "mean-time")
        .run(["stat", "-r", "2", "sleep 0.02", "true"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_eq!(scratch.names(), ["c", "h", "p"]);
    assert!(finished.stdout.contains("median ±MAD (ms)"), "{finished:?}");
    let csv = fs::read_to_string(scratch.join("c")).unwrap();
    assert!(csv.lines().nth(1).unwrap().starts_with("true,"), "{csv}");
}
