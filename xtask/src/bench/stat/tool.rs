//! The tools that are compared.

use crate::bench::program::Program;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

/// One tool; the first is ours.
pub(super) struct Tool {
    /// Its name in the table.
    pub(super) name: &'static str,
    /// The words that start it; or why it is not here.
    pub(super) start: Result<Vec<OsString>, String>,
    /// What comes before and after the number of runs.
    before: &'static [&'static str],
    after: &'static [&'static str],
}

impl Tool {
    /// All of them.
    pub(super) fn all(program: &Program) -> [Self; 3] {
        [
            Self {
                name: "probity stat",
                start: Ok(program.words().to_vec()),
                // The others keep nothing either.
                before: &["stat", "--quiet", "--no-keep", "-w", "0", "-r"],
                after: &["--"],
            },
            Self {
                name: "hyperfine -N",
                start: found("hyperfine", "the package hyperfine"),
                before: &["-N", "--style", "none", "-w", "0", "-r"],
                after: &[],
            },
            Self {
                name: "perf stat -r",
                start: found("perf", "the package linux-perf"),
                before: &["stat", "-o", "/dev/null", "-r"],
                after: &["--"],
            },
        ]
    }

    /// The command line of a campaign.
    pub(super) fn campaign(&self, runs: u64, program: &Path) -> Option<Vec<OsString>> {
        let mut words = self.start.clone().ok()?;
        words.extend(self.before.iter().map(OsString::from));
        words.push(runs.to_string().into());
        words.extend(self.after.iter().map(OsString::from));
        words.push(program.into());
        Some(words)
    }

    /// The command line that prints its version.
    pub(super) fn version(&self) -> Option<Vec<OsString>> {
        let mut words = self.start.clone().ok()?;
        words.push("--version".into());
        Some(words)
    }
}

/// The tool's name, if it can be started.
fn found(name: &str, package: &str) -> Result<Vec<OsString>, String> {
    let mut command = Command::new(name);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Ok(vec![name.into()]),
        Ok(status) => Err(format!("{name} --version: {status}")),
        Err(error) => Err(format!("{name} cannot be started ({error}); {package} brings it")),
    }
}
