//! The book's page shows the examples that are tested here, and the messages there are.

use crate::bed::of_marker;
use probity_model::protocol::MessageKind;
use std::path::{Path, PathBuf};
use std::process::Command;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    std::fs::read_to_string(workspace().join("docs/book/program.md")).unwrap()
}

/// The blocks of code in one language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("\n```{language}\n");
    let parts = page.split(&fence).skip(1);
    parts.map(|part| part.split_once("```\n").unwrap().0).collect()
}

#[test]
fn examples_are_the_files() {
    let page = page();
    for (language, name) in [("rust", "rs"), ("c", "c"), ("python", "py"), ("sh", "sh")] {
        let file = std::fs::read_to_string(of_marker(&format!("examples/marked.{name}"))).unwrap();
        assert_eq!(blocks(&page, language), [file], "{language}: copy the file into the page");
    }
}

/// The page says that the writer in Python has about twenty lines.
#[test]
fn the_writer_in_python_is_short() {
    let file = std::fs::read_to_string(of_marker("examples/marked.py")).unwrap();
    let (writer, _) = file.split_once("say(\"ready\")").unwrap();
    let lines = writer.lines().filter(|line| !line.trim().is_empty()).count();
    assert!((18..=22).contains(&lines), "{lines} lines");
}

#[test]
fn messages_are_those_of_the_protocol() {
    let page = page();
    let (_, section) = page.split_once("\n## The messages\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let named = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    let named: Vec<String> = section.lines().filter_map(named).collect();
    assert_eq!(named, MessageKind::ALL.map(MessageKind::name));
}

/// What the page says one sees is what one sees, but for the times.
#[test]
fn the_lines_are_those_that_are_shown() {
    let page = page();
    let [session] = blocks(&page, "console")[..] else { panic!("one session is shown") };
    let (command, shown) = session.split_once('\n').unwrap();
    let command = command.strip_prefix("$ ").unwrap();
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", command]).current_dir(workspace()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut parts = text.split("\"t_ns\":");
    let mut seen = parts.next().unwrap().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        assert_ne!(part, rest, "a time is a number: {part}");
        seen += &format!("\"t_ns\":…{rest}");
    }
    assert_eq!(seen, shown);
}
