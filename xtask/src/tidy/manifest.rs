//! What cargo says about the packages of a workspace.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// One package of the workspace.
#[derive(Debug)]
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// Its folder from the root (`crates/model`).
    pub(crate) folder: String,
    /// Its one-sentence responsibility.
    pub(crate) description: Option<String>,
    /// What it depends on.
    pub(crate) dependencies: Vec<Dependency>,
}

/// When a dependency is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// Whenever the package is, or while its build script runs.
    Always,
    /// Only for tests, examples and benchmarks.
    Development,
}

/// One dependency of a package.
#[derive(Debug)]
pub(crate) struct Dependency {
    /// The package depended on.
    pub(crate) name: String,
    /// When it is there.
    pub(crate) when: When,
    /// Whether a feature has to ask for it.
    pub(crate) optional: bool,
}

impl Package {
    /// The path of its manifest, from the root.
    pub(crate) fn manifest(&self) -> String {
        format!("{}/Cargo.toml", self.folder)
    }

    /// The last part of its folder.
    pub(crate) fn short(&self) -> &str {
        self.folder.rsplit('/').next().unwrap_or(&self.folder)
    }
}

/// The packages of the workspace at `root`, as `cargo metadata` tells them. Without `--no-deps`
/// it would ask for a registry; with it, nothing is resolved.
pub(crate) fn packages(root: &Path) -> Result<Vec<Package>, String> {
    let output = metadata(root, true).or_else(|_| metadata(root, false))?;
    let json: Value = serde_json::from_slice(&output)
        .map_err(|error| format!("read what `cargo metadata` printed: {error}"))?;
    let list = json["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter()
        .map(|package| read(package, root))
        .collect::<Option<_>>()
        .ok_or_else(|| "read what `cargo metadata` printed: a package lacks a field".to_owned())
}

fn metadata(root: &Path, offline: bool) -> Result<Vec<u8>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--no-deps", "--format-version", "1"]);
    if offline {
        command.arg("--offline");
    }
    command.arg("--manifest-path").arg(root.join("Cargo.toml")).current_dir(root);
    let output = command.output().map_err(|error| format!("run cargo metadata: {error}"))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("run cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }
}

fn read(package: &Value, root: &Path) -> Option<Package> {
    let manifest = Path::new(package["manifest_path"].as_str()?);
    let folder = manifest.parent()?.strip_prefix(root).ok()?;
    let dependencies = package["dependencies"].as_array()?;
    Some(Package {
        name: package["name"].as_str()?.to_owned(),
        folder: folder.to_string_lossy().replace('\\', "/"),
        description: package["description"].as_str().map(str::to_owned),
        dependencies: dependencies.iter().map(dependency).collect::<Option<_>>()?,
    })
}

fn dependency(json: &Value) -> Option<Dependency> {
    let development = json["kind"].as_str() == Some("dev");
    Some(Dependency {
        name: json["name"].as_str()?.to_owned(),
        when: if development { When::Development } else { When::Always },
        optional: json["optional"].as_bool()?,
    })
}
