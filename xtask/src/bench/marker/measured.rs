//! The program that measures its own calls.

use super::reader::Reader;
use crate::artifact::build;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

/// How to start it; the last word it gets says what to measure.
pub(super) struct Measured(Vec<OsString>);

/// What it printed: names and values in its own order, times in nanoseconds.
pub(super) type Values = Vec<(String, f64)>;

impl Measured {
    /// Builds it in the release profile, as a program links the marker.
    pub(super) fn build(workspace: &Path) -> Result<Self, String> {
        let name = "marker_cost";
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

    /// What calls cost where nobody measures.
    pub(super) fn calls(&self) -> Result<Values, String> {
        self.values("calls", self.command("calls").stdin(Stdio::null()))
    }

    /// What a tally costs, and its floor.
    pub(super) fn tally(&self) -> Result<Values, String> {
        self.values("tally", self.command("tally").stdin(Stdio::null()))
    }

    /// What a window pair costs while this reader reads, in nanoseconds of elapsed and of CPU time.
    /// Every line that the program wrote has to arrive.
    pub(super) fn pair(&self, reader: Reader) -> Result<[f64; 2], String> {
        let (pipe, writer) = reader.pipe()?;
        let reading = std::thread::spawn(move || reader.lines(pipe));
        let values = {
            let mut command = self.command("pairs");
            // Its standard input is the writing end, and so 0 the number.
            command.stdin(writer).env("PROBITY_FD", "0").env("PROBITY_NONCE", "marker-cost");
            // Our copy of the writing end goes with the command, or the reader never ends.
            self.values("pairs", &mut command)
        };
        let read = reading.join().map_err(|_| "read the pipe".to_owned())?;
        let (values, read) = (values?, read?);
        let value = |name: &str| {
            let found = values.iter().find(|(known, _)| known == name);
            found.map(|(_, value)| *value).ok_or_else(|| format!("read `{name}` of its pairs"))
        };
        let (pair, cpu, lines) = (value("pair")?, value("cpu")?, value("lines")?);
        if lines != read as f64 {
            return Err(format!("read what it wrote: {read} lines of {lines} arrived"));
        }
        Ok([pair, cpu])
    }

    fn command(&self, what: &str) -> Command {
        let mut command = Command::new(&self.0[0]);
        command.args(&self.0[1..]).arg(what);
        command.env_remove("PROBITY_FD").env_remove("PROBITY_NONCE");
        command
    }

    fn values(&self, what: &str, command: &mut Command) -> Result<Values, String> {
        let line = format!("measure the marker's {what}");
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
