//! The registers themselves: one small function per architecture, and its clock.
//!
//! Each is only read while the page says which register is ours: the kernel has opened it for this
//! process then, and reading another one ends the process (SIGSEGV or SIGILL). On machines whose
//! cores differ a thread that moves between two instructions may do that; no bed has shown it.

/// `counter`: the hardware counter of this number, as `index` less 1 in the page has it; none where
/// this architecture has no such, or we no way to read it. `clock`: the clock of the page's times.
pub(super) use body::{clock, counter};

/// `rdpmc` and `rdtsc` (Intel SDM volume 2; arch/x86/events/core.c). Not run on any bed: none has a
/// PMU of this architecture.
#[cfg(target_arch = "x86_64")]
mod body {
    use std::arch::asm;

    /// # Safety
    /// The kernel has opened this counter to user mode, for this process.
    #[inline]
    pub(in super::super) unsafe fn counter(number: u32) -> Option<u64> {
        let (low, high): (u32, u32);
        // SAFETY: the instruction reads ECX and writes EDX:EAX, nothing else. That it does not trap
        // is what the caller promises. Not `nomem`: it must stay between the readings of the lock.
        unsafe {
            asm!(
                "rdpmc",
                in("ecx") number,
                out("eax") low,
                out("edx") high,
                options(nostack, preserves_flags),
            );
        }
        Some(u64::from(high) << 32 | u64::from(low))
    }

    #[inline]
    pub(in super::super) fn clock() -> u64 {
        // SAFETY: the instruction has no operands and touches no memory; every x86-64 CPU has it.
        unsafe { std::arch::x86_64::_rdtsc() }
    }
}

/// `PMEVCNTR<n>_EL0`, `PMCCNTR_EL0` (number 31, `ARMV8_IDX_CYCLE_COUNTER_USER` in
/// include/linux/perf/arm_pmuv3.h) and `CNTVCT_EL0` (Arm ARM, D24). Run in the emulated arm64 bed.
#[cfg(target_arch = "aarch64")]
mod body {
    use std::arch::asm;

    macro_rules! register {
        ($name:expr) => {{
            let value: u64;
            // SAFETY: the instruction writes one general register and nothing else. That it does
            // not trap is what the caller promises, and of the clock what Linux does: its own vDSO
            // reads it in user mode. Not `nomem`: it must stay between the readings of the lock.
            unsafe {
                asm!(
                    concat!("mrs {}, ", $name),
                    out(reg) value,
                    options(nostack, preserves_flags),
                );
            }
            value
        }};
    }

    macro_rules! counters {
        ($number:expr, $($n:literal)*) => {
            match $number {
                $($n => register!(concat!("pmevcntr", $n, "_el0")),)*
                31 => register!("pmccntr_el0"),
                _ => return None,
            }
        };
    }

    /// # Safety
    /// The kernel has opened this counter to user mode, for this process.
    #[inline]
    pub(in super::super) unsafe fn counter(number: u32) -> Option<u64> {
        Some(counters!(
            number, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28
                    29 30
        ))
    }

    #[inline]
    pub(in super::super) fn clock() -> u64 {
        register!("cntvct_el0")
    }
}

/// `cycle`, `instret` and `hpmcounter3` to `31` (the unprivileged ISA, Zicntr and Zihpm; numbers
/// count from the CSR of `cycle`, drivers/perf/riscv_pmu.c), and `time`. Compiled, and not run on
/// any bed.
#[cfg(target_arch = "riscv64")]
mod body {
    use std::arch::asm;

    /// The CSRs of `cycle` and `time`.
    const CYCLE: u32 = 0xc00;
    const TIME: u32 = 0xc01;

    macro_rules! register {
        ($csr:expr) => {{
            let value: u64;
            // SAFETY: as on arm64.
            unsafe {
                asm!(
                    "csrr {}, {}",
                    out(reg) value,
                    const $csr,
                    options(nostack, preserves_flags),
                );
            }
            value
        }};
    }

    macro_rules! counters {
        ($number:expr, $($n:literal)*) => {
            match $number {
                $($n => register!(CYCLE + $n),)*
                _ => return None,
            }
        };
    }

    /// # Safety
    /// The kernel has opened this counter to user mode, for this process.
    #[inline]
    pub(in super::super) unsafe fn counter(number: u32) -> Option<u64> {
        // Number 1 is `time`, which counts no event.
        Some(counters!(
            number, 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29
                    30 31
        ))
    }

    #[inline]
    pub(in super::super) fn clock() -> u64 {
        register!(TIME)
    }
}

/// Architectures without a body here: no counter is read, so that no time is asked for.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")))]
mod body {
    /// # Safety
    /// Nothing is done, and nothing asked for.
    pub(in super::super) unsafe fn counter(_: u32) -> Option<u64> {
        None
    }

    pub(in super::super) fn clock() -> u64 {
        0
    }
}
