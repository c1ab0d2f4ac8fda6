//! The tree of modules, functions and their cases, as rows.

use crate::bench::roster::Entry;
use probity_model::Text;

/// One row: a benchmark, or the name that several have in common.
#[derive(Clone, Debug)]
pub(crate) struct Row<'e, 'a> {
    /// What stands before the name.
    pub(crate) branches: Vec<&'static str>,
    /// The name, as far as the rows above it do not have it.
    pub(crate) name: Text,
    /// The benchmark.
    pub(crate) entry: Option<&'e Entry<'a>>,
}

impl Row<'_, '_> {
    /// Columns before the name.
    pub(crate) fn indent(&self) -> usize {
        self.branches.len() * INDENT
    }
}

/// Columns of a step.
const INDENT: usize = 3;

struct Node<'e, 'a> {
    name: Text,
    entry: Option<&'e Entry<'a>>,
    children: Vec<Self>,
}

/// Rows by whole names.
pub(crate) fn flat<'e, 'a>(entries: &[&'e Entry<'a>]) -> Vec<Row<'e, 'a>> {
    let row = |entry: &&'e Entry<'a>| Row {
        branches: Vec::new(),
        name: entry.case().name.clone(),
        entry: Some(*entry),
    };
    entries.iter().map(row).collect()
}

/// Rows by modules and functions. `singles_first` puts what has nothing below it before what has.
pub(crate) fn tree<'e, 'a>(entries: &[&'e Entry<'a>], singles_first: bool) -> Vec<Row<'e, 'a>> {
    let mut roots = Vec::new();
    for entry in entries {
        let parts: Vec<&Text> = entry.identity.parts().collect();
        insert(&mut roots, &parts, entry);
    }
    let roots: Vec<Node<'_, '_>> = roots.into_iter().map(joined).collect();
    let mut rows = Vec::new();
    list(roots, &[], true, singles_first, &mut rows);
    rows
}

fn insert<'e, 'a>(nodes: &mut Vec<Node<'e, 'a>>, parts: &[&Text], entry: &'e Entry<'a>) {
    let Some((first, rest)) = parts.split_first() else { return };
    // Two of one name are two rows.
    let is_taken = |node: &Node<'_, '_>| rest.is_empty() && node.entry.is_some();
    let place = nodes.iter().rposition(|node| node.name == **first && !is_taken(node));
    let place = place.unwrap_or(nodes.len());
    if place == nodes.len() {
        nodes.push(Node { name: (*first).clone(), entry: None, children: Vec::new() });
    }
    let Some(node) = nodes.get_mut(place) else { return };
    match rest.is_empty() {
        true => node.entry = Some(entry),
        false => insert(&mut node.children, rest, entry),
    }
}

/// A group of one is no group.
fn joined<'e, 'a>(node: Node<'e, 'a>) -> Node<'e, 'a> {
    let mut children: Vec<Node<'_, '_>> = node.children.into_iter().map(joined).collect();
    let is_alone = node.entry.is_none() && children.len() == 1;
    if let Some(child) = children.pop_if(|_| is_alone) {
        let name = Text::new([&node.name.0[..], b"::", &child.name.0].concat());
        return Node { name, ..child };
    }
    Node { name: node.name, entry: node.entry, children }
}

fn list<'e, 'a>(
    mut nodes: Vec<Node<'e, 'a>>,
    branches: &[&'static str],
    is_root: bool,
    singles_first: bool,
    rows: &mut Vec<Row<'e, 'a>>,
) {
    if singles_first {
        nodes.sort_by_key(|node| !node.children.is_empty());
    }
    let last = nodes.len().saturating_sub(1);
    for (place, node) in nodes.into_iter().enumerate() {
        let (here, below) = match (is_root, place == last) {
            (true, _) => (None, None),
            (false, true) => (Some("└─ "), Some("   ")),
            (false, false) => (Some("├─ "), Some("│  ")),
        };
        let with = |step: Option<&'static str>| branches.iter().copied().chain(step).collect();
        rows.push(Row { branches: with(here), name: node.name, entry: node.entry });
        let below: Vec<&'static str> = with(below);
        list(node.children, &below, false, singles_first, rows);
    }
}
