//! The command under test, and its documents.

use crate::artifact::build;
use serde_json::Value;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

/// How to start the command.
pub(crate) struct Program(Vec<OsString>);

impl Program {
    /// Builds it in the release profile.
    pub(crate) fn build(workspace: &Path) -> Result<Self, String> {
        let arguments = ["build", "--release", "--package", "probity-cli"];
        let built = build(workspace, &arguments)?;
        let found = built.into_iter().find(|artifact| artifact.target == "probity");
        found
            .map(|artifact| Self(vec![artifact.executable.into()]))
            .ok_or_else(|| "find the program `probity` in what cargo built".to_owned())
    }

    /// Another program in its place, for tests.
    #[cfg(test)]
    pub(crate) fn other(words: impl IntoIterator<Item = OsString>) -> Self {
        Self(words.into_iter().collect())
    }

    /// The words that start it.
    pub(crate) fn words(&self) -> &[OsString] {
        &self.0
    }

    /// `probity stat ARGUMENTS` in `folder`; the document it prints.
    pub(crate) fn stat(&self, folder: &Path, arguments: &[&str]) -> Result<Value, String> {
        let line = format!("run probity stat {}", arguments.join(" "));
        let output = Command::new(&self.0[0])
            .args(&self.0[1..])
            .arg("stat")
            .args(arguments)
            // Nothing is left in the home of whoever runs this.
            .env("PROBITY_NO_KEEP", "1")
            .current_dir(folder)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("{line}: {error}"))?;
        if !output.status.success() {
            let told = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{line}: {}: {}", output.status, told.trim()));
        }
        serde_json::from_slice(&output.stdout)
            .map_err(|error| format!("{line}: standard output is no document: {error}"))
    }
}
