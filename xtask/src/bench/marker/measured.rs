//! The program that measures its own calls.

use super::reader::Reader;
use crate::bench::example::{Example, Values};
#[cfg(test)]
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

/// How to start it; the last word it gets says what to measure.
pub(super) struct Measured(Example);

impl Measured {
    /// Builds it in the release profile, as a program links the marker.
    pub(super) fn build(workspace: &Path) -> Result<Self, String> {
        Example::build(workspace, "marker_cost").map(Self)
    }

    /// Another program in its place, for tests.
    #[cfg(test)]
    pub(super) fn other(words: impl IntoIterator<Item = OsString>) -> Self {
        Self(Example::other(words))
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
        let mut command = self.0.command();
        command.arg(what).env_remove("PROBITY_FD").env_remove("PROBITY_NONCE");
        command
    }

    fn values(&self, what: &str, command: &mut Command) -> Result<Values, String> {
        Example::values(&format!("measure the marker's {what}"), command)
    }
}
