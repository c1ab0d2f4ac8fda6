//! Bodies that leave something behind.

use probity::{Bencher, Measured};
use std::process::Command;
use std::time::Duration;

/// How long it stays: longer than the test that looks for it.
const STAYS: &str = "120";

#[probity::bench(ignore = "hostile")]
fn leaves_threads(b: Bencher) -> Measured {
    for _ in 0..50 {
        std::thread::spawn(|| std::thread::sleep(Duration::from_secs(120)));
    }
    b.iter(|| 1)
}

/// In a session of its own, with all that it inherits still open.
#[probity::bench(ignore = "hostile")]
fn leaves_a_daemon(b: Bencher) -> Result<Measured, String> {
    let started = Command::new("setsid").args(["sleep", STAYS]).spawn();
    started.map_err(|error| format!("start a daemon: {error}"))?;
    Ok(b.iter(|| 1))
}
