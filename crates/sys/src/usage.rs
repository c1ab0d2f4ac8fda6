//! What the kernel has charged to a process: `struct rusage`.

use std::io;

/// The charges, in native meaning and one unit each. Of which processes depends on the call:
/// [`of_self`] is this process alone, [`crate::wait::reap`] the child with the descendants it
/// waited for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// CPU time in user mode, in nanoseconds; the kernel gives whole microseconds. On kernels that
    /// account by ticks only the *sum* of user and kernel time is exact, the split is by samples.
    pub user_ns: u64,
    /// CPU time in the kernel, in nanoseconds; see `user_ns`.
    pub kernel_ns: u64,
    /// Peak resident set of the *largest single* process, in bytes. A child's starts at its
    /// parent's peak, not at zero, and survives exec.
    pub max_rss_bytes: u64,
    /// Page faults served without I/O.
    pub minor_faults: u64,
    /// Page faults that waited for I/O.
    pub major_faults: u64,
    /// Times it gave up the CPU to wait.
    pub voluntary_switches: u64,
    /// Times it lost the CPU while able to run.
    pub involuntary_switches: u64,
}

impl Usage {
    /// CPU time in both modes, in nanoseconds.
    pub fn cpu_ns(&self) -> u64 {
        self.user_ns.saturating_add(self.kernel_ns)
    }
}

/// The charges of this process so far, all its threads, without its children
/// (`getrusage(RUSAGE_SELF)`).
///
/// # Errors
/// What the kernel answered; `Unsupported` on systems without `getrusage`.
pub fn of_self() -> io::Result<Usage> {
    #[cfg(unix)]
    return body::of_self();
    #[cfg(not(unix))]
    return Err(io::ErrorKind::Unsupported.into());
}

#[cfg(unix)]
pub(crate) mod body {
    use super::Usage;
    use std::io;
    use std::mem::MaybeUninit;

    /// `ru_maxrss` is in KiB everywhere but on Apple's systems, where it is in bytes
    /// (getrusage(2) of both).
    const MAX_RSS_UNIT: u64 = if cfg!(target_vendor = "apple") { 1 } else { 1024 };

    pub(super) fn of_self() -> io::Result<Usage> {
        let mut raw = MaybeUninit::<libc::rusage>::uninit();
        // SAFETY: getrusage writes one rusage to the pointer, which is valid for that.
        if unsafe { libc::getrusage(libc::RUSAGE_SELF, raw.as_mut_ptr()) } != 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the call succeeded, so it has filled the structure.
        Ok(typed(&unsafe { raw.assume_init() }))
    }

    /// The kernel's structure as ours. None of its fields is ever negative.
    #[allow(clippy::unnecessary_cast, reason = "the fields' types differ between systems")]
    pub(crate) fn typed(raw: &libc::rusage) -> Usage {
        let ns =
            |time: libc::timeval| time.tv_sec as u64 * 1_000_000_000 + time.tv_usec as u64 * 1_000;
        Usage {
            user_ns: ns(raw.ru_utime),
            kernel_ns: ns(raw.ru_stime),
            max_rss_bytes: raw.ru_maxrss as u64 * MAX_RSS_UNIT,
            minor_faults: raw.ru_minflt as u64,
            major_faults: raw.ru_majflt as u64,
            voluntary_switches: raw.ru_nvcsw as u64,
            involuntary_switches: raw.ru_nivcsw as u64,
        }
    }
}
