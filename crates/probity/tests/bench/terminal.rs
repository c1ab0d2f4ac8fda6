//! What a person sees on a terminal while benchmarks are measured.

use crate::bed::Bed;
use probity_testbed::{Finished, finish, has_program, skip_unless};

/// Clears what was drawn before.
const CLEAR: &str = "\r\x1b[J";

/// Runs the benchmarks on a terminal of 24 rows and so many columns; none where the test is to be
/// skipped.
fn on_terminal(bed: &Bed, columns: &str, variables: &[(&str, &str)]) -> Option<Finished> {
    if !skip_unless("python3", has_program("python3")) {
        return None;
    }
    let terminal =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/command/terminal.py").to_owned();
    let program = bed.path("bed").to_string_lossy().into_owned();
    let words = ["--bench", "--processes", "10", "--min-time", "20ms", "sum", "parse", "sort"];
    let words = words.map(str::to_owned).to_vec();
    let all = [vec![terminal, columns.to_owned(), program], words].concat();
    let mut command = probity_testbed::Tool::new("python3", &bed.path(".")).command(all);
    command.env_remove("CI").env_remove("NO_COLOR").env("TERM", "xterm");
    command.envs(variables.iter().copied());
    let finished = finish(command.spawn().unwrap());
    assert_eq!((finished.code, &*finished.stderr), (Some(0), ""), "{finished:?}");
    Some(finished)
}

#[test]
fn what_is_known_so_far_is_drawn_and_gone_before_the_result() {
    let Some(bed) = Bed::new() else { return };
    let Some(finished) = on_terminal(&bed, "80", &[]) else { return };
    let drawn = &finished.stdout;
    let parts: Vec<&str> = drawn.split(CLEAR).collect();
    assert!(parts.len() > 4, "{finished:?}");
    let is_table = |part: &&&str| part.contains("sort::n=8") && part.contains("\x1b[0m\r");
    let tables: Vec<&&str> = parts.iter().filter(is_table).collect();
    let last = tables.last().unwrap();
    for name in ["sum ", "parse ", "sort::n=1 ", "measuring: process "] {
        assert!(last.contains(name), "no {name}: {finished:?}");
    }
    assert!(last.lines().filter(|line| line.ends_with("ns")).count() >= 3, "{finished:?}");
    // The four lines above the cursor are drawn over, and nothing is left of them.
    assert!(drawn.matches("\x1b[4A").count() >= tables.len() - 1, "{finished:?}");
    let result = parts.last().unwrap();
    assert!(!result.contains("measuring: ") && result.contains("median"), "{finished:?}");
    for part in &tables {
        let lines = part.trim_start_matches("\x1b[2m").lines();
        assert!(lines.map(|line| line.chars().count()).max() < Some(80), "{part:?}");
    }
}

#[test]
fn a_narrow_terminal_gets_one_line_and_a_dumb_one_none() {
    let Some(bed) = Bed::new() else { return };
    let Some(finished) = on_terminal(&bed, "30", &[]) else { return };
    let (drawn, _) = finished.stdout.rsplit_once(CLEAR).unwrap();
    assert!(drawn.contains("measuring: process ") && !drawn.contains('\n'), "{finished:?}");
    for variable in [("TERM", "dumb"), ("NO_COLOR", "1"), ("CI", "true")] {
        let Some(finished) = on_terminal(&bed, "80", &[variable]) else { return };
        assert!(!finished.stdout.contains("measuring: "), "{variable:?}: {finished:?}");
    }
}
