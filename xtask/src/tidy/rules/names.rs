//! A file is named after the noun it defines.

use crate::tidy::finding::Findings;
use crate::tidy::lexer::words;
use crate::tidy::tree::Tree;
use std::collections::BTreeSet;

/// Names that say nothing about what is inside.
const BANNED: &[&str] = &["imp", "util", "utils", "helpers", "common", "misc", "types", "manager"];

/// Names of Rust files, their folders, and modules.
pub(crate) fn names(tree: &Tree, findings: &mut Findings) {
    let mut folders = BTreeSet::new();
    for (file, rust) in tree.rust() {
        let mut parts: Vec<&str> = file.path.split('/').collect();
        let stem = parts.pop().unwrap_or_default().trim_end_matches(".rs");
        name(&file.path, 1, stem, findings);
        for part in parts {
            if folders.insert((file.crate_folder(), part.to_owned())) {
                name(&file.path, 1, part, findings);
            }
        }
        for (index, line) in rust.code.lines().enumerate() {
            for at in words(line, "mod") {
                let rest = line[at + "mod".len()..].trim_start();
                let inline = rest.contains('{');
                let module = rest.split([' ', ';', '{']).next().unwrap_or_default();
                if inline && BANNED.contains(&module) {
                    name(&file.path, index + 1, module, findings);
                }
            }
        }
    }
}

fn name(path: &str, line: usize, name: &str, findings: &mut Findings) {
    if BANNED.contains(&name) {
        let problem = format!("`{name}` says nothing about what is inside");
        findings.add(path, line, &problem, "name it after the noun it defines");
    }
    let snake = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if !name.chars().all(snake) || name.starts_with(|c: char| !c.is_ascii_lowercase()) {
        let problem = format!("`{name}` is not snake_case");
        findings.add(path, line, &problem, "use lower-case letters, digits and `_`");
    }
}
