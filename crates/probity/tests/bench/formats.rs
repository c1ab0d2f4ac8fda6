//! The forms of a result, each of which another program reads from standard output.

use crate::bed::{Bed, LEAST, assert_told, rows};
use serde_json::json;

const NAMES: [&str; 4] = ["sum", "parse", "sort", "skipped"];

fn shown(bed: &Bed, format: &str) -> String {
    let finished = bed.run(&LEAST, &[&["--output-format", format][..], &NAMES].concat());
    assert_told(&finished, 0, &["page: "]);
    assert!(!finished.stdout.contains('\u{1b}') && !finished.stderr.contains('\u{1b}'));
    finished.stdout
}

#[test]
fn bencher_is_a_line_for_each_that_was_measured() {
    let Some(bed) = Bed::new() else { return };
    let text = shown(&bed, "bencher");
    let named: Vec<&str> = text
        .lines()
        .map(|line| {
            let (name, rest) =
                line.strip_prefix("test ").unwrap().split_once(" ... bench: ").unwrap();
            let (time, range) = rest.trim_start().split_once(" ns/iter (+/- ").unwrap();
            for number in [time, range.strip_suffix(')').unwrap()] {
                assert!(number.replace(',', "").parse::<f64>().is_ok(), "{line}");
            }
            name
        })
        .collect();
    assert_eq!(named, ["sum", "parse", "sort::n=1", "sort::n=8"], "{text}");
}

#[test]
fn json_is_an_object_on_each_line() {
    let Some(bed) = Bed::new() else { return };
    let words = ["--output-format", "json", "--include-ignored"];
    let finished = bed.run(&LEAST, &[&words[..], &NAMES].concat());
    assert_told(&finished, 0, &["page: "]);
    let rows = rows(&finished);
    assert_eq!(
        rows.keys().collect::<Vec<_>>(),
        ["parse", "skipped", "sort::n=1", "sort::n=8", "sum"]
    );
    assert_eq!(rows["sort::n=8"]["labels"]["n"], "8");
    assert_eq!(rows["sort::n=8"]["amounts"][0]["per_iteration"], 8);
    assert_eq!(rows["skipped"]["reason"], "skipped: there is no second disk");
    let provenance = json!({"corpus": "two words", "Upper case": "1", "version": "first"});
    assert!(rows.values().all(|row| row["provenance"] == provenance), "{rows:?}");
    for id in ["sum", "parse"] {
        let number = |name: &str| rows[id][name].as_f64().unwrap();
        assert!(number("min_ns") <= number("median_ns"), "{}", rows[id]);
        assert!(number("median_ns") <= number("max_ns"), "{}", rows[id]);
    }
}

#[test]
fn go_has_a_line_for_each_process() {
    let Some(bed) = Bed::new() else { return };
    let text = shown(&bed, "go");
    let (head, lines): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| !line.starts_with("Benchmark"));
    for key in ["goos: ", "goarch: ", "pkg: "] {
        assert!(head.iter().any(|line| line.starts_with(key)), "no {key}: {text}");
    }
    assert!(head.contains(&"pkg: probity/bed"), "benchstat compares within one of these: {text}");
    for name in ["BenchmarkSum", "BenchmarkParse", "BenchmarkSort/n=1", "BenchmarkSort/n=8"] {
        let of_it: Vec<&&str> = lines
            .iter()
            .filter(|line| {
                line.strip_prefix(name).is_some_and(|rest| rest.starts_with(['-', '\t']))
            })
            .collect();
        assert_eq!(of_it.len(), 2, "{name}: {text}");
        assert!(of_it.iter().all(|line| line.contains(" ns/op")), "{text}");
    }
    assert_eq!(lines.len(), 8, "{text}");
}

#[test]
fn criterion_is_a_paragraph_for_each() {
    let Some(bed) = Bed::new() else { return };
    let text = shown(&bed, "criterion");
    assert_eq!(text.split("\n\n").count(), 5, "{text}");
    assert_eq!(text.matches("time:   [").count(), 4, "{text}");
    assert!(text.contains("skipped: there is no second disk"), "{text}");
}

/// These forms have no way to say why there is no number.
#[test]
fn a_failure_that_has_no_line_is_told_beside() {
    let Some(bed) = Bed::new() else { return };
    for format in ["bencher", "go"] {
        let words = ["--include-ignored", "exits_with_3", "--output-format", format];
        let finished = bed.tool("hostile").run(LEAST.iter().chain(&words));
        assert_told(&finished, 7, &["ends::exits_with_3", "exit code 3"]);
    }
}

#[test]
fn colours_are_for_those_who_see_them() {
    let Some(bed) = Bed::new() else { return };
    // A failure is what is coloured without a comparison.
    let words = ["--include-ignored", "exits_with_3"];
    let coloured = |no_color: &str, options: &[&str]| {
        let tool = bed.tool("hostile").with("TERM", "xterm").with("NO_COLOR", no_color);
        let finished = tool.run(LEAST.iter().chain(&words).chain(options));
        assert_told(&finished, 7, &[]);
        assert!(!finished.stderr.contains('\u{1b}'), "{finished:?}");
        finished.stdout.contains('\u{1b}')
    };
    assert!(!coloured("", &[]), "it is piped");
    assert!(coloured("", &["--color", "always"]));
    assert!(!coloured("1", &[]));
    assert!(!coloured("", &["--no-color"]));
}

#[test]
fn a_quiet_run_says_its_result_and_nothing_else() {
    let Some(bed) = Bed::new() else { return };
    let finished = bed.run(&LEAST, &["sum", "--quiet"]);
    assert_eq!((finished.code, &*finished.stderr), (Some(0), ""), "{finished:?}");
    assert!(finished.stdout.contains("sum"), "{finished:?}");
    let nothing = bed.run(&LEAST, &["no such benchmark", "--quiet"]);
    assert_eq!((nothing.code, &*nothing.stdout, &*nothing.stderr), (Some(0), "", ""));
}
