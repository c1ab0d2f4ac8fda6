//! The CPU's counter of time, read in order: fit to stand around what is timed.
//!
//! [`cycles`](crate::clock::cycles) is the cheap reading of the same counter, out of order. Here
//! nothing that stands before a reading may happen after it, nor the other way round. Whether the
//! counter keeps good time is the kernel's to know and the caller's to ask.

/// What the counter is called by its architecture; none where it is not read.
pub const NAME: Option<&str> = body::NAME;

/// The counter before what is timed. Its zero means nothing. A process that forbade itself to read
/// it (`PR_SET_TSC`) dies of SIGSEGV.
#[inline(always)]
pub fn start() -> Option<u64> {
    body::start()
}

/// The counter after what is timed, as [`start`].
#[inline(always)]
pub fn end() -> Option<u64> {
    body::end()
}

/// How many ticks the counter makes in a second, where the CPU itself says so. x86 has a leaf of
/// `cpuid` for it that most CPUs and nearly all hypervisors leave empty: it is not asked.
pub fn stated_hz() -> Option<u64> {
    body::stated_hz()
}

#[cfg(target_arch = "x86_64")]
mod body {
    pub(super) const NAME: Option<&str> = Some("tsc");

    /// `lfence` before it waits for all that was begun, loads included; the one after it keeps what
    /// follows from beginning early. This is the kernel's own order (`rdtsc_ordered`,
    /// arch/x86/include/asm/msr.h) and one fence more. Stores may still be under way: they are of
    /// the next reading, as they are for `rdtscp`, which not every x86-64 CPU has.
    ///
    /// On AMD `lfence` waits only where a bit is set for it, which Linux does since 4.15
    /// (`init_amd`), in a guest or below it.
    #[inline(always)]
    pub(super) fn start() -> Option<u64> {
        let (low, high): (u64, u64);
        // SAFETY: every x86-64 CPU has these instructions; they write the two registers that are
        // named and no memory. Without `nomem` the compiler moves no access to memory past it.
        unsafe {
            std::arch::asm!(
                "lfence",
                "rdtsc",
                "lfence",
                out("rax") low,
                out("rdx") high,
                options(nostack, preserves_flags),
            );
        }
        Some(high << 32 | low)
    }

    /// The same: both ends wait for the same, so that what they cost is alike.
    #[inline(always)]
    pub(super) fn end() -> Option<u64> {
        start()
    }

    pub(super) fn stated_hz() -> Option<u64> {
        None
    }
}

/// No bed has run it. Written from the Arm Architecture Reference Manual: the count may be read
/// speculatively and out of order, which an `isb` before it prevents; the one after it keeps what
/// follows from beginning early.
#[cfg(target_arch = "aarch64")]
mod body {
    pub(super) const NAME: Option<&str> = Some("cntvct_el0");

    #[inline(always)]
    pub(super) fn start() -> Option<u64> {
        let ticks: u64;
        // SAFETY: Linux, macOS and Windows let user mode read this register; it writes the one
        // register that is named and no memory. Without `nomem` the compiler moves no access to
        // memory past it.
        unsafe {
            std::arch::asm!(
                "isb",
                "mrs {ticks}, cntvct_el0",
                "isb",
                ticks = out(reg) ticks,
                options(nostack, preserves_flags),
            );
        }
        Some(ticks)
    }

    #[inline(always)]
    pub(super) fn end() -> Option<u64> {
        start()
    }

    pub(super) fn stated_hz() -> Option<u64> {
        let hz: u64;
        // SAFETY: as above; the register holds what the firmware wrote there.
        unsafe {
            std::arch::asm!(
                "mrs {hz}, cntfrq_el0",
                hz = out(reg) hz,
                options(nomem, nostack, preserves_flags),
            );
        }
        (hz > 0).then_some(hz)
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod body {
    pub(super) const NAME: Option<&str> = None;

    #[inline(always)]
    pub(super) fn start() -> Option<u64> {
        None
    }

    #[inline(always)]
    pub(super) fn end() -> Option<u64> {
        None
    }

    pub(super) fn stated_hz() -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_on_where_it_is_read() {
        let (first, last) = (start(), end());
        assert_eq!(NAME.is_some(), first.is_some());
        assert!(first <= last);
        let moved = (0..1_000_000).any(|_| end() > first);
        assert_eq!(moved, NAME.is_some());
    }
}
