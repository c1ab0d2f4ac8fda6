//! Data moves one way: a dependency goes only to a lower layer, and third-party code comes only
//! from a short list.

use crate::tidy::finding::Findings;
use crate::tidy::lexer::words;
use crate::tidy::manifest::{Dependency, Package, When};
use crate::tidy::tree::Tree;

/// Where a package stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layer {
    /// A dependency goes to a smaller number.
    Level(u8),
    /// Nothing that is shipped may depend on it.
    Development,
}

use Layer::{Development, Level};

/// The layers by folder, built or not; ARCHITECTURE.md quotes those that are built.
const LAYERS: &[(&str, Layer)] = &[
    ("model", Level(0)),
    ("stats", Level(0)),
    ("marker", Level(0)),
    ("macros", Level(0)),
    ("sys", Level(1)),
    ("judge", Level(1)),
    ("host", Level(2)),
    ("evidence", Level(2)),
    ("sources", Level(3)),
    ("profile", Level(3)),
    ("report", Level(3)),
    ("capture", Level(4)),
    ("load", Level(4)),
    ("campaign", Level(5)),
    ("selftest", Level(5)),
    ("harness", Level(6)),
    ("experiment", Level(6)),
    ("history", Level(6)),
    ("probity", Level(7)),
    ("compat", Level(8)),
    ("cli", Level(8)),
    ("testbed", Development),
    ("xtask", Development),
];

/// What any crate may use: the library a user adds to a project has to stay light.
const LIGHT: &[&str] = &["libc", "serde", "serde_json", "sha2", "unicode-width"];
/// What any crate may use behind a feature.
const OPTIONAL: &[&str] = &["schemars"];
/// What one package may use beyond that.
const MORE: &[(&str, &[&str])] = &[("cli", &["clap", "tempfile"]), ("harness", &["inventory"])];
/// What one package may use behind a feature.
const MORE_OPTIONAL: &[(&str, &[&str])] = &[("compat", &["tokio"]), ("harness", &["regex-lite"])];
/// What tests may use beyond that.
const TESTS: &[&str] = &["proptest", "schemars", "tempfile"];
/// The one internal package that a test may take from above.
const TESTBED: &str = "probity-testbed";

/// Layers, package names, third-party dependencies, inherited settings, the quoted table.
pub(crate) fn layers(tree: &Tree, findings: &mut Findings) {
    for package in &tree.packages {
        name(package, findings);
        inherited(tree, package, findings);
        for dependency in &package.dependencies {
            let line = line_naming(tree, &package.manifest(), &dependency.name);
            if let Some((problem, remedy)) = wrong(package, dependency) {
                findings.add(&package.manifest(), line, &problem, remedy);
            }
        }
    }
    testbed_in_sources(tree, findings);
    quoted_table(tree, findings);
}

fn layer(folder: &str) -> Option<Layer> {
    LAYERS.iter().find(|(name, _)| *name == folder).map(|(_, layer)| *layer)
}

/// The folder of an internal package's name.
fn internal(name: &str) -> Option<&str> {
    match name {
        "probity" | "xtask" => Some(name),
        _ => name.strip_prefix("probity-"),
    }
}

fn name(package: &Package, findings: &mut Findings) {
    let short = package.short();
    let expected = match package.folder.as_str() {
        "xtask" | "crates/probity" => short.to_owned(),
        _ => format!("probity-{short}"),
    };
    if package.name != expected {
        let problem = format!("the package is called `{}`", package.name);
        findings.add(&package.manifest(), 1, &problem, &format!("call it `{expected}`"));
    }
    if layer(short).is_none() {
        let problem = format!("`{short}` has no layer");
        let remedy = "add it to the table in xtask/src/tidy/rules/layers.rs and ARCHITECTURE.md";
        findings.add(&package.manifest(), 1, &problem, remedy);
    }
}

fn inherited(tree: &Tree, package: &Package, findings: &mut Findings) {
    let text = tree.file(&package.manifest()).and_then(|file| file.text.as_deref());
    let text = text.unwrap_or_default();
    for field in ["version", "edition", "rust-version"] {
        if !text.lines().any(|line| line.trim() == format!("{field}.workspace = true")) {
            let problem = format!("`{field}` is not the workspace's");
            let remedy = format!("write `{field}.workspace = true`");
            findings.add(&package.manifest(), 1, &problem, &remedy);
        }
    }
    // Tests print and panic, and so does what they stand on.
    let free = package.name == TESTBED;
    let mut lines = text.lines().map(str::trim).skip_while(|line| *line != "[lints]").skip(1);
    if !free && lines.next() != Some("workspace = true") {
        let remedy = "write `[lints]` and under it `workspace = true`";
        findings.add(&package.manifest(), 1, "the lints are not the workspace's", remedy);
    }
}

