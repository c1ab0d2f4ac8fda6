//! What runs took together, as the tiny parent saw it.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

/// What runs took together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::bench) struct Cost {
    /// CPU time in microseconds, theirs and that of the descendants they waited for.
    pub(in crate::bench) cpu_us: i64,
    /// Elapsed time in nanoseconds.
    pub(in crate::bench) elapsed_ns: i64,
    /// The largest peak memory of any single process, in KiB.
    pub(in crate::bench) peak_kib: i64,
}

impl Cost {
    /// Runs `words` so many `times` under the tiny parent.
    pub(in crate::bench) fn of<W: AsRef<OsStr>>(
        repeat: &Path,
        times: u64,
        words: &[W],
    ) -> Result<Self, String> {
        let shown: Vec<_> = words.iter().map(|word| word.as_ref().to_string_lossy()).collect();
        let line = format!("run {times} times {}", shown.join(" "));
        let mut command = Command::new(repeat);
        command.arg(times.to_string()).args(words).stdin(Stdio::null());
        let output = command.output().map_err(|error| format!("{line}: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let parsed = Self::parse(&text).filter(|_| output.status.success());
        parsed.ok_or_else(|| format!("{line}: {}, {text:?}", output.status))
    }

    pub(in crate::bench) fn parse(text: &str) -> Option<Self> {
        let numbers: Result<Vec<i64>, _> = text.split_whitespace().map(str::parse).collect();
        let [cpu_us, elapsed_ns, peak_kib] = numbers.ok()?.try_into().ok()?;
        Some(Self { cpu_us, elapsed_ns, peak_kib })
    }
}

/// What one run costs beyond its program, in microseconds of CPU and of elapsed time: from a
/// campaign of `runs`, one of twice as many, and `runs` of the program alone.
pub(in crate::bench) fn per_run(runs: u64, once: Cost, twice: Cost, alone: Cost) -> (f64, f64) {
    let by_run = |twice: i64, once: i64, alone: i64| (twice - once - alone) as f64 / runs as f64;
    (
        by_run(twice.cpu_us, once.cpu_us, alone.cpu_us),
        by_run(twice.elapsed_ns, once.elapsed_ns, alone.elapsed_ns) / 1000.0,
    )
}
