//! The rules hold in this tree. And every rule is seen to fail: a tidy tree passes, and each planted
//! violation trips exactly its rule.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod tree;

use std::collections::BTreeSet;
use std::path::Path;
use tree::Planted;
use xtask::tidy;

/// A name for the case, the rule it breaks, and how.
type Case = (&'static str, &'static str, fn(&Planted));

/// Text that must not stand in this file in one piece.
fn word(halves: [&str; 2]) -> String {
    halves.concat()
}

fn lines(count: usize) -> String {
    "// one more line\n".repeat(count)
}

const LAYERS: &[Case] = &[
    ("up", "layers", |t| t.depend("sys", "judge")),
    ("sideways", "layers", |t| t.depend("model", "stats")),
    ("up, while building", "layers", |t| t.add("crates/model/Cargo.toml", &build_on_sys())),
    ("up, in a test", "layers", |t| t.develop("model", "sys")),
    ("shipped testbed", "layers", |t| t.depend("sys", "testbed")),
    ("testbed inside src", "layers", |t| {
        t.write("crates/sys/src/tests.rs", "use probity_testbed as _;\n");
    }),
    ("foreign package", "layers", |t| t.depend_on("model", "rand = \"0.9\"")),
    ("the command's package elsewhere", "layers", |t| t.depend_on("model", "clap = \"4\"")),
    ("optional package made mandatory", "layers", |t| t.depend_on("model", "schemars = \"1\"")),
    ("test package shipped", "layers", |t| t.depend_on("model", "proptest = \"1\"")),
    ("name", "layers", |t| {
        t.replace("crates/judge/Cargo.toml", "\"probity-judge\"", "\"judge\"");
    }),
    ("no layer", "layers", |t| t.package("crates/attic", "probity-attic", "Old things.")),
    ("own edition", "layers", |t| {
        t.replace("crates/sys/Cargo.toml", "edition.workspace = true", "edition = \"2021\"");
    }),
    ("own lints", "layers", |t| {
        t.replace("crates/sys/Cargo.toml", "[lints]\nworkspace = true", "");
    }),
    ("no table", "layers", |t| t.write("ARCHITECTURE.md", "# Nothing\n")),
    ("wrong layer quoted", "layers", |t| {
        t.replace("ARCHITECTURE.md", "| 1 | `sys`", "| 2 | `sys`")
    }),
    ("wrong description quoted", "layers", |t| {
        t.replace("ARCHITECTURE.md", "What sys does.", "Something.");
    }),
    ("unknown crate quoted", "layers", |t| {
        t.replace("ARCHITECTURE.md", "| 1 | `sys`", "| 9 | `moon` | Far. |\n| 1 | `sys`");
    }),
];

fn build_on_sys() -> String {
    "[build-dependencies]\nprobity-sys = { path = \"../sys\" }\n".to_owned()
}

