//! Words that belong to a desk, not to a project: paths of one machine, addresses of one network,
//! who writes it and how, notes to oneself.

use crate::tidy::finding::Findings;
use crate::tidy::tree::{File, Tree};

/// Spelt in two halves, here and below, so that this file keeps its own rule.
type Halves = (&'static str, &'static str);

/// Folders of one machine, from the root.
const FOLDERS: &[Halves] = &[("/wo", "rk/"), ("/ro", "ot/"), ("/ho", "me/")];

/// Parts of a host name that tell of a package mirror.
const MIRRORS: &[Halves] = &[
    ("art", "ifactory"),
    ("dow", "nloads"),
    ("ind", "ex"),
    ("mir", "ror"),
    ("mir", "rors"),
    ("nex", "us"),
    ("pro", "xy"),
    ("py", "pi"),
    ("reg", "istry"),
    ("sta", "tic"),
];

/// How the work on the project is organised is no part of it.
const STAFF: &[Halves] = &[
    ("ag", "ent"),
    ("ag", "ents"),
    ("ag", "entic"),
    ("assi", "stant"),
    ("assi", "stants"),
    ("ce", "o"),
    ("chat", "bot"),
    ("fa", "rm"),
    ("language mo", "del"),
    ("ll", "m"),
    ("ll", "ms"),
    ("session mac", "hine"),
    ("suba", "gent"),
    ("suba", "gents"),
];

/// What may stand before such a word and make it a word of the field (`user-…`).
const FIELD: &[&str] = &["user-", "ssh-", "gpg-"];

/// Notes to oneself: an open end is an issue, not a comment.
const NOTES: &[Halves] = &[("TO", "DO"), ("FIX", "ME"), ("XX", "X")];

/// Machine paths, host names of mirrors, staffing, notes.
pub(crate) fn words(tree: &Tree, findings: &mut Findings) {
    for (file, text) in tree.texts().filter(|(file, _)| !is_exempt(file)) {
        for (index, line) in text.lines().enumerate() {
            if let Some((problem, remedy)) = first(line) {
                findings.add(&file.path, index + 1, &problem, remedy);
            }
        }
    }
}

/// Texts of others: the licences, and what cargo writes.
fn is_exempt(file: &File) -> bool {
    file.path == "Cargo.lock" || file.path.starts_with("LICENSE-")
}

/// The first such word on a line, and what to do about it.
fn first(line: &str) -> Option<(String, &'static str)> {
    if let Some(folder) = FOLDERS.iter().map(join).find(|folder| has_folder(line, folder)) {
        return Some((format!("`{folder}` exists on one machine"), "use a relative path"));
    }
    if let Some(host) = hosts(line).find(|host| is_mirror(host)) {
        return Some((format!("`{host}` is a package mirror"), "leave the address out"));
    }
    if let Some(word) = NOTES.iter().map(join).find(|word| stands(line, word, &[])) {
        return Some((format!("`{word}`"), "do it now, or file an issue"));
    }
    let lower = line.to_lowercase();
    let staff = STAFF.iter().map(join).find(|word| stands(&lower, word, FIELD));
    staff.map(|word| (format!("`{word}` tells of the work, not of the project"), "leave it out"))
}

fn join(&(one, two): &Halves) -> String {
    [one, two].concat()
}

/// Whether `folder` starts at the root: not in the middle of a longer path.
fn has_folder(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "._-)}~*/".contains(c))
    })
}

/// Whether `word` stands in `line` as a whole word, not after one of `except`.
fn stands(line: &str, word: &str, except: &[&str]) -> bool {
    line.match_indices(word).any(|(start, _)| {
        let (before, after) = (&line[..start], &line[start + word.len()..]);
        let inside = |c: char| c.is_alphanumeric() || c == '_';
        !before.ends_with(inside)
            && !after.starts_with(inside)
            && !except.iter().any(|prefix| before.ends_with(prefix))
    })
}

/// The host names of the addresses on a line.
fn hosts(line: &str) -> impl Iterator<Item = &str> {
    line.split("://").skip(1).map(|rest| {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || "-.@:".contains(c)));
        &rest[..end.unwrap_or(rest.len())]
    })
}

fn is_mirror(host: &str) -> bool {
    host.contains('.')
        && host.split(['.', '-', '@', ':']).any(|part| MIRRORS.iter().any(|m| join(m) == part))
}
