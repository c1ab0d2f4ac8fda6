//! `perf stat` with as many counters.

use crate::bench::compiled::compile;
use crate::bench::stat::{Cost, per_run};
use crate::scratch::Scratch;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The tiny programs that its runs are compared with.
const REPEAT: &str = include_str!("../stat/repeat.c");
const NOTHING: &str = include_str!("../stat/nothing.c");
/// Runs of the smaller campaign.
const RUNS: u64 = 100;

/// The kinds of events that the session opens for its first ten metrics, and the task clock again
/// for the rest.
const EVENTS: [&str; 10] = [
    "task-clock",
    "task-clock",
    "task-clock",
    "task-clock",
    "task-clock",
    "task-clock",
    "task-clock",
    "page-faults",
    "context-switches",
    "cpu-migrations",
];

/// What is needed to ask it.
pub(super) struct Peer {
    repeat: PathBuf,
    nothing: PathBuf,
}

impl Peer {
    /// Compiles what is needed; or why it cannot be asked.
    pub(super) fn new(scratch: &Scratch) -> Result<Self, String> {
        let mut version = Command::new("perf");
        version.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match version.status() {
            Ok(status) if status.success() => {}
            Ok(status) => return Err(format!("perf --version: {status}")),
            Err(error) => return Err(format!("perf cannot be started: {error}")),
        }
        let repeat = compile(scratch, "repeat", REPEAT)?;
        Ok(Self { repeat, nothing: compile(scratch, "nothing", NOTHING)? })
    }

    /// CPU time that one of its runs with `size` counters takes beyond the program alone, in
    /// nanoseconds. Elapsed time of so short runs shows the machine's other work more than perf's.
    pub(super) fn run(&self, size: usize) -> Result<f64, String> {
        let campaign = |runs: u64| {
            let mut words: Vec<String> =
                ["perf", "stat", "-o", "/dev/null", "-e"].map(str::to_owned).to_vec();
            words.extend([events(size), "-r".to_owned(), runs.to_string(), "--".to_owned()]);
            words.push(self.nothing.to_string_lossy().into_owned());
            Cost::of(&self.repeat, 1, &words)
        };
        let alone = Cost::of(&self.repeat, RUNS, &[&self.nothing])?;
        let (cpu_us, _) = per_run(RUNS, campaign(RUNS)?, campaign(2 * RUNS)?, alone);
        Ok(cpu_us * 1_000.0)
    }
}

/// So many events as perf wants them.
pub(super) fn events(size: usize) -> String {
    let names = EVENTS.into_iter().chain(std::iter::repeat(EVENTS[0]));
    names.take(size).collect::<Vec<_>>().join(",")
}
