//! One crate contains `unsafe`, and says why each use is sound.

use crate::tidy::finding::Findings;
use crate::tidy::lexer::{Rust, words};
use crate::tidy::tree::Tree;

/// The only folders with unsafe code: the wall, and the program that it carries.
const WALLS: [&str; 2] = ["crates/sys/src/", "crates/sys/creator/"];
/// How far above the comment may start.
const REACH: usize = 5;

/// Where `unsafe` stands, and whether it is explained.
pub(crate) fn unsafe_code(tree: &Tree, findings: &mut Findings) {
    for (file, rust) in tree.rust() {
        for (index, line) in rust.code.lines().enumerate() {
            for at in words(line, "unsafe") {
                if !WALLS.iter().any(|wall| file.path.starts_with(wall)) {
                    let remedy = "move it behind a safe, typed call in crates/sys";
                    findings.add(&file.path, index + 1, "`unsafe` outside the wall", remedy);
                } else if !explained(rust, index, line[at + "unsafe".len()..].trim_start()) {
                    let remedy = "state the obligation and why it holds, in a `SAFETY:` comment \
                        right above";
                    findings.add(&file.path, index + 1, "`unsafe` without its reason", remedy);
                }
            }
        }
    }
}

/// Whether the `unsafe` on line `index` (from 0), followed by `rest`, needs no comment, as the type
/// of a pointer, or has one: close above, or in the block of comment lines that ends right above.
fn explained(rust: &Rust, index: usize, rest: &str) -> bool {
    // The contents of literals are blank: what is left of `extern "C"` are the quotes.
    let after = rest.trim_start_matches("extern").trim_start_matches(['"', ' ']);
    if after.starts_with("fn(") {
        return true;
    }
    let comments: Vec<&str> = rust.comments.lines().collect();
    let code: Vec<&str> = rust.code.lines().collect();
    let contract = rest.starts_with("fn ") || rest.starts_with("extern");
    let says = |line: &&str| line.contains("SAFETY:") || (contract && line.contains("# Safety"));
    let near = index.saturating_sub(REACH)..=index;
    let block = (0..index).rev().take_while(|&above| {
        let attribute = code[above].trim_start().starts_with("#[");
        !comments[above].trim().is_empty() && code[above].trim().is_empty() || attribute
    });
    comments[near].iter().any(says) || block.map(|above| comments[above]).any(|line| says(&line))
}
