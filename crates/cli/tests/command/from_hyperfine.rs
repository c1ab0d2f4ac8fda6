//! Command lines of hyperfine's users: those in the book, run as they stand there.

use crate::bed::PROBITY;
use probity_testbed::{Scratch, Tool, has_program, skip_unless};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The program that a line needs, by a part of it.
const NEEDS: &[(&str, &str)] = &[
    ("hexdump", "hexdump"),
    ("xxd", "xxd"),
    ("grep", "grep"),
    ("make", "make"),
    ("gcc", "gcc"),
    ("clang", "clang"),
    ("zsh", "zsh"),
    ("bash", "bash"),
];

/// The same line with less work in it, and within its own directory.
const SHORTER: &[(&str, &str)] = &[
    ("sleep 0.3", "sleep 0.003"),
    ("0.3 0.7 -D 0.2", "0.003 0.007 -D 0.002"),
    ("sleep 1", "sleep 0.001"),
    ("{1..10000}", "{1..10}"),
];

/// How many cases a line makes, by a part of it; others make one.
const CASES: &[(&str, usize)] =
    &[("xxd", 2), ("num_threads", 12), ("{delay}", 3), ("{compiler}", 2)];

fn lines() -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/from-hyperfine.md");
    let page = fs::read_to_string(page).unwrap();
    let lines = page.lines().filter(|line| line.starts_with("probity stat "));
    lines.map(str::to_owned).collect()
}

/// Whether `line` can be run here; says why not.
fn can_run(line: &str) -> bool {
    // It would empty the caches of a machine that others use.
    if line.contains("drop_caches") {
        return false;
    }
    let needs = NEEDS.iter().filter(|(part, _)| line.contains(part));
    needs.map(|(_, program)| program).all(|program| skip_unless(program, has_program(program)))
}

#[test]
fn ten_lines_of_its_readme_do_what_they_say() {
    let lines = lines();
    assert!(lines.len() >= 10, "{lines:?}");
    let mut ran = 0;
    for line in lines.iter().filter(|line| can_run(line)) {
        let scratch = Scratch::new();
        for name in ["file", "file.txt"] {
            fs::write(scratch.join(name), "an error\n").unwrap();
        }
        fs::write(scratch.join("main.cpp"), "int main() { return 0; }\n").unwrap();
        fs::write(scratch.join("Makefile"), "all:\n\ttouch made\nclean:\n\trm -f made\n").unwrap();
        let short = SHORTER.iter().fold(line.clone(), |line, (from, to)| line.replace(from, to));
        let own = short.replacen("probity", &format!("'{PROBITY}'"), 1);
        // A function that its shell exports is what one of the lines measures.
        let (shell, script) = match line.contains("--shell=bash my_function") {
            true => {
                ("bash", format!("my_function() {{ sleep 0.001; }}; export -f my_function\n{own}"))
            }
            false => ("sh", own),
        };
        let finished = Tool::new(shell, scratch.path())
            .with("PROBITY_RUNS", "2")
            .with("PROBITY_JSON", "result.json")
            .run(["-c", &script]);
        assert_eq!(finished.code, Some(0), "{line}: {finished:?}");
        let result = fs::read(scratch.join("result.json")).unwrap();
        let document: Value = serde_json::from_slice(&result).unwrap();
        let cases = CASES.iter().find(|(part, _)| line.contains(part)).map_or(1, |(_, many)| *many);
        assert_eq!(document["cases"].as_array().unwrap().len(), cases, "{line}");
        let blocks = if line.contains("--runs 5") { 5 } else { 2 };
        for case in document["cases"].as_array().unwrap() {
            assert_eq!(case["summary"]["time.wall"]["n"], blocks, "{line}: {case}");
        }
        ran += 1;
    }
    assert!(ran >= 5, "too few lines could be run: {ran}");
}

#[test]
fn a_line_that_means_a_shell_says_so() {
    for line in lines().iter().filter(|line| line.contains("--shell default")) {
        let without = line.replace("--shell default ", "").replacen("probity", PROBITY, 1);
        // If it were not refused it would run.
        if without.contains("drop_caches") {
            continue;
        }
        let scratch = Scratch::new();
        let finished = Tool::new("sh", scratch.path()).run(["-c", &without]);
        let is_refused = finished.code == Some(2) && finished.stderr.contains("--shell default");
        assert!(is_refused, "{line}: {finished:?}");
    }
}
