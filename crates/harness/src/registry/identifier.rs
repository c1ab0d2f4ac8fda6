//! The spelling of what identifies a case: one printable word.

use super::registration::Label;
use std::fmt::Write;

/// A value with more characters than this is cut.
const LONGEST: usize = 80;
/// How many characters of a value that is cut are kept.
const KEPT: usize = 48;

/// The path of a function within its crate: `module::function`. The crate, which is the first part
/// of `module`, is left out.
pub(super) fn path(module: &str, function: &str) -> String {
    let mut path = String::new();
    if let Some((_, inside)) = module.split_once("::") {
        path.push_str(inside);
        path.push_str("::");
    }
    escape(function, &mut path);
    path
}

/// The crate that a module belongs to: the name of the bench target.
pub(super) fn target(module: &str) -> &str {
    module.split("::").next().unwrap_or(module)
}

/// The path with the labels: `module::function::rows=1,kind=a`.
pub(super) fn id(path: &str, labels: &[Label]) -> String {
    let mut id = path.to_owned();
    for (index, label) in labels.iter().enumerate() {
        id.push_str(if index == 0 { "::" } else { "," });
        id.push_str(label.name);
        id.push('=');
        value(&label.value, &mut id);
    }
    id
}

/// Whether a case of the function with this path could have this id.
pub(super) fn is_of(path: &str, id: &str) -> bool {
    id.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// A text with `/` between its parts, as a path: each part escaped, and cut where it is long.
pub fn spelled(text: &str) -> String {
    let mut path = String::new();
    for (index, part) in text.split('/').enumerate() {
        path.push_str(if index == 0 { "" } else { "::" });
        value(part, &mut path);
    }
    path
}

/// A value, escaped; the end of a long one is replaced by a digest of the whole, so that it still
/// differs from others.
fn value(text: &str, out: &mut String) {
    if text.chars().nth(LONGEST).is_none() {
        return escape(text, out);
    }
    let kept = text.char_indices().nth(KEPT).map_or(text, |(end, _)| &text[..end]);
    escape(kept, out);
    // Writing to a string never fails.
    let _ = write!(out, "…{:016x}", fnv(text.as_bytes()));
}

/// White space, control characters and what cannot be seen are written as escapes; letters of all
/// scripts stay.
fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            ' ' => out.push_str("\\s"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            _ if is_seen(character) => out.push(character),
            _ => out.extend(character.escape_unicode()),
        }
    }
}

/// Whether a character has a shape of its own. The standard library knows: in a debugged text it
/// escapes what has none, and leaves alone what joins the letter before.
fn is_seen(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_graphic();
    }
    let mut joined = String::from("a");
    joined.push(character);
    !character.is_whitespace() && joined.escape_debug().eq(joined.chars())
}

/// The 64-bit FNV-1a hash: a digest that will be the same in every version of everything.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