const CODE: &[Case] = &[
    ("unsafe elsewhere", "unsafe", |t| {
        t.write("crates/judge/src/fast.rs", "// SAFETY: fine.\nfn f() { unsafe { g() } }\n");
    }),
    ("unsafe in a test elsewhere", "unsafe", |t| {
        t.write("crates/judge/tests/fast.rs", "// SAFETY: fine.\nunsafe fn f() {}\n");
    }),
    ("unsafe block without a reason", "unsafe", |t| {
        t.write("crates/sys/src/clock.rs", "fn f() {\n    unsafe { g() }\n}\n");
    }),
    ("unsafe without a reason in the carried program", "unsafe", |t| {
        t.write("crates/sys/creator/main.rs", "fn f() {\n    unsafe { g() }\n}\n");
    }),
    ("unsafe in a build script", "unsafe", |t| {
        t.write("crates/sys/build.rs", "// SAFETY: fine.\nunsafe fn f() {}\n");
    }),
    ("unsafe block around a pointer", "unsafe", |t| {
        t.write("crates/sys/src/clock.rs", "fn f() { unsafe { g as fn(u8) } }\n");
    }),
    ("unsafe implementation without a reason", "unsafe", |t| {
        t.write("crates/sys/src/clock.rs", "// SAFETY: far above.\n\n\n\n\n\n\nunsafe impl X {}\n");
    }),
    ("reason in a string", "unsafe", |t| {
        t.write("crates/sys/src/clock.rs", "const A: &str = \"SAFETY:\";\nunsafe fn f() {}\n");
    }),
    ("target_os", "os", |t| {
        t.write("crates/judge/src/fast.rs", "#[cfg(target_os = \"linux\")]\nfn f() {}\n");
    }),
    ("target_os in an index of a pure crate", "os", |t| {
        t.add("crates/judge/src/lib.rs", "#[cfg(target_os = \"linux\")]\nmod fast;\n");
    }),
    ("target_os in a parser", "os", |t| {
        t.write("crates/sources/src/wall/parse.rs", "#[cfg(not(target_os = \"x\"))]\nfn f() {}\n");
    }),
    ("libc", "os", |t| t.write("crates/judge/src/fast.rs", "const A: i32 = libc::EINTR;\n")),
    ("libc in a source", "os", |t| {
        t.write("crates/sources/src/wall/linux.rs", "const A: i32 = libc::EINTR;\n");
    }),
    ("std::os::linux", "os", |t| {
        t.write("crates/judge/src/fast.rs", "use std::os::linux::fs::MetadataExt as _;\n");
    }),
    ("a path of Linux", "os", |t| {
        t.write("crates/judge/src/fast.rs", "const A: &str = \"/proc/stat\";\n");
    }),
    ("a path of Linux below a root", "os", |t| {
        t.write("crates/sources/src/session.rs", "const A: &str = \"sys/kernel\";\n");
    }),
    ("banned file", "names", |t| t.write("crates/judge/src/utils.rs", "//! Things.\n")),
    ("banned folder", "names", |t| t.write("crates/judge/tests/common/mod.rs", "//! Things.\n")),
    ("banned module", "names", |t| t.write("crates/judge/src/fast.rs", "mod imp {\n}\n")),
    ("capitals", "names", |t| t.write("crates/judge/src/Fast.rs", "//! Things.\n")),
    ("hyphen", "names", |t| t.write("crates/judge/tests/very-fast.rs", "//! Things.\n")),
    ("long file", "sizes", |t| t.write("crates/judge/src/fast.rs", &lines(401))),
    ("long function", "sizes", |t| {
        t.write("crates/judge/src/fast.rs", &format!("fn f(a: [u8; 3]) {{\n{}}}\n", lines(69)));
    }),
    ("long line", "sizes", |t| {
        t.write("crates/judge/src/fast.rs", &format!("// {}\n", "é".repeat(98)));
    }),
    ("full folder", "sizes", |t| {
        for number in 0..13 {
            t.write(&format!("crates/judge/src/part/n{number}.rs"), "//! A part.\n");
        }
    }),
    ("function in an index", "sizes", |t| t.add("crates/judge/src/lib.rs", "pub fn f() {}\n")),
    ("type in an index", "sizes", |t| {
        t.write("crates/judge/src/part/mod.rs", "mod a;\npub(crate) struct S {\n    a: u8,\n}\n");
    }),
    ("module inside an index", "sizes", |t| {
        t.add("crates/judge/src/lib.rs", "mod tests {\n}\n");
    }),
    ("print", "prints", |t| {
        t.write("crates/judge/src/fast.rs", "fn f() {\n    println!(\"x\");\n}\n");
    }),
    ("debugging print", "prints", |t| t.write("crates/judge/src/fast.rs", "fn f() { dbg!(1); }\n")),
    ("exit", "prints", |t| {
        t.write("crates/judge/src/fast.rs", "fn f() { std::process::exit(1) }\n");
    }),
    ("abort", "prints", |t| {
        t.write("crates/judge/src/fast.rs", "fn f() { std::process::abort() }\n");
    }),
    ("written to a standard stream", "prints", |t| {
        t.write("crates/judge/src/fast.rs", "fn f() { std::io::stdout().lock(); }\n");
    }),
    ("metric named by another crate", "sources", |t| {
        t.add("crates/sources/src/wall/mod.rs", "const ID: &str = \"time.wall\";\n");
        t.write("crates/cli/src/doctor.rs", "const A: &str = \"time.wall\";\n");
    }),
    ("source without a line", "sources", |t| {
        t.write("crates/sources/src/psi/mod.rs", "//! Pressure.\n");
    }),
    ("line without a source", "sources", |t| {
        t.replace(
            "crates/sources/src/lib.rs",
            "&wall::SOURCE,",
            "&wall::SOURCE,\n    &moon::SOURCE,",
        );
    }),
    ("line twice", "sources", |t| {
        t.replace("crates/sources/src/lib.rs", "&wall::SOURCE,", "&wall::SOURCE, &wall::SOURCE,");
    }),
    ("source named by another crate", "sources", |t| {
        t.write("crates/cli/src/doctor.rs", "use probity_sources::wall::SOURCE as _;\n");
    }),
    ("source named in a list", "sources", |t| {
        t.write("crates/cli/src/doctor.rs", "use probity_sources::{Session, wall::SOURCE};\n");
    }),
    ("source named by the session", "sources", |t| {
        t.write("crates/sources/src/session.rs", "use crate::wall::SOURCE as _;\n");
    }),
];

