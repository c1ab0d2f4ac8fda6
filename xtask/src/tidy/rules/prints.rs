//! Only the command and the chores print and exit; everything else returns what it has to say.

use crate::tidy::finding::Findings;
use crate::tidy::lexer::words;
use crate::tidy::tree::Tree;

/// Crates that may.
const CRATES: &[&str] = &["cli", "testbed"];
/// What prints; each is a macro.
const MACROS: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];

/// Printing and exiting in their places.
pub(crate) fn prints(tree: &Tree, findings: &mut Findings) {
    let inside = |folder: &str| !CRATES.contains(&folder);
    for (file, rust) in tree.product().filter(|(file, _)| file.crate_folder().is_some_and(inside)) {
        for (index, line) in rust.product.lines().enumerate() {
            for name in MACROS {
                let called = words(line, name).any(|at| line[at + name.len()..].starts_with('!'));
                if called {
                    let remedy = "return it: only the command prints";
                    findings.add(&file.path, index + 1, &format!("`{name}!`"), remedy);
                }
            }
            if words(line, "process::exit").next().is_some() {
                let remedy = "return an error: only the command exits";
                findings.add(&file.path, index + 1, "`process::exit`", remedy);
            }
        }
    }
}
