//! The bench target `familiar`, asked for what cargo, nextest and people ask for.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may; helpers of tests are tests")]

use probity_testbed::skip_unless;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const BROKEN: &str = "FAMILIAR_BROKEN";

/// All benchmarks, in the order in which they are named.
const ALL: &str = "\
sum\\sof\\sa\\shundred
max::100
first
last
length::100
sum::range::10
sum::10
sum::range::1000
sum::1000
methods::batched
methods::batched_ref
methods::setup
methods::large_drop
methods::custom
futures::iter
futures::own
futures::batched
futures::custom
twins::same
twins::same#2
by\\shand
";

/// The executable, which cargo puts beside this one: the newest, as it keeps old ones.
fn executable() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = here.parent().unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?.flatten();
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.strip_prefix("familiar-").is_some_and(|hash| !hash.contains('.'))
    };
    let paths = entries.map(|entry| entry.path()).filter(is_ours);
    paths.max_by_key(|path| path.metadata().and_then(|about| about.modified()).ok()).ok_or_else(
        || "the bench target `familiar` is not built: `cargo test` builds it".to_owned(),
    )
}

/// What the executable says to these words; none where it is not built.
fn asked(words: &[&str], broken: bool) -> Option<Output> {
    let executable = executable();
    if !skip_unless("familiar", executable.as_ref().map(drop).map_err(Clone::clone)) {
        return None;
    }
    let mut command = Command::new(executable.unwrap());
    command.args(words).env_remove(BROKEN);
    command.envs(broken.then_some((BROKEN, "1")));
    Some(command.output().unwrap())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The ids it lists.
fn listed(words: &[&str]) -> Option<String> {
    let words = [&["--list", "--format", "terse"], words].concat();
    let output = asked(&words, false)?;
    assert!(output.status.success(), "{}", text(&output.stderr));
    Some(text(&output.stdout).replace(": benchmark\n", "\n"))
}

#[test]
fn all_benchmarks_are_listed_and_none_is_called() {
    let Some(ids) = listed(&[]) else { return };
    assert_eq!(ids, ALL);
}

#[test]
fn both_spellings_select() {
    let Some(ids) = listed(&["sum/range"]) else { return };
    assert_eq!(ids, "sum::range::10\nsum::range::1000\n");
    assert_eq!(listed(&["sum::range"]).unwrap(), ids);
    assert_eq!(listed(&["sum of a"]).unwrap(), "sum\\sof\\sa\\shundred\n");
    assert_eq!(listed(&["--exact", "sum/10"]).unwrap(), "sum::10\n");
    assert_eq!(listed(&["sum/range", "--skip", "range/1000"]).unwrap(), "sum::range::10\n");
}

#[test]
fn each_is_called_once_as_a_test() {
    let Some(output) = asked(&[], false) else { return };
    let said = text(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("test result: ok. 21 passed; 0 failed"), "{said}");
}

#[test]
fn what_is_wrong_is_said() {
    let Some(output) = asked(&["--list"], true) else { return };
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("by\\shand"));
    let said = text(&output.stderr);
    assert!(
        said.contains("the benchmarks of 'wrong' (crates/compat/benches/familiar.rs:"),
        "{said}"
    );
    assert!(said.contains("it panicked: no more names"), "{said}");

    let output = asked(&["twice", "never"], true).unwrap();
    let said = text(&output.stdout);
    assert!(said.contains("0 passed; 2 failed"), "{said}");
}

#[test]
fn one_is_measured_in_processes_of_its_own() {
    let words = ["--bench", "--quick", "--no-keep", "--exact", "sum/range/10", "--color", "never"];
    let Some(output) = asked(&words, false) else { return };
    let (said, more) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{said}{more}");
    assert!(said.contains("range"), "{said}{more}");
}

/// Its group comes after a function that panics, and is run through from the beginning.
#[test]
fn a_panic_before_it_does_not_cost_a_benchmark() {
    let words =
        ["--bench", "--quick", "--no-keep", "--exact", "by hand", "--output-format", "json"];
    let Some(output) = asked(&words, true) else { return };
    let (said, more) = (text(&output.stdout), text(&output.stderr));
    assert!(said.contains("\"id\":\"by\\\\shand\"") && !said.contains("panicked"), "{said}");
    assert!(said.lines().count() == 1 && !said.contains("\"status\":\"failed\""), "{said}{more}");
}

/// Two of one name are told apart by their order, which another build may have changed.
#[test]
fn benchmarks_of_one_name_are_not_compared() {
    let executable = executable();
    if !skip_unless("familiar", executable.as_ref().map(drop).map_err(Clone::clone)) {
        return;
    }
    let folder = probity_testbed::Scratch::new();
    let copy = folder.join("familiar");
    std::fs::copy(executable.unwrap(), &copy).unwrap();
    std::fs::write(folder.join("CACHEDIR.TAG"), "").unwrap();
    let tool = probity_testbed::Tool::new(copy, folder.path());
    let words = ["--bench", "--quick", "twins", "sum/10", "--save-baseline", "a"];
    assert_eq!(tool.run(words).code, Some(0));
    let words = ["--bench", "--quick", "twins", "sum/10", "--baseline", "a"];
    let words = words.iter().chain(&["--output-format", "json"]);
    let finished = tool.run(words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stderr.contains("'twins::same' is what several"), "{finished:?}");
    for line in finished.stdout.lines() {
        let is_compared = line.contains("\"verdict\"");
        assert_eq!(is_compared, !line.contains("twins"), "{line}");
    }
}
