//! What a person sees on a terminal while measuring, and what a file or a dumb terminal does not.

use crate::bed::{PROBITY, probity, script};
use probity_testbed::{Finished, Scratch, Tool, finish, has_program, skip_unless};

/// Before each line of progress, and when it goes.
const CLEAR: &str = "\r\x1b[J";

/// Runs Probity on a terminal that is so many columns wide (then so many), with these variables.
/// None where the test has to be skipped.
fn on_terminal(
    scratch: &Scratch,
    columns: &str,
    variables: &[(&str, &str)],
    words: &[&str],
) -> Option<Finished> {
    if !skip_unless("python3", has_program("python3")) {
        return None;
    }
    let terminal = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/command/terminal.py");
    let tool = Tool::new("python3", scratch.path());
    let mut command = tool.command([&[terminal, columns, PROBITY], words].concat());
    command.env_remove("CI").env_remove("NO_COLOR").env("TERM", "xterm");
    command.envs(variables.iter().copied());
    let finished = finish(command.spawn().unwrap());
    assert_eq!((finished.code, &*finished.stderr), (Some(0), ""), "{finished:?}");
    Some(finished)
}

/// The lines of progress in what was drawn: behind each the cursor returns, and nothing else is.
fn lines(drawn: &str) -> Vec<&str> {
    let parts = drawn.split(CLEAR).filter_map(|part| part.strip_suffix('\r'));
    parts.filter(|part| !part.is_empty() && !part.contains('\n')).collect()
}

/// Whether a line ends with a time.
fn has_figure(line: &str) -> bool {
    line.ends_with(" ms") || line.ends_with(" s")
}

#[test]
fn progress_shows_count_time_left_and_the_current_median() {
    let scratch = Scratch::new();
    let words = ["stat", "-r", "10", "-n", "a nap", "sleep 0.12"];
    let Some(finished) = on_terminal(&scratch, "100", &[], &words) else { return };
    let lines = lines(&finished.stdout);
    assert!(lines.len() >= 5, "{finished:?}");
    assert!(finished.stdout.starts_with(&format!("{CLEAR}first run: a nap")), "{finished:?}");
    assert!(lines[1].starts_with("warm-up, run 1: a nap"), "{lines:?}");
    let last = lines.last().unwrap();
    assert!(last.starts_with("run ") && last.contains(" of 1"), "{lines:?}");
    assert!(last.contains(" s left: a nap: ") && has_figure(last), "{lines:?}");
    let (before, after) = finished.stdout.rsplit_once(CLEAR).unwrap();
    assert!(before.ends_with('\r'), "the cursor waits at the start of the line: {finished:?}");
    assert!(after.starts_with("median"), "the line is gone before the table: {finished:?}");
    let kept = after.lines().filter(|line| line.contains("kept as 2")).collect::<Vec<_>>();
    assert_eq!(kept.len(), 1, "{finished:?}");
    assert!(kept[0].starts_with("\x1b[2m") && kept[0].contains("probity report last"), "{kept:?}");
}

#[test]
fn progress_says_when_it_waits_for_a_setup_or_a_cleanup() {
    let scratch = Scratch::new();
    let words = ["stat", "-r", "3", "-s", "sleep 0.1", "-c", "sleep 0.1", "-n", "nap", "sleep 0.1"];
    let Some(finished) = on_terminal(&scratch, "100", &[], &words) else { return };
    let lines = lines(&finished.stdout);
    let place = |line: &str| lines.iter().position(|drawn| *drawn == line);
    assert_eq!(place("setup"), Some(0), "{lines:?}");
    let (first, last) = (place("first run: nap"), lines.len() - 1);
    assert!(first.is_some_and(|first| lines[..first].iter().all(|line| *line == "setup")));
    assert_eq!(place("cleanup"), Some(last), "{lines:?}");
    assert!(lines[last - 1].contains("run "), "{lines:?}");
}

#[test]
fn a_line_never_wraps_also_when_the_terminal_becomes_narrow() {
    let scratch = Scratch::new();
    let name = format!("日本語 {}", "long ".repeat(60));
    let words = ["stat", "-r", "20", "-n", &name, "sleep 0.06"];
    let Some(finished) = on_terminal(&scratch, "90,34", &[], &words) else { return };
    let (wide, narrow) = finished.stdout.split_once('\0').unwrap();
    let width = |line: &&str| line.chars().map(|c| 1 + usize::from(c > '\u{2fff}')).sum::<usize>();
    let (wide, narrow) = (lines(wide), lines(narrow));
    assert!(wide.iter().all(|line| width(line) == 89 || width(line) == 88), "{wide:?}");
    assert!(narrow.len() >= 3, "{narrow:?}");
    // The first may have been on its way when the size changed.
    for line in &narrow[1..] {
        assert!(width(line) <= 33 && line.contains('…'), "{narrow:?}");
    }
    let figures = |lines: &[&str]| lines.iter().filter(|line| has_figure(line)).count();
    assert!(figures(&wide) > 0 && figures(&narrow[1..]) > 1, "{wide:?} {narrow:?}");
}

#[test]
fn hostile_names_do_not_steer_the_terminal() {
    let scratch = Scratch::new();
    let name = "\x1b[2J\x07new\nline\u{202e}";
    let words = ["stat", "-r", "3", "-n", name, "sleep 0.12"];
    let Some(finished) = on_terminal(&scratch, "200", &[], &words) else { return };
    assert!(finished.stdout.contains("\\x1b[2J"), "{finished:?}");
    assert!(!finished.stdout.contains(['\x07', '\u{202e}']), "{finished:?}");
    assert!(!finished.stdout.contains("\x1b[2J"), "{finished:?}");
}

#[test]
fn there_is_no_progress_where_nobody_wants_it() {
    let scratch = Scratch::new();
    let words = ["stat", "-r", "4", "--", "sleep", "0.06"];
    for variable in [("TERM", "dumb"), ("TERM", ""), ("NO_COLOR", "1"), ("CI", "true")] {
        let Some(finished) = on_terminal(&scratch, "80", &[variable], &words) else { return };
        assert!(!finished.stdout.contains(CLEAR), "{variable:?}: {finished:?}");
        assert!(!finished.stdout.contains("run 1"), "{variable:?}: {finished:?}");
        let plain = variable.0 != "CI";
        assert_eq!(plain, !finished.stdout.contains('\x1b'), "{variable:?}: {finished:?}");
        assert!(finished.stdout.contains("kept as 2"), "{variable:?}: {finished:?}");
    }
    for options in [&["--quiet"][..], &["--output", "inherit"], &["--no-keep"]] {
        let words = [&words[..3], options, &words[3..]].concat();
        let Some(finished) = on_terminal(&scratch, "80", &[], &words) else { return };
        let has_progress = finished.stdout.contains(CLEAR);
        assert_eq!(has_progress, options == ["--no-keep"], "{options:?}: {finished:?}");
        let is_told = finished.stdout.contains("kept as 2");
        assert_eq!(is_told, options == ["--output", "inherit"], "{options:?}: {finished:?}");
    }
}

#[test]
fn into_a_pipe_goes_neither_progress_nor_the_name_of_what_was_kept() {
    let scratch = Scratch::new();
    script(&scratch.join("nap"), "sleep 0.06");
    let tool = probity(&scratch).with("TERM", "xterm");
    let finished = tool.run(["stat", "-r", "4", "--", "./nap"]);
    assert_eq!((finished.code, &*finished.stderr), (Some(0), ""), "{finished:?}");
    assert!(!finished.stdout.contains('\x1b'), "{finished:?}");
}