/// What is wrong with a dependency and what to do, if anything is.
fn wrong(package: &Package, dependency: &Dependency) -> Option<(String, &'static str)> {
    let (from, to) = (package.short(), &dependency.name);
    let Some(target) = internal(to) else {
        let problem = format!("`{from}` may not use `{to}`");
        let remedy = "do without, or add it to the list in xtask/src/tidy/rules/layers.rs \
            with a decision record";
        return (!allowed(from, dependency)).then_some((problem, remedy));
    };
    let development = dependency.when == When::Development;
    if development && (to == TESTBED || *to == package.name) {
        return None;
    }
    let allowed = match (layer(from)?, layer(target)) {
        (Level(from), Some(Level(to))) => to < from,
        (Development, Some(Level(_))) => true,
        (_, Some(Development)) => false,
        (_, None) => return Some((format!("`{to}` has no layer"), "give it one")),
    };
    let remedy = if target == "testbed" {
        "only tests use it: make it a dev-dependency"
    } else {
        "depend on lower layers only, or move what is needed down"
    };
    (!allowed).then(|| (format!("`{from}` depends on `{to}`, which is not below it"), remedy))
}

fn allowed(from: &str, dependency: &Dependency) -> bool {
    let name = dependency.name.as_str();
    let of = |list: &[(&str, &[&str])]| {
        list.iter().any(|(folder, names)| *folder == from && names.contains(&name))
    };
    let tests = dependency.when == When::Development || layer(from) == Some(Development);
    of(MORE)
        || LIGHT.contains(&name)
        || (dependency.optional && (OPTIONAL.contains(&name) || of(MORE_OPTIONAL)))
        || (tests && TESTS.contains(&name))
}

fn line_naming(tree: &Tree, path: &str, word: &str) -> usize {
    let text = tree.file(path).and_then(|file| file.text.as_deref()).unwrap_or_default();
    let mut in_dependencies = false;
    for (index, line) in text.lines().enumerate() {
        if line.starts_with('[') {
            in_dependencies = line.contains("dependencies");
        }
        let rest = line.trim_start().strip_prefix(word);
        let named = rest.is_some_and(|rest| rest.starts_with(['.', ' ', '=']));
        if in_dependencies && named {
            return index + 1;
        }
    }
    1
}

/// Within `src` a dev-dependency on the testbed would compile every lower crate twice, with types
/// that do not fit each other.
fn testbed_in_sources(tree: &Tree, findings: &mut Findings) {
    for (file, rust) in tree.rust() {
        let inside = |folder: &str| folder != "testbed" && file.path.contains("/src/");
        if !file.crate_folder().is_some_and(inside) {
            continue;
        }
        for (index, line) in rust.code.lines().enumerate() {
            if words(line, "probity_testbed").next().is_some() {
                let remedy = "use it from the crate's tests/ folder";
                findings.add(&file.path, index + 1, "the testbed is used inside src", remedy);
            }
        }
    }
}

/// ARCHITECTURE.md, once it exists, shows every built package with its layer and description.
fn quoted_table(tree: &Tree, findings: &mut Findings) {
    let path = "ARCHITECTURE.md";
    let Some(text) = tree.file(path).and_then(|file| file.text.as_deref()) else { return };
    let rows = table(text);
    let expected: Vec<[String; 3]> = tree
        .packages
        .iter()
        .filter_map(|package| {
            let layer = match layer(package.short())? {
                Level(level) => level.to_string(),
                Development => "dev".to_owned(),
            };
            let description = package.description.clone().unwrap_or_default();
            Some([layer, package.short().to_owned(), description])
        })
        .collect();
    if rows.is_empty() {
        let remedy = "write it, one row for every package";
        findings.add(path, 1, "no table `| layer | crate | responsibility |`", remedy);
        return;
    }
    for row in &expected {
        if !rows.iter().any(|(_, found)| found == row) {
            let problem = format!("the table lacks `| {} |`", row.join(" | "));
            findings.add(path, 1, &problem, "quote layer, folder and description exactly");
        }
    }
    for (line, row) in &rows {
        if !expected.iter().any(|known| known[1] == row[1]) {
            let problem = format!("the table names `{}`, which is no package", row[1]);
            findings.add(path, *line, &problem, "remove the row");
        }
    }
}

/// The rows under the header, without backticks, with their lines.
fn table(text: &str) -> Vec<(usize, [String; 3])> {
    let cells = |line: &str| -> Option<[String; 3]> {
        let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
        let cells: Vec<String> =
            inner.split('|').map(|cell| cell.trim().replace('`', "")).collect();
        cells.try_into().ok()
    };
    let header = ["layer", "crate", "responsibility"].map(str::to_owned);
    let mut lines = (1..).zip(text.lines()).skip_while(|(_, line)| {
        cells(line).is_none_or(|cells| cells.map(|cell| cell.to_lowercase()) != header)
    });
    lines.by_ref().take(2).for_each(drop);
    lines.map_while(|(line, text)| Some((line, cells(text)?))).collect()
}
