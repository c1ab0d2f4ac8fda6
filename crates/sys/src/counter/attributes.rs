//! What is to be counted, and the kernel's structure that says it.

use std::fmt;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// What the CPU counts (`PERF_TYPE_HARDWARE`); the kernel picks the CPU's event for it.
    Hardware(Hardware),
    /// What the kernel counts itself (`PERF_TYPE_SOFTWARE`).
    Software(Software),
    /// What one PMU counts, in its own numbers.
    Encoded(Encoded),
    /// A tracepoint of the kernel (`PERF_TYPE_TRACEPOINT`), by the number that tracefs gives it:
    /// it differs from boot to boot.
    Tracepoint(u64),
}

/// An event in the numbers of a PMU, as its files below `/sys/bus/event_source` or a library of
/// events give them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Encoded {
    /// The PMU's number: its `type`.
    pub pmu: u32,
    /// Its four words. The kernel has the last one since Linux 6.3, the one before since 2.6.39.
    pub config: [u64; 4],
}

impl Encoded {
    /// The number of the PMU of whatever CPU it is (`PERF_TYPE_RAW`).
    pub const RAW: u32 = 4;

    /// A generic event on one of the core PMUs of a CPU that has several: its number goes to the
    /// upper half of the first word (`PERF_HW_EVENT_MASK` in include/uapi/linux/perf_event.h, Linux
    /// 5.13). No bed has run it.
    pub fn on_pmu(event: Hardware, pmu: u32) -> Self {
        Self { pmu: 0, config: [(u64::from(pmu) << 32) | event as u64, 0, 0, 0] }
    }
}

/// The generic events of the CPU (`enum perf_hw_id`), with the kernel's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hardware {
    /// Cycles; the clock they count differs between CPUs.
    Cycles = 0,
    /// Instructions that were retired.
    Instructions = 1,
    /// Accesses of a cache, mostly of the last level.
    CacheReferences = 2,
    /// Those of them that missed.
    CacheMisses = 3,
    /// Branches that were retired.
    Branches = 4,
    /// Those of them that were predicted wrongly.
    BranchMisses = 5,
}

/// The kernel's own events (`enum perf_sw_ids`), with the kernel's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Software {
    /// Time on a CPU, in nanoseconds, in both modes whatever is excluded (seen on Linux 6.18).
    TaskClock = 1,
    /// Page faults of every kind; without the kernel, only those met in user mode.
    PageFaults = 2,
    /// Switches to another thread. They happen in the kernel: without it there are none.
    ContextSwitches = 3,
    /// Moves to another CPU. They happen in the kernel: without it there are none.
    CpuMigrations = 4,
}

/// How an event is to be counted. Its two times are always read with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attributes {
    /// What is counted.
    pub event: Event,
    /// It is off until it is enabled. Members of a group are on when their leader is.
    pub disabled: bool,
    /// It is enabled at the next exec of the thread it was opened for.
    pub enable_on_exec: bool,
    /// Threads and processes that are created after it was opened are counted too.
    pub inherit: bool,
    /// Nothing is counted in user mode.
    pub exclude_user: bool,
    /// Nothing is counted while the kernel runs.
    pub exclude_kernel: bool,
    /// Nothing is counted while a hypervisor runs.
    pub exclude_hypervisor: bool,
    /// Nothing is counted while a guest of this machine runs.
    pub exclude_guest: bool,
}

/// `struct perf_event_attr` (include/uapi/linux/perf_event.h). No more of it is passed than an
/// event needs: its first version (64 bytes, Linux 2.6.31) is taken by every kernel since. Names
/// and order are the kernel's.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Raw {
    r#type: u32,
    size: u32,
    config: u64,
    sample_period: u64,
    sample_type: u64,
    read_format: u64,
    flags: u64,
    wakeup_events: u32,
    bp_type: u32,
    config1: u64,
    config2: u64,
    /// From `branch_sample_type` to `sig_data`: nothing of it is used.
    unused: [u64; 7],
    config3: u64,
}

/// `PERF_ATTR_SIZE_VER0`, and the sizes with `config2` and with `config3` (`VER1`, `VER8`).
const SIZES: [u32; 3] = [64, 72, 136];

const _: () = assert!(size_of::<Raw>() == SIZES[2] as usize);
const _: () = assert!(std::mem::offset_of!(Raw, config) == 8);
const _: () = assert!(std::mem::offset_of!(Raw, sample_period) == 16);
const _: () = assert!(std::mem::offset_of!(Raw, read_format) == 32);
const _: () = assert!(std::mem::offset_of!(Raw, flags) == 40);
const _: () = assert!(std::mem::offset_of!(Raw, wakeup_events) == 48);
const _: () = assert!(std::mem::offset_of!(Raw, config1) == 56);
const _: () = assert!(std::mem::offset_of!(Raw, config2) == 64);
const _: () = assert!(std::mem::offset_of!(Raw, config3) == 128);

