//! A small tidy workspace in a temporary folder, to plant violations in.

use probity_testbed::skip_unless;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Every package of the planted tree: layer, folder.
const PACKAGES: &[(&str, &str)] = &[
    ("0", "model"),
    ("0", "stats"),
    ("1", "sys"),
    ("1", "judge"),
    ("3", "sources"),
    ("8", "cli"),
    ("dev", "testbed"),
];

/// Code that only mentions what the rules forbid.
pub(crate) const LOOKALIKES: &str = r##"//! `unsafe` in /proc/stat, println! and all.
// unsafe { libc::getpid() }
#![deny(unsafe_code)]
const A: &str = "unsafe { println!() } target_os crates/sys/src /systems";
const B: &str = r#"dbg!("std::os::linux")"#;
type Call = fn(u8) -> u8;
fn not_unsafe<const N: usize>(a: [u8; N]) -> &'static str { process::exit_code(a); eprint(A) }
#[cfg(test)]
mod checks {
    fn f() { println!("{}", libc::EINTR); }
}
"##;

/// Unsafe code as it should be.
pub(crate) const EXPLAINED: &str = "// SAFETY: the pointer comes from a reference.\nunsafe { f() }\n\
    type F = unsafe fn(u8);\ntype G = unsafe extern \"C\" fn(u8);\n\
    // SAFETY: a long\n// reason that\n// goes on\n// and on\n// and on\n// and on\n// and on\n\
    #[inline]\nunsafe impl Send for S {}\n";

/// Whether cargo, which the rules ask for the packages, can be run.
pub(crate) fn has_cargo() -> bool {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let met = match Command::new(cargo).arg("--version").output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(format!("cargo --version: {}", output.status)),
        Err(error) => Err(format!("cargo --version: {error}")),
    };
    skip_unless("cargo", met)
}

/// The tree; it goes away with its value.
pub(crate) struct Planted(TempDir);

impl Planted {
    /// A tree without any finding.
    pub(crate) fn new() -> Self {
        let tree = Self(tempfile::tempdir().unwrap());
        tree.write("Cargo.toml", WORKSPACE);
        let mut table = "| layer | crate | responsibility |\n|---|---|---|\n".to_owned();
        for (layer, folder) in PACKAGES {
            let description = format!("What {folder} does.");
            table += &format!("| {layer} | `{folder}` | {description} |\n");
            tree.package(&format!("crates/{folder}"), &format!("probity-{folder}"), &description);
        }
        tree.depend("judge", "model");
        tree.depend("sources", "sys");
        tree.remove("crates/cli/src/lib.rs");
        tree.write("crates/cli/src/main.rs", "//! The command.\nfn main() {\n    println!();\n}\n");
        tree.write("crates/sources/src/lib.rs", SOURCES);
        tree.write("crates/sources/src/wall/mod.rs", WALL);
        tree.write("ARCHITECTURE.md", &format!("# Architecture\n\n{table}\nThe end.\n"));
        tree.write("README.md", "# Probity\n\n[Start](docs/book/start.md), [top](#probity).\n\n");
        tree.write("CHANGELOG.md", "# Changes\n\n## Unreleased\n");
        tree.write("LICENSE-MIT", "Do what you like.\n");
        tree.write("LICENSE-APACHE", "Do what you like.\n");
        tree.write("docs/book/SUMMARY.md", "# Summary\n\n- [Start](start.md)\n- [Later]()\n");
        tree.write("docs/book/start.md", "# Start\n\n## First steps\n");
        tree
    }

    /// Where it is.
    pub(crate) fn root(&self) -> &Path {
        self.0.path()
    }

    /// Puts a file there, in place of any other.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Adds to the end of a file.
    pub(crate) fn add(&self, path: &str, text: &str) {
        self.write(path, &(self.read(path) + text));
    }

    /// Exchanges a part of a file, which has to be there.
    pub(crate) fn replace(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert!(text.contains(from), "{path} has no {from}");
        self.write(path, &text.replace(from, to));
    }

    /// Removes a file.
    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.root().join(path)).unwrap();
    }

    /// Adds a package.
    pub(crate) fn package(&self, folder: &str, name: &str, description: &str) {
        let head = format!("[package]\nname = \"{name}\"\ndescription = \"{description}\"\n");
        self.write(&format!("{folder}/Cargo.toml"), &(head + INHERITED));
        self.write(&format!("{folder}/src/lib.rs"), "//! A crate.\n");
    }

    /// Makes one internal package depend on another.
    pub(crate) fn depend(&self, from: &str, to: &str) {
        self.depend_on(from, &format!("probity-{to} = {{ path = \"../{to}\" }}"));
    }

    /// Makes an internal package depend on another in its tests.
    pub(crate) fn develop(&self, from: &str, to: &str) {
        let line = format!("\n[dev-dependencies]\nprobity-{to} = {{ path = \"../{to}\" }}\n");
        self.add(&format!("crates/{from}/Cargo.toml"), &line);
    }

    /// Adds a line to the dependencies of an internal package.
    pub(crate) fn depend_on(&self, from: &str, line: &str) {
        let to = format!("[dependencies]\n{line}");
        self.replace(&format!("crates/{from}/Cargo.toml"), "[dependencies]", &to);
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root().join(path)).unwrap()
    }
}

const WORKSPACE: &str = "\
[workspace]
resolver = \"3\"
members = [\"crates/*\"]

[workspace.package]
version = \"0.1.0\"
edition = \"2024\"
rust-version = \"1.95\"
license = \"MIT OR Apache-2.0\"

[workspace.lints]
";

const INHERITED: &str = "\
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license.workspace = true

[lints]
workspace = true

[dependencies]
";

const SOURCES: &str = "\
//! Every source.

mod session;
mod wall;

/// In order.
pub static TABLE: [&Source; 1] = [
    &wall::SOURCE,
];
";

const WALL: &str = "\
//! The clock on the wall.
#[cfg(target_os = \"linux\")]
mod linux;
pub(crate) static SOURCE: Source = Source { reads: \"/proc/uptime\" };
";
