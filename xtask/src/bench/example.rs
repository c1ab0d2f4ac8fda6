//! Programs of ours that measure themselves: examples of this package.

use crate::artifact::build;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

/// How to start one.
pub(super) struct Example(Vec<OsString>);

/// What it printed: names and values in its own order, times in nanoseconds.
pub(super) type Values = Vec<(String, f64)>;

impl Example {
    /// Builds it in the release profile, as programs that measure are built.
    pub(super) fn build(workspace: &Path, name: &str) -> Result<Self, String> {
        let arguments = ["build", "--release", "--package", "xtask", "--example", name];
        let built = build(workspace, &arguments)?;
        let found = built.into_iter().find(|artifact| artifact.target == name);
        found
            .map(|artifact| Self(vec![artifact.executable.into()]))
            .ok_or_else(|| format!("find the program `{name}` in what cargo built"))
    }

    /// Another program in its place, for tests.
    #[cfg(test)]
    pub(super) fn other(words: impl IntoIterator<Item = OsString>) -> Self {
        Self(words.into_iter().collect())
    }

    /// The command that starts it.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.0[0]);
        command.args(&self.0[1..]);
        command
    }

    /// What `command` prints: lines `NAME VALUE`. `line` names it where it fails.
    pub(super) fn values(line: &str, command: &mut Command) -> Result<Values, String> {
        let output = command.stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("{line}: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            return Err(format!("{line}: {}, {text:?}", output.status));
        }
        let values: Option<Values> = text.lines().map(value).collect();
        values.ok_or_else(|| format!("{line}: it printed {text:?}"))
    }
}

fn value(line: &str) -> Option<(String, f64)> {
    let (name, value) = line.split_once(' ')?;
    let value = value.parse().ok().filter(|value: &f64| value.is_finite())?;
    Some((name.to_owned(), value))
}
