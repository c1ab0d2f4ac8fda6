//! The help.

use super::option::{Entry, SECTIONS, Takes};

/// What to do when cargo answers `Unrecognized option`. Cargo hands the flags after `--` to every
/// executable it runs, and first to the harness of the library's own unit tests, which knows
/// none of ours: our process is not even started then, so this can only be read beforehand.
pub const UNRECOGNIZED_OPTION: &str = "\
If cargo says \"Unrecognized option\": it gave the option to the unit tests of the
library first, and their harness does not know it. One of these helps:
  - in Cargo.toml: [lib] bench = false  (and the same for each [[bin]])
  - cargo bench --bench NAME -- OPTIONS
  - the variable of the option, as PROBITY_SAVE_BASELINE=main cargo bench
";

const HEAD: &str = "\
Usage: cargo bench [--bench NAME] -- [OPTIONS] [FILTERS]

Measures the benchmarks whose names contain one of the FILTERS; all without any.
Without --bench, which cargo bench adds, each is run once, as a test.
Each option can be given by the variable in brackets too; a flag wins over it.
";

/// Columns of the help.
const WIDTH: usize = 80;
/// Where explanations begin.
const INDENT: usize = 29;

/// The whole help, made from the table of options.
pub(crate) fn help() -> String {
    let sections = SECTIONS.iter().map(|section| {
        let entries: String = section.entries.iter().map(explained).collect();
        // What does nothing needs no line of its own.
        let silent = section.entries.iter().filter(|entry| entry.help.is_empty());
        let names: Vec<String> = silent.map(|entry| usage(entry).replace(' ', "\u{a0}")).collect();
        let names = wrapped(&names.join(", "), 2).replace('\u{a0}', " ");
        format!("\n{}:\n{entries}{names}", section.title)
    });
    format!("{HEAD}{}\n{UNRECOGNIZED_OPTION}", sections.collect::<String>())
}

/// How an option is written.
pub(super) fn usage(entry: &Entry) -> String {
    let short = entry.short.map(|short| format!("-{short}"));
    let long = (entry.long.len() > 1).then(|| format!("--{}", entry.long));
    let names: Vec<String> = short.into_iter().chain(long).collect();
    let names = names.join(", ");
    match entry.takes {
        Takes::Nothing | Takes::Optional("") => names,
        Takes::Value(placeholder) => format!("{names} {placeholder}"),
        Takes::Optional(placeholder) => format!("{names}[={placeholder}]"),
    }
}

fn explained(entry: &Entry) -> String {
    if entry.help.is_empty() {
        return String::new();
    }
    let variable = entry.variable().map(|name| format!(" [{name}]")).unwrap_or_default();
    let usage = usage(entry);
    let text = wrapped(&format!("{}{variable}", entry.help), INDENT);
    let room = INDENT - "  ".len();
    if usage.len() < room {
        format!("  {usage:<room$}{}", text.trim_start())
    } else {
        format!("  {usage}\n{text}")
    }
}

/// The words of a text on lines that begin at this column. Nothing is nothing, not a blank line.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                *line += " ";
                *line += word;
            }
            _ => lines.push(format!("{:indent$}{word}", "")),
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}
