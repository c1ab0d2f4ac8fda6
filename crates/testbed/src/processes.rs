//! Processes of this machine, found by a mark that a test gave them.

use std::fs;
use std::time::{Duration, Instant};

/// How long [`eventually`] waits: long, because it only delays a failure.
const PATIENCE: Duration = Duration::from_secs(30);

/// The living processes, other than this one, that carry `mark` in their arguments, environment or
/// working directory.
/// Zombies carry nothing and are not found. The environment of other users' processes is seen by
/// root only.
pub fn marked(mark: &str) -> Vec<u32> {
    let own = std::process::id();
    let carries = |pid: &u32| {
        ["cmdline", "environ"].iter().any(|file| {
            fs::read(format!("/proc/{pid}/{file}"))
                .is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(mark))
        }) || fs::read_link(format!("/proc/{pid}/cwd"))
            .is_ok_and(|directory| directory.to_string_lossy().contains(mark))
    };
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|pid| *pid != own).filter(carries).collect()
}

/// Waits until `condition` holds.
///
/// # Panics
/// Where it does not come to hold in half a minute; `what` says what was waited for.
pub fn eventually(what: &str, mut condition: impl FnMut() -> bool) {
    let began = Instant::now();
    while !condition() {
        assert!(began.elapsed() < PATIENCE, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a program of that name can be found.
///
/// # Errors
/// With the reason to skip a test that needs it.
pub fn has_program(name: &str) -> Result<(), String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|directory| directory.join(name).is_file());
    if found { Ok(()) } else { Err(format!("there is no program {name} in PATH")) }
}
