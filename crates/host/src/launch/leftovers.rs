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
pub(super) fn end_leftovers(launcher: &mut Launcher, leader: u32) -> io::Result<Vec<Leftover>> {
    let mut seen: Vec<Process> = Vec::new();
    let mut living = find(launcher)?;
    for pass in 0..PASSES {
        if living.is_empty() {
            break;
        }
        // The launcher ends them if we die now.
        launcher.hand_over(&living);
        end(&living, if pass == 0 { signal::TERMINATE } else { signal::KILL });
        add(&mut seen, living);
        living = find(launcher)?;
    }
    add(&mut seen, living.clone());
    let describe = |process: &Process| Leftover {
        pid: process.pid,
        name: Text::new(process.name.clone()),
        escaped: process.group != leader,
        ended: !living.iter().any(|survivor| is_same(survivor, process)),
    };
    Ok(seen.iter().map(describe).collect())
}

/// Adds those that are new.
fn add(seen: &mut Vec<Process>, found: Vec<Process>) {
    for process in found {
        if !seen.iter().any(|old| is_same(old, &process)) {
            seen.push(process);
        }
    }
}

/// The living processes that programs left and nobody keeps, having reaped the dead ones among our
/// children. Looks again while parents die under our eyes: their children become ours only then.
pub(super) fn find(launcher: &mut Launcher) -> io::Result<Vec<Process>> {
    for _ in 0..PASSES {
        let (own, shared) = (std::process::id(), launcher.session());
        let mut roots: Vec<u32> = launcher.children()?;
        roots.retain(|&root| !launcher.is_helper(root) && !launcher.kept().has_child(own, root));
        if roots.is_empty() {
            break;
        }
        let own = Process::read(own)?;
        let all = process::all()?;
        let vanished = roots.iter().any(|root| !all.iter().any(|found| found.pid == *root));
        if launcher.kept().refresh(shared, &all) {
            launcher.tell_kept();
        }
        let tree = process::with_descendants(&roots, &all).into_iter();
        let (dead, mut living): (Vec<_>, Vec<_>) =
            tree.filter(|process| is_left(launcher, &own, process)).partition(Process::is_zombie);
        living.retain(|process| !launcher.kept().contains(process));
        dead.iter().for_each(reap);
        if !living.is_empty() || (dead.is_empty() && !vanished) {
            return Ok(living);
        }
    }
    Ok(Vec::new())
}

/// Whether a process below us was left by a program. A stranger is never taken for one: not what
/// ran below us before, not what shares its sessions, not what is older than the launcher; nor what
/// shares our group, unless we start no children ourselves, or, where programs have a session of
/// their own, our session. As init of a pid namespace we inherit everybody's orphans: then only the
/// session in which programs are created is sure.
fn is_left(launcher: &Launcher, own: &Process, process: &Process) -> bool {
    let shared = launcher.session();
    if own.pid == 1 {
        return process.session == shared;
    }
    let is_strange = |known: &Process| is_same(known, process) || known.session == process.session;
    process.start_ticks >= launcher.start_ticks()
        && (launcher.is_exclusive() || process.group != own.group)
        && (own.session == shared || process.session != own.session)
        && !launcher.known().iter().any(is_strange)
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
pub(super) fn is_same(one: &Process, other: &Process) -> bool {
    (one.pid, one.start_ticks) == (other.pid, other.start_ticks)
}
