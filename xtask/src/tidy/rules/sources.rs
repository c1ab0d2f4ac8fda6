//! A new source is one folder and one line in one table; nothing else may name it.

use crate::tidy::finding::Findings;
use crate::tidy::lexer::{closing, line_of, words};
use crate::tidy::tree::{File, Tree};
use std::collections::BTreeSet;

/// Where the table is.
const TABLE: &str = "crates/sources/src/lib.rs";
/// Where the folders are.
const FOLDERS: &str = "crates/sources/src/";
/// Modules with parts that are no source: the session opens them, and some share how to count.
const NO_SOURCE: &[&str] = &["session", "counting"];

/// The table against the folders, and nobody else naming a source.
pub(crate) fn sources(tree: &Tree, findings: &mut Findings) {
    let Some(table) = tree.file(TABLE).and_then(|file| file.rust.as_ref()) else { return };
    let folders: BTreeSet<&str> = tree
        .files
        .iter()
        .filter_map(|file| file.path.strip_prefix(FOLDERS)?.strip_suffix("/mod.rs"))
        .filter(|folder| !folder.contains('/') && !NO_SOURCE.contains(folder))
        .collect();
    let rows = rows(&table.product);
    for folder in &folders {
        match rows.iter().filter(|(_, row)| row == folder).count() {
            1 => {}
            0 => {
                let problem = format!("the table lacks `{folder}`");
                findings.add(TABLE, 1, &problem, "add one line to the table, or remove the folder");
            }
            _ => {
                let problem = format!("the table lists `{folder}` more than once");
                findings.add(TABLE, 1, &problem, "keep one line");
            }
        }
    }
    for (line, row) in rows.iter().filter(|(_, row)| !folders.contains(row.as_str())) {
        let problem = format!("the table lists `{row}`, which has no folder");
        findings.add(TABLE, *line, &problem, "add the folder, or remove the line");
    }
    for folder in &folders {
        named(tree, folder, findings);
    }
    metrics_named(tree, findings);
}

/// Metric ids written down by code outside the crate of sources, which should ask for a role.
fn metrics_named(tree: &Tree, findings: &mut Findings) {
    let described = |file: &&str| file.starts_with(FOLDERS) && file.ends_with("/mod.rs");
    let tables = tree.product().filter(|(file, _)| described(&file.path.as_str()));
    let ids: BTreeSet<&str> = tables
        .flat_map(|(_, rust)| &rust.literals)
        .map(|literal| literal.text.as_str())
        .filter(|text| is_metric_id(text))
        .collect();
    // The chores read documents from outside, as any script does.
    let others = |file: &File| file.crate_folder().is_some() && !file.path.starts_with(FOLDERS);
    for (file, rust) in tree.product().filter(|(file, _)| others(file)) {
        for literal in rust.literals.iter().filter(|literal| ids.contains(literal.text.as_str())) {
            let problem = format!("the metric `{}` is named", literal.text);
            findings.add(&file.path, literal.line, &problem, "ask for its role");
        }
    }
}

/// Lower-case words with dots between them.
fn is_metric_id(text: &str) -> bool {
    let word = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    };
    text.contains('.') && text.split('.').all(word)
}

/// The modules that the constant tables of the file list: `module::ITEM` between the brackets
/// after `=`, with their lines.
fn rows(code: &str) -> Vec<(usize, String)> {
    let mut rows = Vec::new();
    for item in ["const", "static"] {
        for at in words(code, item) {
            let Some(equals) = code[at..].find('=').map(|offset| at + offset) else { continue };
            let Some(open) = code[equals..].find(['[', ';']).map(|offset| equals + offset) else {
                continue;
            };
            if code.as_bytes()[open] == b';' {
                continue;
            }
            let mut offset = open + 1;
            for row in code[open + 1..closing(code, open)].split(',') {
                let path = row.trim_start().trim_start_matches('&');
                if let Some((module, _)) = path.split_once("::") {
                    let start = offset + row.len() - row.trim_start().len();
                    rows.push((line_of(code, start), module.trim().to_owned()));
                }
                offset += row.len() + 1;
            }
        }
    }
    rows
}

/// Uses of the source's module outside its folder and the table.
fn named(tree: &Tree, folder: &str, findings: &mut Findings) {
    let own = format!("{FOLDERS}{folder}/");
    for (file, rust) in tree.rust() {
        if file.path == TABLE || file.path.starts_with(&own) {
            continue;
        }
        let inside = file.path.starts_with(FOLDERS);
        for (index, line) in rust.code.lines().enumerate() {
            let uses = words(line, folder).any(|at| {
                let before = &line[..at];
                let module = line[at + folder.len()..].starts_with("::");
                before.ends_with("probity_sources::")
                    || (before.contains("probity_sources::{") && module)
                    || (inside && before.ends_with("crate::"))
                    || (inside && module && before.ends_with("super::"))
            });
            if uses {
                let problem = format!("the source `{folder}` is named");
                let remedy = "ask for the metric or its role; the table is the only list";
                findings.add(&file.path, index + 1, &problem, remedy);
            }
        }
    }
}
