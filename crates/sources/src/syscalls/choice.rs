//! Which names are counted each by itself, where more are wanted than are cheap.
//!
//! Each name that is looked for costs every call some 25 ns. All of them together cost 10 µs, so
//! only the first run looks for all. Later ones look for what was ever made, for what comes and
//! goes from run to run, and for the total: where the counts of these names add up to it, no other
//! call can have been made, and all other names are 0 as exactly as if they had been counted.

use super::table::Call;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// So many names are all looked for in each run.
const FEW: usize = 48;

/// Whether so many names are more than are cheap, so that the total is needed.
pub(super) fn are_many(names: usize) -> bool {
    names > FEW
}

/// What a program makes in one run and not in another, as its threads, signals and memory fall out.
const COMING_AND_GOING: [&str; 22] = [
    "brk",
    "clock_nanosleep",
    "epoll_pwait",
    "epoll_wait",
    "futex",
    "getpid",
    "getrandom",
    "madvise",
    "mmap",
    "mprotect",
    "mremap",
    "munmap",
    "nanosleep",
    "poll",
    "ppoll",
    "read",
    "restart_syscall",
    "rt_sigprocmask",
    "rt_sigreturn",
    "sched_yield",
    "tgkill",
    "write",
];

/// What earlier runs have taught, of each program.
#[derive(Debug, Default)]
pub(super) struct Choice(Mutex<BTreeMap<u64, Known>>);

#[derive(Debug, Default)]
struct Known {
    /// Names that were ever made, by their places in the table.
    made: BTreeSet<usize>,
    /// Whether that was enough for the last run.
    is_enough: bool,
}

impl Choice {
    /// For the next run of `program`: the places in `calls`, of those that are `wanted`, to look
    /// for; none where that is all of them.
    pub(super) fn next(
        &self,
        program: u64,
        calls: &[Call],
        wanted: &[usize],
    ) -> Option<BTreeSet<usize>> {
        let mut programs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = programs.entry(program).or_default();
        if !are_many(wanted.len()) || !known.is_enough {
            return None;
        }
        let is_chosen = |place: &usize| {
            let name = calls.get(*place).map(Call::name);
            known.made.contains(place) || name.is_some_and(|name| COMING_AND_GOING.contains(&name))
        };
        Some(wanted.iter().copied().filter(is_chosen).collect())
    }

    /// Takes in what a run has made of the names that it looked for, and whether that was all. A
    /// program that makes calls without a name has every name looked for each time.
    pub(super) fn learn(
        &self,
        program: u64,
        made: impl IntoIterator<Item = usize>,
        is_enough: bool,
    ) {
        let mut programs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = programs.entry(program).or_default();
        known.made.extend(made);
        known.is_enough = is_enough;
    }
}
