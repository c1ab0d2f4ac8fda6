//! Only acquisition knows an operating system; data is interpreted in code that runs everywhere.

use crate::tidy::finding::Findings;
use crate::tidy::lexer::{Literal, words};
use crate::tidy::tree::{File, Tree};

/// Crates that touch the machine. The marker does, in a program that is measured: it opens one
/// pipe, and may stand on no other crate.
const CRATES: &[&str] = &["sys", "host", "marker", "testbed"];
/// Crates that drive acquisition: they may leave out a whole module, in their index, where a system
/// has no body for it.
const DRIVERS: &[&str] = &["campaign", "selftest", "harness", "probity", "cli"];
/// In a source's folder: the bodies per system, and the file that picks one.
const BODIES: &[&str] = &["linux.rs", "macos.rs", "windows.rs", "absent.rs", "mod.rs"];
/// In a source's folder: the folder of a body that is too long for one file.
const BODY_FOLDERS: &[&str] = &["/linux/", "/macos/", "/windows/"];
/// Trees that only Linux has.
const TREES: &[&str] = &["proc/", "sys/"];

const REMEDY: &str =
    "move it to crates/sys, crates/host or a source's linux.rs, and pass the result up";

/// Conditional compilation, system calls and paths of one operating system in their places.
pub(crate) fn os(tree: &Tree, findings: &mut Findings) {
    for (file, rust) in tree.product() {
        let Some(folder) = file.crate_folder() else { continue };
        if CRATES.contains(&folder) {
            continue;
        }
        let body = folder == "sources" && is_body(file);
        for (index, line) in rust.product.lines().enumerate() {
            if words(line, "libc").next().is_some() {
                findings.add(&file.path, index + 1, "`libc` outside acquisition", REMEDY);
            }
            if !may_pick(file, folder) && words(line, "target_os").next().is_some() {
                findings.add(&file.path, index + 1, "`target_os` outside acquisition", REMEDY);
            }
            if !body && line.contains("std::os::linux") {
                findings.add(&file.path, index + 1, "`std::os::linux` outside acquisition", REMEDY);
            }
        }
        for literal in rust.literals.iter().filter(|literal| !body && names_tree(literal)) {
            let problem = format!("the path \"{}\" outside acquisition", literal.text);
            findings.add(&file.path, literal.line, &problem, REMEDY);
        }
    }
}

/// Whether the file may choose code by the operating system. Capture is acquisition too, but has
/// all it knows of a system from the crates below.
fn may_pick(file: &File, folder: &str) -> bool {
    let index = file.is_index() || file.name() == "main.rs";
    match folder {
        "sources" => index || is_body(file),
        "capture" => true,
        _ => index && DRIVERS.contains(&folder),
    }
}

/// Whether a file of the sources is the body for one system, or
/// the file that picks one or the one all other systems share.
fn is_body(file: &File) -> bool {
    let is_part = BODY_FOLDERS.iter().any(|folder| file.path.contains(folder));
    is_part || BODIES.contains(&file.name())
}

/// Whether a literal holds `/proc/` or `/sys/` from the root of the file system, or from a root
/// folder that is joined in front.
fn names_tree(literal: &Literal) -> bool {
    TREES.iter().any(|tree| {
        let from_root = literal.text.match_indices(&format!("/{tree}")).any(|(start, _)| {
            let before = literal.text[..start].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '}'))
        });
        from_root || literal.text.starts_with(tree)
    })
}
