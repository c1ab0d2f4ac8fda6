//! The page in which the kernel tells how to read a counter: reading it whole, and what it means.
//!
//! The kernel writes it where the counted thread runs, in the scheduler or an interrupt, and counts
//! `lock` up before and after; whoever reads it in that thread sees `lock` change if anything else
//! did in between. Pure: which memory and which registers are read is the [`Machine`]'s affair.

use super::NotNow;
use crate::counter::Count;

/// What reading a counter needs of the machine. It is the thread that is counted.
pub(super) trait Machine {
    /// `lock`. Nothing after it is read before it.
    fn lock(&self) -> u32;

    /// `lock` once more. Nothing before it is read after it.
    fn lock_again(&self) -> u32;

    /// The other fields, in any order and maybe torn.
    fn fields(&self) -> Fields;

    /// The clock that `time_mult` and `time_shift` are for.
    fn clock(&self) -> u64;

    /// The hardware counter of this number, which is `index` less 1; none where there is no way to
    /// read it.
    fn register(&self, number: u32) -> Option<u64>;
}

/// Fields of `struct perf_event_mmap_page`, by the kernel's names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fields {
    pub(super) index: u32,
    pub(super) offset: i64,
    pub(super) time_enabled: u64,
    pub(super) time_running: u64,
    pub(super) capabilities: u64,
    pub(super) pmc_width: u16,
    pub(super) time_shift: u16,
    pub(super) time_mult: u32,
    pub(super) time_offset: u64,
    pub(super) time_cycles: u64,
    pub(super) time_mask: u64,
}

/// Bits of `capabilities`: their places (little-endian: all that have registers for user mode are).
/// The second says that the others mean what they say (Linux 3.12).
pub(super) const MEANT: u64 = 1 << 1;
pub(super) const USER_RDPMC: u64 = 1 << 2;
pub(super) const USER_TIME: u64 = 1 << 3;
/// The clock is narrower than 64 bits (Linux 5.12).
pub(super) const USER_TIME_SHORT: u64 = 1 << 5;

/// How often a torn reading is tried again. The thread was interrupted in each of them, which
/// takes longer than a reading does.
const ATTEMPTS: u32 = 32;

/// The counter's totals, from a page that did not change while they were taken.
#[inline]
pub(super) fn read(machine: &impl Machine) -> Result<Count, NotNow> {
    for _ in 0..ATTEMPTS {
        let lock = machine.lock();
        let taken = take(machine, &machine.fields());
        // An odd number is of a page that is being written.
        if lock.is_multiple_of(2) && machine.lock_again() == lock {
            return taken;
        }
    }
    Err(NotNow::Torn)
}

fn take(machine: &impl Machine, fields: &Fields) -> Result<Count, NotNow> {
    let has = |bits: u64| fields.capabilities & bits == bits;
    if !has(MEANT | USER_RDPMC) {
        return Err(NotNow::Withheld);
    }
    let Some(number) = fields.index.checked_sub(1) else { return Err(NotNow::OffHardware) };
    if !has(USER_TIME) {
        return Err(NotNow::NoTimes);
    }
    let register = machine.register(number).ok_or(NotNow::Unknown)?;
    let counted = extended(register, fields.pmc_width).ok_or(NotNow::Unknown)?;
    // It is on the hardware now, so that both times run.
    let since = fields.ns_at(machine.clock()).ok_or(NotNow::Unknown)?;
    Ok(Count {
        value: fields.offset.wrapping_add(counted) as u64,
        enabled_ns: fields.time_enabled.wrapping_add(since),
        running_ns: fields.time_running.wrapping_add(since),
    })
}

/// A register of so many bits as a signed number: the kernel lets it start below zero so that it
/// overflows in time.
fn extended(register: u64, width: u16) -> Option<i64> {
    let unused = 64_u32.checked_sub(width.into()).filter(|&unused| unused < 64)?;
    Some((register << unused) as i64 >> unused)
}

impl Fields {
    /// How long ago, by the clock's reading, the two times were as they are in the page, in
    /// nanoseconds; as the kernel's header writes it.
    fn ns_at(&self, clock: u64) -> Option<u64> {
        let is_short = self.capabilities & USER_TIME_SHORT != 0;
        let clock = match is_short {
            true => {
                let since = clock.wrapping_sub(self.time_cycles) & self.time_mask;
                self.time_cycles.wrapping_add(since)
            }
            false => clock,
        };
        let (shift, multiplier) = (u32::from(self.time_shift), u64::from(self.time_mult));
        let whole = clock.checked_shr(shift)?;
        let rest = clock & !(u64::MAX << shift);
        let rest_ns = (u128::from(rest) * u128::from(multiplier)) >> shift;
        Some(
            self.time_offset
                .wrapping_add(whole.wrapping_mul(multiplier))
                .wrapping_add(rest_ns as u64),
        )
    }
}
