//! Small enough to read in one sitting: files, functions, lines, folders; and index files that
//! hold nothing but an index.

use crate::tidy::finding::Findings;
use crate::tidy::lexer::{closing, line_of, words};
use crate::tidy::tree::{File, Tree};
use std::collections::BTreeMap;

/// Lines of a file, without its inline tests.
const FILE_LINES: usize = 400;
/// Lines of a function, from `fn` to its closing brace.
const FUNCTION_LINES: usize = 70;
/// Columns of a line.
const COLUMNS: usize = 100;
/// Files of a folder, without `lib.rs`, `mod.rs` and `tests.rs`.
const FOLDER_FILES: usize = 12;
/// Folders that may hold more, how many, and why.
const LARGER: &[(&str, usize, &str)] = &[("crates/model/src", 20, "one file for every word")];

/// What may not stand at the top of an index file.
const ITEMS: &[&str] =
    &["fn", "struct", "enum", "union", "trait", "impl", "const", "static", "type", "macro_rules"];

/// Sizes of files, functions, lines and folders; contents of `lib.rs` and `mod.rs`.
pub(crate) fn sizes(tree: &Tree, findings: &mut Findings) {
    let mut folders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (file, rust) in tree.product() {
        let text = file.text.as_deref().unwrap_or_default();
        let lines = text.lines().count() - rust.test_lines;
        if lines > FILE_LINES {
            let problem = format!("{lines} lines, {FILE_LINES} are allowed");
            findings.add(&file.path, 1, &problem, "split it along its nouns");
        }
        columns(file, text, findings);
        functions(file, &rust.product, findings);
        let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
        if (folder.contains("/src/") || folder.ends_with("/src")) && !file.is_index() {
            folders.entry(folder).or_default().push(name);
        }
        // The table of sources and their descriptors are the index of that crate.
        if file.is_index() && file.crate_folder() != Some("sources") {
            index(file, &rust.code, findings);
        }
    }
    for (folder, names) in &folders {
        let larger = LARGER.iter().find(|(known, ..)| known == folder);
        let allowed = larger.map_or(FOLDER_FILES, |(_, files, _)| *files);
        if names.len() > allowed {
            let problem = format!("{} files in {folder}, {allowed} are allowed", names.len());
            let first = format!("{folder}/{}", names[0]);
            findings.add(&first, 1, &problem, "gather those of one noun in a folder");
        }
    }
}

fn columns(file: &File, text: &str, findings: &mut Findings) {
    for (index, line) in text.lines().enumerate() {
        let columns = line.chars().count();
        if columns > COLUMNS {
            let problem = format!("{columns} columns, {COLUMNS} are allowed");
            findings.add(&file.path, index + 1, &problem, "break the line");
        }
    }
}

fn functions(file: &File, code: &str, findings: &mut Findings) {
    for at in words(code, "fn") {
        let rest = &code[at + "fn".len()..];
        let named = rest.trim_start().starts_with(|c: char| c.is_alphabetic() || c == '_');
        let Some(open) = named.then(|| body(code, at)).flatten() else { continue };
        let (first, last) = (line_of(code, at), line_of(code, closing(code, open)));
        let lines = last - first + 1;
        if lines > FUNCTION_LINES {
            let problem = format!("a function of {lines} lines, {FUNCTION_LINES} are allowed");
            findings.add(&file.path, first, &problem, "give its steps names of their own");
        }
    }
}

/// The opening brace of the function at `at`; none where it has no body.
fn body(code: &str, at: usize) -> Option<usize> {
    let mut offset = at;
    while let Some(byte) = code.as_bytes().get(offset) {
        match byte {
            b'{' => return Some(offset),
            b';' => return None,
            b'(' | b'[' => offset = closing(code, offset),
            _ => offset += 1,
        }
    }
    None
}

/// An index holds its purpose, modules and re-exports.
fn index(file: &File, code: &str, findings: &mut Findings) {
    let (mut depth, mut is_macro) = (0usize, false);
    for (number, line) in code.lines().enumerate() {
        let start = line.trim_start();
        // The compiler wants those at the root of their crate.
        let is_exempt = std::mem::replace(&mut is_macro, start.starts_with("#[proc_macro"));
        let item = start.strip_prefix("pub").map_or(start, |rest| {
            let rest = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
            rest.map_or(start.trim_start_matches("pub"), |(_, rest)| rest)
        });
        let mut tokens = item.split_whitespace().skip_while(|word| {
            matches!(*word, "async" | "unsafe" | "extern" | "\"\"") || word.starts_with("extern")
        });
        let word = tokens.next().unwrap_or_default();
        let word = word.split(['<', '!', '(']).next().unwrap_or_default();
        let inline = word == "mod" && line.contains('{');
        if depth == 0 && !is_exempt && (ITEMS.contains(&word) || inline) {
            let problem = format!("`{word}` in {}", file.name());
            let remedy = "it holds purpose, modules and re-exports; give the item a file";
            findings.add(&file.path, number + 1, &problem, remedy);
        }
        let count = |set: [char; 3]| line.matches(set).count();
        depth = (depth + count(['{', '(', '['])).saturating_sub(count(['}', ')', ']']));
    }
}
