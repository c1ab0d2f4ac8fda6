//! What the kernel charged to a program and did not count.
//!
//! The kernel takes counters away from a process that executes a file which it may not read or
//! which brings privileges, *after* having switched them on: they then read small numbers with
//! equal times, as if all were well. What it charges goes on. So charges and counts are compared,
//! of CPU time and of page faults.

use probity_model::{Absence, Cause};

/// What one program, with the descendants it waited for, was charged with and what was counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shortfall {
    /// CPU time that was counted from the barrier on.
    pub(crate) counted_ns: u64,
    /// CPU time that was charged from the barrier on.
    pub(crate) charged_ns: u64,
    /// Switches to wait that were charged.
    pub(crate) voluntary_switches: u64,
    /// Page faults that were counted from the exec on.
    pub(crate) counted_faults: u64,
    /// Page faults that were charged from the barrier on.
    pub(crate) charged_faults: u64,
    /// Whether the faults that the kernel meets itself are counted, too.
    pub(crate) with_kernel: bool,
}

/// What may be charged and not counted, in nanoseconds, for each time that a thread waited. 9 to
/// 84 µs a switch were seen, on average over a run. The other switches are not asked for: before
/// each either a time slice was counted, or the thread had just woken one that waited.
const SWITCH_NS: u64 = 200_000;
/// What the end of the program may cost in the same way; up to 1.2 ms were seen.
const END_NS: u64 = 2_000_000;
/// Faults that are charged and not counted of every program: one, for the first page of its
/// arguments. A program that is executed unseen has 24 and more, unless it does without a library.
const FEW_FAULTS: u64 = 16;
/// What memory that is populated in advance seldom comes to, in pages: arguments and environment
/// of 100 kB are 25 an exec.
const MANY_FAULTS: u64 = 1_000;

impl Shortfall {
    /// That nothing is missing which would make counts untrue, or why they are.
    ///
    /// No program runs without a fault, as its first instruction has to be mapped: where none was
    /// counted the counters went at its exec. Where some were, a descendant may have lost its own.
    ///
    /// Time alone is no witness of that. The middle of each switch and the end of each process are
    /// charged and not counted: of programs that only sleep or end 13 to 74 % was counted (Linux
    /// 6.18 in a busy virtual machine). Faults alone are none either. Those that the kernel makes
    /// for a program (arguments of an exec, `MAP_POPULATE`, mlock, buffers of direct I/O) are
    /// charged and never counted (`mm_account_fault` in mm/memory.c returns before it counts).
    pub(crate) fn judged(&self) -> Result<(), Absence> {
        let missing = self.charged_faults.saturating_sub(self.counted_faults);
        if self.counted_faults == 0 {
            return Err(self.secret());
        }
        if self.is_short() && missing > FEW_FAULTS {
            return Err(self.secret_part());
        }
        // In user mode the kernel's own faults are missing too, as of reads into fresh buffers.
        if self.with_kernel && missing > self.counted_faults && missing > MANY_FAULTS {
            return Err(self.unaccountable());
        }
        Ok(())
    }

    /// Whether clearly less time was counted than charged, and switches and ends do not explain it.
    fn is_short(&self) -> bool {
        let missed = self.charged_ns.saturating_sub(self.counted_ns);
        let explained = END_NS.saturating_add(self.voluntary_switches.saturating_mul(SWITCH_NS));
        // Not two thirds.
        missed > self.counted_ns / 2 && missed > explained
    }

    fn secret(&self) -> Absence {
        let reason = format!(
            "the kernel counted none of the {} page faults charged to it: it takes counters away \
             at a file {SECRET}",
            self.charged_faults
        );
        Absence::new(Cause::Denied, reason).with_gate(GATE).with_remedy(REMEDY)
    }

    fn secret_part(&self) -> Absence {
        let reason = format!(
            "the kernel counted {} of {} ms of CPU time and {} of {} page faults charged to it: it \
             takes counters away at a file {SECRET}, as one in its tree probably is",
            ms(self.counted_ns),
            ms(self.charged_ns),
            self.counted_faults,
            self.charged_faults
        );
        Absence::new(Cause::Denied, reason).with_gate(GATE).with_remedy(REMEDY)
    }

    fn unaccountable(&self) -> Absence {
        let reason = format!(
            "the kernel counted {} of {} page faults charged to it: either counters were taken \
             away at a file in its tree {SECRET}, or memory was populated in advance \
             (MAP_POPULATE, mlock), which is never counted",
            self.counted_faults, self.charged_faults
        );
        Absence::new(Cause::Lost, reason).with_remedy(
            "measure the programs of its tree one by one; CPU times and mem.minor_faults are whole",
        )
    }
}

/// Continues "a file".
const SECRET: &str = "that is set-uid, set-gid, unreadable or has capabilities";
const GATE: &str = "the right to look into the program that was executed";
const REMEDY: &str =
    "measure as the owner of that file, or a copy of it that is readable and has no privileges";

/// Nanoseconds as milliseconds with one decimal.
fn ms(ns: u64) -> String {
    format!("{}.{}", ns / 1_000_000, ns % 1_000_000 / 100_000)
}
