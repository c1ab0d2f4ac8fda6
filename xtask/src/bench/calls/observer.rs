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
    /// Whether it measures the program alone first, in a run of its own.
    pub(super) ours: bool,
}

/// The one that is to be ten times as dear.
pub(super) const PEER: &str = "strace -f -c";

const THREE: &str = "--syscalls=getppid,read,write";
const TWENTY: &str = "--syscalls=getppid,read,write,openat,close,mmap,munmap,mprotect,brk,futex,\
                      fstat,newfstatat,lseek,pread64,getdents64,execve,exit_group,clone,wait4,ioctl";

impl Observer {
    /// All of them, ours first.
    pub(super) fn all(program: &Program) -> Vec<Self> {
        let ours = |name, flag: &[&str]| {
            let mut words = program.words().to_vec();
            let stat = ["stat", "--quiet", "--no-keep", "-w", "0", "-r", "1"];
            words.extend(stat.iter().chain(flag).chain(&["--"]).map(OsString::from));
            Self { name, words, share: 1, ours: true }
        };
        let other = |name, words: &[&str], share| {
            let words = words.iter().map(OsString::from).collect();
            Self { name, words, share, ours: false }
        };
        vec![
            ours("the total", &["--metrics", "syscalls.total"]),
            ours("and 1 name", &["--syscalls=getppid"]),
            ours("and 3 names", &[THREE]),
            ours("and 20 names", &[TWENTY]),
            ours("and every name", &["--syscalls"]),
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
