//! Processes that outlive their program.

use super::launcher::Launcher;
use crate::process::{self, Process};
use probity_model::{Leftover, Text};
use probity_sys::{pidfd, poll, process as calls, signal, wait};
use std::io;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

/// How long all leftovers together may take to end when asked, before they are killed.
const GRACE: Duration = Duration::from_millis(500);
/// How often we look again: what is ended may have started something new meanwhile.
const PASSES: usize = 10;

/// Finds what the ended and reaped program `leader` left running, ends it, and says what it was.
///
/// The kernel has made every orphan of the program our child (we are the subreaper), so a program
/// that left nothing costs one short read. Leftovers are asked to end, then killed, until there is
/// none: a later run beside one would not be the same measurement.
///
/// # Errors
/// Where /proc cannot be read.
pub(super) fn end_leftovers(launcher: &mut Launcher, leader: &Leader) -> io::Result<Vec<Leftover>> {
    let mut seen: Vec<Process> = Vec::new();
    for pass in 0..PASSES {
        let living = find(launcher, leader)?;
        if living.is_empty() {
            break;
        }
        // The launcher ends them if we die now.
        launcher.hand_over(&living);
        let how = if pass == 0 { signal::TERMINATE } else { signal::KILL };
        end(&living, how);
        seen.extend(
            living
                .into_iter()
                .filter(|one| !seen.iter().any(|old| is_same(old, one)))
                .collect::<Vec<_>>(),
        );
    }
    let survivors = if seen.is_empty() { Vec::new() } else { find(launcher, leader)? };
    let describe = |process: &Process| Leftover {
        pid: process.pid,
        name: Text::new(process.name.clone()),
        escaped: process.group != leader.pid,
        ended: !survivors.iter().any(|survivor| is_same(survivor, process)),
    };
    Ok(seen.iter().map(describe).collect())
}

/// The program whose leftovers are looked for.
pub(super) struct Leader {
    pub(super) pid: u32,
    pub(super) start_ticks: u64,
}

/// The living processes that the program left, having reaped the dead ones among our children.
///
/// A stranger is never taken for one: not what we knew before, not what is older than the program,
/// and nothing of our own session, in which no descendant of the launcher can be.
fn find(launcher: &Launcher, leader: &Leader) -> io::Result<Vec<Process>> {
    let roots: Vec<u32> = launcher
        .children()?
        .into_iter()
        .filter(|&child| child != launcher.pid() && child != leader.pid)
        .filter(|child| !launcher.known().iter().any(|known| known.pid == *child))
        .collect();
    if roots.is_empty() {
        return Ok(Vec::new());
    }
    let own = Process::read(std::process::id())?.session;
    let tree = process::with_descendants(&roots, &process::all()?);
    let is_left = |process: &Process| {
        process.start_ticks >= leader.start_ticks
            && process.session != own
            && !launcher.known().iter().any(|known| is_same(known, process))
    };
    let (dead, living): (Vec<_>, Vec<_>) =
        tree.into_iter().filter(is_left).partition(Process::is_zombie);
    dead.iter().for_each(reap);
    Ok(living)
}

/// Signals all, and waits for all until their common time is up; then kills.
fn end(living: &[Process], how: i32) {
    let watched: Vec<_> =
        living.iter().map(|process| (process, pidfd::open(process.pid).ok())).collect();
    for process in living {
        let _ = calls::kill(process.pid, how);
    }
    let deadline = Instant::now() + GRACE;
    for (process, descriptor) in &watched {
        let Some(descriptor) = descriptor else { continue };
        let left = deadline.saturating_duration_since(Instant::now()).as_millis() as u64;
        let ended = poll::readable([Some(descriptor.as_fd())], Some(left));
        if !ended.is_ok_and(|[ready]| ready.readable) {
            let _ = calls::kill(process.pid, signal::KILL);
        }
    }
    living.iter().for_each(reap);
}

/// Reaps a process of ours that has ended; those of others become ours as their parents go.
fn reap(process: &Process) {
    if let Ok(Some(_)) = wait::peek(process.pid) {
        let _ = wait::reap(process.pid);
    }
}

/// Whether both are one incarnation.
fn is_same(one: &Process, other: &Process) -> bool {
    (one.pid, one.start_ticks) == (other.pid, other.start_ticks)
}
