//! Who counts, and how they are told to.

use crate::bench::program::Program;
use std::ffi::OsString;

/// One way to have calls counted.
pub(super) struct Observer {
    /// Its name in the table.
    pub(super) name: &'static str,
    /// The words before the program.
    pub(super) words: Vec<OsString>,
    /// Calls for each that are made where nobody counts: fewer where each takes long.
    pub(super) share: u64,
    /// Which counted run is looked at, from 1, where it is ours: each follows a run alone.
    pub(super) ours: Option<usize>,
}

/// The one that is to be ten times as dear.
pub(super) const PEER: &str = "strace -f -c";

const THREE: &str = "--syscalls=getppid,read,write";
const TWENTY: &str = "--syscalls=getppid,read,write,openat,close,mmap,munmap,mprotect,brk,\
                      futex,fstat,newfstatat,lseek,pread64,getdents64,execve,exit_group,\
                      clone,wait4,ioctl";

impl Observer {
    /// All of them, ours first.
    pub(super) fn all(program: &Program) -> Vec<Self> {
        let ours = |name, flag: &[&str], run: usize| {
            let mut words = program.words().to_vec();
            let runs = run.to_string();
            let stat = ["stat", "--quiet", "--no-keep", "-w", "0", "-r", &runs];
            words.extend(stat.iter().chain(flag).chain(&["--"]).map(OsString::from));
            Self { name, words, share: 1, ours: Some(run) }
        };
        let other = |name, words: &[&str], share| {
            let words = words.iter().map(OsString::from).collect();
            Self { name, words, share, ours: None }
        };
        vec![
            ours("the total", &["--metrics", "syscalls.total"], 1),
            ours("and 1 name", &["--syscalls=getppid"], 1),
            ours("and 3 names", &[THREE], 1),
            ours("and 20 names", &[TWENTY], 1),
            ours("and every name, the first run", &["--syscalls"], 1),
            ours("and every name, the next run", &["--syscalls"], 2),
            other(
                "perf stat, the total",
                &["perf", "stat", "-o", "/dev/null", "-e", "raw_syscalls:sys_enter", "--"],
                1,
            ),
            other("perf trace -s", &["perf", "trace", "-s", "-o", "/dev/null", "--"], 4),
            other(PEER, &["strace", "-f", "-c", "-o", "/dev/null"], 20),
        ]
    }
}
