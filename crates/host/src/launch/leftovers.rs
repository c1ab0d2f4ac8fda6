//! Processes that outlive their program.

use crate::process::{self, Process};
use probity_model::{Leftover, Text};
use probity_sys::{pidfd, poll, process as calls, signal, wait};
use std::io;
use std::os::fd::AsFd;

/// How long a leftover may take to end when asked, before it is killed.
const GRACE_MS: u64 = 500;

/// Finds what the ended program `leader` left running, ends it, and says what it was.
///
/// The kernel has made every orphan of the program our child (we are the subreaper), so a program
/// that left nothing costs one short read. A leftover is asked to end, then killed: a later run
/// beside it would not be the same measurement. Children in `known` are none of the program's.
///
/// # Errors
/// Where /proc cannot be read.
pub(super) fn end_leftovers(
    leader: u32,
    launcher: u32,
    known: &[Process],
) -> io::Result<Vec<Leftover>> {
    let ours: Vec<Process> = process::children_of_self()?
        .into_iter()
        .filter(|child| child.pid != launcher && child.pid != leader)
        .filter(|child| !known.iter().any(|known| is_same(known, child)))
        .collect();
    if ours.is_empty() {
        return Ok(Vec::new());
    }
    let roots: Vec<u32> = ours.iter().map(|child| child.pid).collect();
    let tree = process::with_descendants(&roots, &process::all()?);
    let (dead, living): (Vec<_>, Vec<_>) = tree.into_iter().partition(Process::is_zombie);
    for process in &living {
        let _ = calls::kill(process.pid, signal::TERMINATE);
    }
    for process in &living {
        end(process);
    }
    // Ended descendants become our zombies as their own parents go.
    for process in dead.iter().chain(&living) {
        if let Ok(Some(_)) = wait::peek(process.pid) {
            let _ = wait::reap(process.pid);
        }
    }
    let describe = |process: &Process| Leftover {
        pid: process.pid,
        name: Text::new(process.name.clone()),
        escaped: process.group != leader,
    };
    Ok(living.iter().map(describe).collect())
}

/// Whether both are one incarnation.
fn is_same(one: &Process, other: &Process) -> bool {
    (one.pid, one.start_ticks) == (other.pid, other.start_ticks)
}

/// Waits for a process that was asked to end, and kills it when it does not.
fn end(process: &Process) {
    let Ok(descriptor) = pidfd::open(process.pid) else { return };
    let ended = |ms| {
        poll::readable([Some(descriptor.as_fd())], Some(ms)).is_ok_and(|[ready]| ready.readable)
    };
    if !ended(GRACE_MS) {
        let _ = calls::kill(process.pid, signal::KILL);
        ended(GRACE_MS);
    }
}
