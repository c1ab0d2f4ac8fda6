//! Clocks: elapsed time, and time spent on a CPU.

use std::io;

/// Now on the monotonic clock, in nanoseconds. Its zero means nothing; it does not count the time
/// the machine was suspended. On systems without `CLOCK_MONOTONIC` it counts from the first call.
pub fn monotonic_ns() -> u64 {
    body::monotonic_ns()
}

/// CPU time of this process, all its threads, user and kernel, in nanoseconds
/// (`CLOCK_PROCESS_CPUTIME_ID`). Exact to the moment of the call, unlike `getrusage`'s split.
///
/// # Errors
/// What the kernel answered; `Unsupported` where there is no such clock.
pub fn process_cpu_ns() -> io::Result<u64> {
    body::process_cpu_ns()
}

/// CPU time of the process `pid`, all its threads but none of its children, in nanoseconds
/// (`clock_getcpuclockid`). A zombie still answers.
///
/// # Errors
/// `NotFound` where there is no such process; `Unsupported` where there is no such clock.
pub fn cpu_ns_of(pid: u32) -> io::Result<u64> {
    body::cpu_ns_of(pid)
}

/// The step of the monotonic clock as the kernel states it, in nanoseconds. A small number here
/// does not promise that two reads in a row differ.
///
/// # Errors
/// What the kernel answered; `Unsupported` where it cannot be asked.
pub fn monotonic_resolution_ns() -> io::Result<u64> {
    body::monotonic_resolution_ns()
}

/// The cycle counter of the CPU (x86-64: the time-stamp counter), whose zero means nothing; none on
/// other architectures. Its step is the CPU's own affair and neither a nanosecond nor a cycle of
/// the core: with others only differences on the same machine compare. It is read out of order with
/// what stands around it, as a hot path wants it, and a process that forbade itself to read it
/// (`PR_SET_TSC`) dies of SIGSEGV.
#[inline]
pub fn cycles() -> Option<u64> {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: the instruction has no operands and touches no memory, and every x86-64 CPU has
        // it.
        Some(unsafe { std::arch::x86_64::_rdtsc() })
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        None
    }
}

#[cfg(target_os = "linux")]
mod body {
    use std::io;
    use std::mem::MaybeUninit;

    type Call = unsafe extern "C" fn(libc::clockid_t, *mut libc::timespec) -> libc::c_int;

    fn ask(call: Call, clock: libc::clockid_t) -> io::Result<u64> {
        let mut time = MaybeUninit::<libc::timespec>::uninit();
        // SAFETY: both calls this is used with (clock_gettime, clock_getres) take any clock id and
        // write one timespec to the pointer, which is valid for that.
        if unsafe { call(clock, time.as_mut_ptr()) } != 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the call succeeded, so it has filled the timespec.
        let time = unsafe { time.assume_init() };
        // Neither field is negative for these clocks, and 2^64 ns are 584 years.
        Ok(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
    }

    pub(super) fn monotonic_ns() -> u64 {
        match ask(libc::clock_gettime, libc::CLOCK_MONOTONIC) {
            Ok(now) => now,
            Err(error) => unreachable!("CLOCK_MONOTONIC always answers: {error}"),
        }
    }

    pub(super) fn process_cpu_ns() -> io::Result<u64> {
        ask(libc::clock_gettime, libc::CLOCK_PROCESS_CPUTIME_ID)
    }

    pub(super) fn cpu_ns_of(pid: u32) -> io::Result<u64> {
        let pid = crate::wait::checked(pid)?;
        let mut clock: libc::clockid_t = 0;
        // SAFETY: clock_getcpuclockid writes one clockid_t to the pointer, which is valid for that.
        match unsafe { libc::clock_getcpuclockid(pid, &raw mut clock) } {
            0 => {}
            libc::ESRCH => return Err(io::ErrorKind::NotFound.into()),
            // It returns the error and leaves errno alone.
            error => return Err(io::Error::from_raw_os_error(error)),
        }
        // A process that went away in between makes its clock id invalid.
        ask(libc::clock_gettime, clock).map_err(|error| match error.raw_os_error() {
            Some(libc::EINVAL) => io::ErrorKind::NotFound.into(),
            _ => error,
        })
    }

    pub(super) fn monotonic_resolution_ns() -> io::Result<u64> {
        ask(libc::clock_getres, libc::CLOCK_MONOTONIC)
    }
}

#[cfg(not(target_os = "linux"))]
mod body {
    use std::io;
    use std::sync::OnceLock;
    use std::time::Instant;

    pub(super) fn monotonic_ns() -> u64 {
        static FIRST: OnceLock<Instant> = OnceLock::new();
        // 2^64 ns are 584 years.
        FIRST.get_or_init(Instant::now).elapsed().as_nanos() as u64
    }

    pub(super) fn process_cpu_ns() -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn cpu_ns_of(_pid: u32) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn monotonic_resolution_ns() -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
