//! One life of a guest, from the emulator's start to the exit code of the command.

use super::Request;
use super::bundle::Bundle;
use super::emulator::arguments;
use super::image::{Bed, filesystem};
use super::tool::command;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

/// The size of the second disk. What is not used takes no room.
const DISK: &str = "1G";
/// So much of the console is shown where the guest did not come to its end.
const LINES: usize = 40;

/// Boots `bed` with `bundle` and lets its outputs through; the exit code of the command in it.
pub(super) fn boot(bed: &Bed, request: &Request, bundle: &Bundle) -> Result<i32, String> {
    let run = bundle.run();
    filesystem(&bundle.content(), &run.join("bed.ext4"), DISK)?;
    let emulator = request.machine.emulator();
    // It ends with us, however we end.
    let mut child = command("setpriv")
        .args(["--pdeathsig", "KILL", "--", emulator])
        .args(arguments(bed, request.machine, &request.settings, run))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("run {emulator}: {error}"))?;
    let relays = [
        child.stdout.take().map(|from| relay(from, std::io::stdout())),
        child.stderr.take().map(|from| relay(from, std::io::stderr())),
    ];
    let ended = wait(&mut child, Duration::from_secs(request.settings.seconds));
    for relay in relays.into_iter().flatten() {
        // It neither panics nor returns anything.
        let _ = relay.join();
    }
    let told = fs::read_to_string(run.join("code")).unwrap_or_default();
    match (told.trim().parse(), ended) {
        (Ok(code), Ok(())) => Ok(code),
        (_, Err(error)) => Err(format!("{error}\n{}", console(run))),
        _ => Err(format!("learn from the guest how the command ended\n{}", console(run))),
    }
}

/// Waits for the emulator's end, and ends it when it takes longer than `limit`.
fn wait(child: &mut Child, limit: Duration) -> Result<(), String> {
    let began = Instant::now();
    loop {
        match child.try_wait().map_err(|error| format!("wait for the emulator: {error}"))? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(format!("run the emulator: {status}")),
            None if began.elapsed() < limit => sleep(Duration::from_millis(10)),
            None => break,
        }
    }
    // It may have ended by itself just now.
    let _ = child.kill();
    let _ = child.wait();
    Err(format!("see the guest's end within {} s", limit.as_secs()))
}

/// Copies bytes as they come.
fn relay(
    mut from: impl Read + Send + 'static,
    mut to: impl Write + Send + 'static,
) -> JoinHandle<()> {
    spawn(move || {
        let mut bytes = [0; 16 << 10];
        while let Ok(length @ 1..) = from.read(&mut bytes) {
            // Where nobody reads it any more it is lost, and the guest goes on.
            let _ = to.write_all(&bytes[..length]).and_then(|()| to.flush());
        }
    })
}

/// The last lines of the console.
fn console(run: &Path) -> String {
    let text = fs::read(run.join("console")).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).replace('\r', "");
    let lines: Vec<&str> = text.lines().collect();
    let from = lines.len().saturating_sub(LINES);
    format!("The guest's console ended with:\n{}", lines[from..].join("\n"))
}
