//! The two calls that counters are made of: opening, and switching.

use super::attributes::Raw;
use crate::errno::check;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// `PERF_FLAG_FD_CLOEXEC` (include/uapi/linux/perf_event.h, Linux 3.14).
const CLOSE_ON_EXEC: libc::c_ulong = 8;
/// `PERF_IOC_FLAG_GROUP`: the members of the group too.
const WHOLE_GROUP: libc::c_ulong = 1;

/// What a counter, with its group where it leads one, is switched to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Switch {
    /// `PERF_EVENT_IOC_ENABLE`, `_IO('$', 0)`.
    Enable,
    /// `PERF_EVENT_IOC_DISABLE`, `_IO('$', 1)`.
    Disable,
}

/// For the thread that calls, and whatever CPU it is on.
pub(super) const CALLER: libc::pid_t = 0;
pub(super) const ANY_CPU: libc::c_int = -1;
/// For whatever thread runs on a CPU.
pub(super) const ANY_THREAD: libc::pid_t = -1;

/// Opens a counter for a thread on a CPU, in the group of `leader`.
pub(super) fn open(
    raw: &Raw,
    thread: libc::pid_t,
    cpu: libc::c_int,
    leader: Option<i32>,
) -> io::Result<File> {
    let leader = leader.unwrap_or(-1);
    // SAFETY: `raw` is a whole perf_event_attr of the size it states and outlives the call; the
    // kernel copies it. The rest are integers; a number that is no counter is refused (EBADF).
    let fd = unsafe {
        libc::syscall(
            libc::SYS_perf_event_open,
            std::ptr::from_ref(raw),
            thread,
            cpu,
            leader,
            CLOSE_ON_EXEC,
        )
    };
    let fd = check(fd as libc::c_int)?;
    // SAFETY: the kernel has just made this descriptor; nobody else owns it.
    Ok(File::from(unsafe { OwnedFd::from_raw_fd(fd) }))
}

/// Switches the counter and its group.
pub(super) fn switch(counter: &File, to: Switch) -> io::Result<()> {
    let number = match to {
        Switch::Enable => 0,
        Switch::Disable => 1,
    };
    let request = libc::_IO(u32::from(b'$'), number);
    // SAFETY: both requests take an integer and touch no memory of ours; the descriptor is open
    // because the caller has it.
    check(unsafe { libc::ioctl(counter.as_raw_fd(), request, WHOLE_GROUP) }).map(drop)
}
