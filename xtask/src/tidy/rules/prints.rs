//! Only the command and the chores print and exit; everything else returns what it has to say.

use crate::tidy::finding::Findings;
use crate::tidy::lexer::words;
use crate::tidy::tree::Tree;

/// Crates that may.
const CRATES: &[&str] = &["cli", "testbed"];
/// What prints; each is a macro.
const MACROS: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];

/// What ends the process.
const EXITS: &[&str] = &["process::exit", "process::abort"];
/// Our own standard streams.
const STREAMS: &[&str] = &["stdout", "stderr"];
/// It gives our streams to programs, and writes nothing on them.
const PASSES_ON: &str = "crates/capture/src/streams.rs";

/// Printing and exiting in their places.
pub(crate) fn prints(tree: &Tree, findings: &mut Findings) {
    let inside = |folder: &str| !CRATES.contains(&folder);
    for (file, rust) in tree.product().filter(|(file, _)| file.crate_folder().is_some_and(inside)) {
        let is_script = file.path.ends_with("/build.rs");
        for (index, line) in rust.product.lines().enumerate() {
            // A build script tells Cargo what it found by printing it.
            for name in MACROS.iter().filter(|name| !(is_script && **name == "println")) {
                let called = words(line, name).any(|at| line[at + name.len()..].starts_with('!'));
                if called {
                    let remedy = "return it: only the command prints";
                    findings.add(&file.path, index + 1, &format!("`{name}!`"), remedy);
                }
            }
            for name in EXITS.iter().filter(|name| words(line, name).next().is_some()) {
                let remedy = "return an error: only the command exits";
                findings.add(&file.path, index + 1, &format!("`{name}`"), remedy);
            }
            for name in STREAMS {
                let called = words(line, name).any(|at| line[at + name.len()..].starts_with("()"));
                if called && file.path != PASSES_ON {
                    let remedy = "return what it has to say: only the command prints";
                    findings.add(&file.path, index + 1, &format!("`{name}()`"), remedy);
                }
            }
        }
    }
}
