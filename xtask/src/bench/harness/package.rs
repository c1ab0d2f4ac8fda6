//! A package that is made for the moment, and what cargo builds of it.

use crate::artifact::build_with;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A package of benchmarks in a folder of its own.
pub(in crate::bench) struct Package {
    folder: PathBuf,
    /// Where cargo builds it. Cargo marks it as its own when it makes it, so it is left to it.
    target: PathBuf,
}

/// A bench target: its name, and its source.
pub(in crate::bench) type Source<'a> = (&'a str, String);

impl Package {
    /// Writes it, in no workspace, with one dependency and these bench targets; `more` are modules
    /// that they include.
    pub(in crate::bench) fn write(
        folder: &Path,
        target: &Path,
        dependency: &str,
        benches: &[Source],
        more: &[Source],
    ) -> Result<Self, String> {
        let package = Self { folder: folder.to_owned(), target: target.to_owned() };
        for folder in [folder.join("benches"), folder.join("src")] {
            std::fs::create_dir_all(&folder)
                .map_err(|error| format!("create {}: {error}", folder.display()))?;
        }
        package.put("Cargo.toml", &manifest(dependency, benches))?;
        package.put("src/lib.rs", "")?;
        for (name, source) in benches {
            package.put(&format!("benches/{name}.rs"), source)?;
        }
        for (name, source) in more {
            package.put(&format!("src/{name}.rs"), source)?;
        }
        Ok(package)
    }

    fn put(&self, name: &str, text: &str) -> Result<(), String> {
        let path = self.folder.join(name);
        std::fs::write(&path, text).map_err(|error| format!("write {}: {error}", path.display()))
    }

    /// Has cargo fetch what it depends on; where that cannot be had, why.
    pub(in crate::bench) fn fetch(&self) -> Result<(), String> {
        self.cargo(&["fetch"]).map(drop)
    }

    /// Builds a bench target, with variables for cargo, and gives the executable.
    pub(in crate::bench) fn executable(
        &self,
        bench: &str,
        variables: &[(&str, &str)],
    ) -> Result<PathBuf, String> {
        let target = self.target.to_string_lossy();
        let variables = [&[("CARGO_TARGET_DIR", &*target)], variables].concat();
        let arguments = ["bench", "--no-run", "--quiet", "--bench", bench];
        let built = build_with(&self.folder, &arguments, &variables)?;
        let found = built.into_iter().find(|artifact| artifact.target == bench);
        found
            .map(|artifact| artifact.executable)
            .ok_or_else(|| format!("find the bench target `{bench}` in what cargo built"))
    }

    /// The words that build a bench target, from nothing: what was built before is removed.
    pub(in crate::bench) fn cold_build(&self, bench: &str) -> Result<Vec<String>, String> {
        if self.target.exists() {
            std::fs::remove_dir_all(&self.target)
                .map_err(|error| format!("remove {}: {error}", self.target.display()))?;
        }
        let target = format!("CARGO_TARGET_DIR={}", self.target.display());
        let manifest = self.folder.join("Cargo.toml").to_string_lossy().into_owned();
        let cargo = cargo();
        let words = ["env", &target, &cargo, "bench", "--no-run", "--bench", bench];
        let words = words.into_iter().chain(["--manifest-path", &manifest]);
        Ok(words.map(str::to_owned).collect())
    }

    /// How many crates a user of its dependency gets.
    pub(in crate::bench) fn crates(&self) -> Result<usize, String> {
        let tree = self.cargo(&["tree", "-e", "normal,dev", "--prefix", "none"])?;
        // The package itself is none of them.
        Ok(unique(&tree).saturating_sub(1))
    }

    fn cargo(&self, words: &[&str]) -> Result<String, String> {
        let line = format!("run cargo {}", words.join(" "));
        let output = Command::new(cargo())
            .args(words)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", &self.target)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("{line}: {error}"))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let told = String::from_utf8_lossy(&output.stderr);
        let last = told.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
        Err(format!("{line}: {}", last.trim()))
    }
}

fn cargo() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// The package, in no workspace but its own.
const HEAD: &str = "\
[package]
name = \"scratch\"
version = \"0.0.0\"
edition = \"2024\"
publish = false

[workspace]

[lib]
bench = false
";

fn manifest(dependency: &str, benches: &[Source]) -> String {
    let mut text = format!("{HEAD}\n[dev-dependencies]\n{dependency}\n");
    for (name, _) in benches {
        text += &format!("\n[[bench]]\nname = \"{name}\"\nharness = false\n");
    }
    text
}

/// Lines of a tree that differ; what was shown before ends with a star.
pub(super) fn unique(tree: &str) -> usize {
    let lines = tree.lines().map(|line| line.trim_end_matches(" (*)").trim());
    lines.filter(|line| !line.is_empty()).collect::<std::collections::BTreeSet<_>>().len()
}
