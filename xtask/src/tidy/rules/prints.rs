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
/// What ends a bench executable, which is a command of its own.
const MAY_EXIT: &str = "crates/harness/src/entry.rs";
/// Our own standard streams.
const STREAMS: &[&str] = &["stdout", "stderr"];
/// The first gives our streams to programs, and writes nothing on them; the second writes for bench
/// executables, which are commands of their own.
const MAY_USE_STREAMS: [&str; 2] =
    ["crates/capture/src/streams.rs", "crates/harness/src/console.rs"];

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
            let exits = EXITS.iter().filter(|_| file.path != MAY_EXIT);
            for name in exits.filter(|name| words(line, name).next().is_some()) {
                let remedy = "return an error: only the command exits";
                findings.add(&file.path, index + 1, &format!("`{name}`"), remedy);
            }
            for name in STREAMS {
                let called = words(line, name).any(|at| line[at + name.len()..].starts_with("()"));
                if called && !MAY_USE_STREAMS.contains(&&*file.path) {
                    let remedy = "return what it has to say: only the command prints";
                    findings.add(&file.path, index + 1, &format!("`{name}()`"), remedy);
                }
            }
        }
    }
}
