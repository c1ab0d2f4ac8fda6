//! What a cargo build made.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One program that cargo built.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Artifact {
    /// The folder of its package: where cargo runs its tests.
    pub(crate) folder: PathBuf,
    /// The name of the target: the binary, the test file or the library.
    pub(crate) target: String,
    /// Whether it is a test program.
    pub(crate) test: bool,
    /// Whether it is of a macro, which needs the compiler's own library to run.
    pub(crate) of_macro: bool,
    /// The file to execute.
    pub(crate) executable: PathBuf,
}

/// Runs `cargo ARGUMENTS` in the workspace and lists the programs it made, built now or before.
pub(crate) fn build(workspace: &Path, arguments: &[&str]) -> Result<Vec<Artifact>, String> {
    build_with(workspace, arguments, &[])
}

/// The same, with variables for cargo.
pub(crate) fn build_with(
    workspace: &Path,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> Result<Vec<Artifact>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let line = format!("run cargo {}", arguments.join(" "));
    let output = Command::new(cargo)
        .args(arguments)
        .arg("--message-format=json-render-diagnostics")
        .envs(variables.iter().copied())
        .current_dir(workspace)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("{line}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{line}: {}", output.status));
    }
    Ok(programs(&String::from_utf8_lossy(&output.stdout)))
}

/// The programs among cargo's messages, one JSON value a line.
pub(crate) fn programs(messages: &str) -> Vec<Artifact> {
    let values = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    values.filter_map(|message| program(&message)).collect()
}

fn program(message: &Value) -> Option<Artifact> {
    if message["reason"] != "compiler-artifact" {
        return None;
    }
    Some(Artifact {
        folder: Path::new(message["manifest_path"].as_str()?).parent()?.to_path_buf(),
        target: message["target"]["name"].as_str()?.to_owned(),
        test: message["profile"]["test"].as_bool()?,
        of_macro: message["target"]["kind"][0] == "proc-macro",
        executable: message["executable"].as_str()?.into(),
    })
}
