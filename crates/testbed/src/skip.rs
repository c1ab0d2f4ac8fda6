//! Skipping a test that this machine cannot run, never in silence.

use std::io::Write;

/// Names of the needs that must not be skipped, comma-separated.
const REQUIRE: &str = "PROBITY_REQUIRE";

/// Whether a test may go on. `met` says why the need is not met here. Then the reason is printed
/// and the test skips, unless `PROBITY_REQUIRE` lists `need` (or `all`): then it fails.
///
/// # Panics
/// When the need is required and not met.
#[must_use]
pub fn skip_unless(need: &str, met: Result<(), String>) -> bool {
    let Err(reason) = met else { return true };
    let required = std::env::var(REQUIRE).unwrap_or_default();
    let is_required = required.split(',').map(str::trim).any(|name| name == need || name == "all");
    assert!(!is_required, "{REQUIRE} forbids to skip '{need}': {reason}");
    // Written past the test harness, which hides what a passing test prints.
    let _ = writeln!(std::io::stderr().lock(), "skipped: needs {need}: {reason}");
    false
}

/// Whether this process runs as root.
pub fn is_root() -> Result<(), String> {
    let status = std::fs::read_to_string("/proc/self/status").map_err(|error| error.to_string())?;
    let uids = status.lines().find_map(|line| line.strip_prefix("Uid:")).unwrap_or_default();
    match uids.split_ascii_whitespace().nth(1) {
        Some("0") => Ok(()),
        _ => Err(String::from("not run as root")),
    }
}
