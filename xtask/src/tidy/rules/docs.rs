//! The documents hang together: links lead somewhere, and the book lists all its pages.

use crate::tidy::finding::Findings;
use crate::tidy::markdown::{Link, anchors, links};
use crate::tidy::tree::{File, Tree};
use std::path::{Component, Path, PathBuf};

/// The pages of the book.
const BOOK: &str = "docs/book/";
/// Its table of contents.
const SUMMARY: &str = "docs/book/SUMMARY.md";

/// Links and anchors of every Markdown file; the book's table of contents.
pub(crate) fn docs(tree: &Tree, findings: &mut Findings) {
    for (file, text) in tree.texts().filter(|(file, _)| file.path.ends_with(".md")) {
        for link in links(text) {
            // mdBook spells a chapter that is not written yet as a link to nowhere.
            let draft = file.path == SUMMARY && link.target.is_empty();
            let broken = if draft { None } else { broken(tree, file, text, &link) };
            if let Some((problem, remedy)) = broken {
                findings.add(&file.path, link.line, &problem, remedy);
            }
        }
    }
    contents(tree, findings);
}

/// What is wrong with a link, if anything is.
fn broken(tree: &Tree, file: &File, text: &str, link: &Link) -> Option<(String, &'static str)> {
    let target = link.target.as_str();
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    if target.is_empty() || path.starts_with('/') {
        return Some((format!("the link `{target}`"), "point to a file, relative to this one"));
    }
    let (found, there) = if path.is_empty() {
        (Some(text), true)
    } else {
        let Some(path) = inside(&file.path, path) else {
            return Some((format!("`{target}` leaves the tree"), "point inside the tree"));
        };
        let known = tree.file(&path.to_string_lossy().replace('\\', "/"));
        (known.and_then(|file| file.text.as_deref()), tree.root.join(&path).exists())
    };
    if !there {
        return Some((format!("`{target}` does not exist"), "correct or remove the link"));
    }
    let known = anchor.is_empty() || found.is_some_and(|text| has_anchor(text, anchor));
    (!known).then(|| (format!("`{target}` has no such heading"), "correct the part after `#`"))
}

fn has_anchor(text: &str, anchor: &str) -> bool {
    anchors(text).iter().any(|known| known == anchor)
}

/// Where `target`, seen from the file at `from`, lies in the tree; none where it leaves it.
fn inside(from: &str, target: &str) -> Option<PathBuf> {
    let mut path = Path::new(from).parent()?.to_path_buf();
    for part in Path::new(target).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !path.pop() {
                    return None;
                }
            }
            Component::Normal(name) => path.push(name),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(path)
}

/// Every page of the book stands in its table of contents.
fn contents(tree: &Tree, findings: &mut Findings) {
    let summary = tree.file(SUMMARY).and_then(|file| file.text.as_deref()).unwrap_or_default();
    let listed: Vec<String> = links(summary).into_iter().map(|link| link.target).collect();
    for file in &tree.files {
        let Some(page) = file.path.strip_prefix(BOOK) else { continue };
        if page.ends_with(".md") && page != "SUMMARY.md" && !listed.iter().any(|l| l == page) {
            let remedy = "link it from docs/book/SUMMARY.md";
            findings.add(&file.path, 1, "a page that the book does not list", remedy);
        }
    }
}