const TEXTS: &[Case] = &[
    ("link to nothing", "docs", |t| t.add("README.md", "[gone](docs/gone.md)\n")),
    ("definition of nothing", "docs", |t| t.add("README.md", "[gone]: docs/gone.md\n")),
    ("link out of the tree", "docs", |t| t.add("README.md", "[out](../out.md)\n")),
    ("link from the root", "docs", |t| t.add("README.md", "[root](/docs)\n")),
    ("empty link", "docs", |t| t.add("README.md", "[empty]()\n")),
    ("anchor in another file", "docs", |t| t.add("README.md", "[a](docs/book/start.md#end)\n")),
    ("anchor in code only", "docs", |t| t.add("README.md", "[a](#code)\n```\n# Code\n```\n")),
    ("page outside the book", "docs", |t| t.write("docs/book/more.md", "# More\n")),
    ("path of a machine", "words", |t| {
        t.add("README.md", &word(["Look into /ho", "me/me/notes.\n"]));
    }),
    ("path of a machine in code", "words", |t| {
        t.write("crates/judge/src/fast.rs", &word(["// from /wo", "rk/main\n"]));
    }),
    ("address of a mirror", "words", |t| {
        t.write("deny.toml", &word(["url = \"https://mir", "ror.example.org/crates\"\n"]));
    }),
    ("who does the work", "words", |t| t.add("README.md", &word(["Written by an ag", "ent.\n"]))),
    ("who leads the work", "words", |t| t.add("README.md", &word(["Ask the C", "EO.\n"]))),
    ("note", "words", |t| t.write("crates/judge/src/fast.rs", &word(["// TO", "DO: more\n"]))),
    ("note in a script", "words", |t| t.write(".ci/run", &word(["# FIX", "ME\n"]))),
    ("no description", "licences", |t| {
        // The table in ARCHITECTURE.md quotes it.
        t.remove("ARCHITECTURE.md");
        t.replace("crates/sys/Cargo.toml", "description = \"What sys does.\"\n", "");
    }),
    ("own licence", "licences", |t| {
        t.replace("crates/sys/Cargo.toml", "license.workspace = true", "license = \"MIT\"");
    }),
    ("no licence text", "licences", |t| t.remove("LICENSE-MIT")),
    ("empty licence text", "licences", |t| t.write("LICENSE-APACHE", "\n")),
    ("no change log", "licences", |t| t.remove("CHANGELOG.md")),
    ("nothing unreleased", "licences", |t| t.write("CHANGELOG.md", "# Changes\n\n## 0.1.0\n")),
];

/// The cases trip exactly their rule.
fn trip(cases: &[Case]) {
    if !tree::has_cargo() {
        return;
    }
    for (name, rule, plant) in cases {
        let tree = Planted::new();
        plant(&tree);
        let findings = tidy::check(tree.root()).unwrap();
        let text: Vec<String> = findings.iter().map(ToString::to_string).collect();
        let rules: BTreeSet<&str> = findings.iter().map(|finding| finding.rule).collect();
        assert_eq!(rules, BTreeSet::from([*rule]), "{name}:\n{}", text.join("\n"));
        assert_eq!(findings.len(), 1, "{name}:\n{}", text.join("\n"));
    }
}

#[test]
fn layers_are_kept() {
    trip(LAYERS);
}

#[test]
fn code_rules_are_kept() {
    trip(CODE);
}

#[test]
fn text_rules_are_kept() {
    trip(TEXTS);
}

#[test]
fn every_rule_is_seen_to_fail() {
    let seen: BTreeSet<&str> =
        [LAYERS, CODE, TEXTS].concat().iter().map(|(_, rule, _)| *rule).collect();
    assert_eq!(seen, tidy::rule_names().collect());
}

#[test]
fn a_tidy_tree_has_no_findings() {
    if !tree::has_cargo() {
        return;
    }
    let findings = tidy::check(Planted::new().root()).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
}

/// What looks like a violation and is none.
#[test]
fn lookalikes_have_no_findings() {
    if !tree::has_cargo() {
        return;
    }
    let tree = Planted::new();
    tree.write("crates/judge/src/fast.rs", tree::LOOKALIKES);
    tree.write("crates/judge/src/tests.rs", &lines(500));
    tree.write("crates/sys/src/clock.rs", tree::EXPLAINED);
    tree.add("crates/cli/src/main.rs", "#[cfg(target_os = \"linux\")]\nmod stat;\n");
    tree.develop("sys", "testbed");
    tree.write("crates/sys/tests/live.rs", "use probity_testbed as _;\n");
    tree.add("README.md", "A user-agent, an agenda. [Page](docs/book/start.md#first-steps)\n");
    tree.replace("crates/testbed/Cargo.toml", "[lints]\nworkspace = true", "");
    tree.write("crates/sources/src/session/mod.rs", "//! Opens sources.\nuse super::wall;\n");
    tree.write("crates/sources/src/selection/tests.rs", "// No source: it has no index.\n");
    tree.write("notes.probity/run.rs", "// unsafe things of somebody else\nunsafe {}\n");
    tree.write("target/debug/utils.rs", "unsafe {}\n");
    let findings = tidy::check(tree.root()).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
}

/// The rules hold in the tree that this test belongs to.
#[test]
fn this_tree_is_tidy() {
    if !tree::has_cargo() {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let findings = tidy::check(root).unwrap();
    let text: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(findings.is_empty(), "{} findings:\n{}", text.len(), text.join("\n"));
}

#[test]
fn a_folder_without_a_workspace_is_an_error() {
    if !tree::has_cargo() {
        return;
    }
    let empty = tempfile::tempdir().unwrap();
    assert!(tidy::check(empty.path()).unwrap_err().contains("cargo metadata"));
    assert!(tidy::check(&empty.path().join("gone")).unwrap_err().contains("gone"));
}