/// `PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING`.
const READ_FORMAT: u64 = 3;
/// `PERF_FORMAT_GROUP`: all members are read with their leader, and one pair of times.
#[cfg(target_os = "linux")]
const READ_GROUP: u64 = 8;

/// Places and names of the flags that are used, in the kernel's bit field.
const DISABLED: u32 = 0;
const INHERIT: u32 = 1;
const EXCLUDE_USER: u32 = 4;
const EXCLUDE_KERNEL: u32 = 5;
const EXCLUDE_HV: u32 = 6;
const ENABLE_ON_EXEC: u32 = 12;
const EXCLUDE_GUEST: u32 = 20;
const NAMES: [(u32, &str); 7] = [
    (DISABLED, "disabled"),
    (INHERIT, "inherit"),
    (EXCLUDE_USER, "exclude_user"),
    (EXCLUDE_KERNEL, "exclude_kernel"),
    (EXCLUDE_HV, "exclude_hv"),
    (ENABLE_ON_EXEC, "enable_on_exec"),
    (EXCLUDE_GUEST, "exclude_guest"),
];

/// The bit field with the flag at place `bit`. C compilers fill a bit field from the lowest bit on
/// little-endian machines and from the highest on big-endian ones (not run on any bed).
pub(super) const fn flag(bit: u32) -> u64 {
    if cfg!(target_endian = "big") { 1 << (63 - bit) } else { 1 << bit }
}

#[cfg(target_os = "linux")]
impl Raw {
    /// The same, of a member of a group that is read as a whole; with `wish` in `config1` as well.
    pub(super) fn grouped(self, wish: u64) -> Self {
        let (read_format, config1) = (self.read_format | READ_GROUP, self.config1 | wish);
        Self { read_format, config1, ..self }
    }
}

impl Attributes {
    pub(super) fn raw(&self) -> Raw {
        let (r#type, config) = match self.event {
            Event::Hardware(event) => (0, [event as u64, 0, 0, 0]),
            Event::Software(event) => (1, [event as u64, 0, 0, 0]),
            Event::Encoded(Encoded { pmu, config }) => (pmu, config),
            Event::Tracepoint(id) => (2, [id, 0, 0, 0]),
        };
        let [config, config1, config2, config3] = config;
        let size = match (config2, config3) {
            (0, 0) => SIZES[0],
            (_, 0) => SIZES[1],
            _ => SIZES[2],
        };
        let flags = [
            (DISABLED, self.disabled),
            (INHERIT, self.inherit),
            (EXCLUDE_USER, self.exclude_user),
            (EXCLUDE_KERNEL, self.exclude_kernel),
            (EXCLUDE_HV, self.exclude_hypervisor),
            (ENABLE_ON_EXEC, self.enable_on_exec),
            (EXCLUDE_GUEST, self.exclude_guest),
        ];
        let set = flags.into_iter().filter(|&(_, is_set)| is_set);
        Raw {
            r#type,
            size,
            config,
            sample_period: 0,
            sample_type: 0,
            read_format: READ_FORMAT,
            flags: set.fold(0, |flags, (bit, _)| flags | flag(bit)),
            wakeup_events: 0,
            bp_type: 0,
            config1,
            config2,
            unused: [0; 7],
            config3,
        }
    }
}

/// The structure that is passed to the kernel, field by field, for comparison with a file.
impl fmt::Display for Attributes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let raw = self.raw();
        writeln!(f, "type={}", raw.r#type)?;
        writeln!(f, "size={}", raw.size)?;
        writeln!(f, "config={:#x}", raw.config)?;
        writeln!(f, "sample_period={}", raw.sample_period)?;
        writeln!(f, "sample_type={:#x}", raw.sample_type)?;
        writeln!(f, "read_format={:#x}", raw.read_format)?;
        let mut rest = raw.flags;
        for (bit, name) in NAMES {
            writeln!(f, "{name}={}", u8::from(rest & flag(bit) != 0))?;
            rest &= !flag(bit);
        }
        writeln!(f, "other_flags={rest:#x}")?;
        writeln!(f, "wakeup_events={}", raw.wakeup_events)?;
        writeln!(f, "bp_type={}", raw.bp_type)?;
        writeln!(f, "config1={:#x}", raw.config1)?;
        if raw.size > SIZES[0] {
            writeln!(f, "config2={:#x}", raw.config2)?;
        }
        if raw.size > SIZES[1] {
            writeln!(f, "config3={:#x}", raw.config3)?;
        }
        Ok(())
    }
}
