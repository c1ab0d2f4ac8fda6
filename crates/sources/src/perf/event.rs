//! The events that are counted, and what holds for each.

use super::naming::{Device, Found, Modes, Reach};
use crate::counting::{Kind, Nature};
use probity_sys::counter::{Encoded, Event as Counted, Hardware, Software};
use std::borrow::Cow;

/// An event of the table.
pub(super) struct Listed {
    pub(super) id: &'static str,
    pub(super) counted: Counted,
    /// What is read for it, where both modes count.
    pub(super) reads: &'static str,
    /// What becomes of it where the kernel's part is not for us.
    pub(super) without_kernel: WithoutKernel,
    /// Whether a program that ran can have had none of it.
    pub(super) can_be_zero: bool,
    /// Whether known work must have some of it.
    pub(super) has_work: bool,
    pub(super) needs: &'static str,
}

/// One event on one machine.
#[derive(Clone, Debug)]
pub(super) struct Event {
    /// What the kernel is asked for, one or several whose counts are added up.
    pub(super) parts: Vec<Part>,
    pub(super) kind: Kind,
    /// What is read for it, where all modes count that are asked for.
    pub(super) reads: Cow<'static, str>,
    pub(super) modes: Modes,
    pub(super) exclude_guest: bool,
    pub(super) without_kernel: WithoutKernel,
    /// Whether a program that ran can have had none of it.
    pub(super) can_be_zero: bool,
    /// Whether known work must have some of it, or it counts as dead where a program has none.
    pub(super) has_work: bool,
}

/// A counter that an event needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) counted: Counted,
    pub(super) place: Place,
}

/// Where a part counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The program, wherever it runs.
    Program,
    /// The program while it is on a core of the PMU of this name.
    Core(String),
    /// Whatever happens, as read on this CPU.
    Cpu(u32),
}

/// What an event is without what happens in the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WithoutKernel {
    /// Still a number, of user mode: it says so then.
    UserMode,
    /// What it is with it.
    TheSame,
    /// Too few, or none: no number.
    Nothing,
}

pub(super) const CYCLES: &str = "perf.cycles";
pub(super) const INSTRUCTIONS: &str = "perf.instructions";

pub(super) const HARDWARE_NEEDS: &str = "a core PMU; kernel.perf_event_paranoid ≤ 2";
const SOFTWARE_NEEDS: &str = "kernel.perf_event_paranoid ≤ 1";

const fn hardware(
    id: &'static str,
    event: Hardware,
    reads: &'static str,
    [can_be_zero, has_work]: [bool; 2],
) -> Listed {
    Listed {
        id,
        counted: Counted::Hardware(event),
        reads,
        without_kernel: WithoutKernel::UserMode,
        can_be_zero,
        has_work,
        needs: HARDWARE_NEEDS,
    }
}

const fn software(
    id: &'static str,
    event: Software,
    reads: &'static str,
    can_be_zero: bool,
) -> Listed {
    Listed {
        id,
        counted: Counted::Software(event),
        reads,
        without_kernel: WithoutKernel::Nothing,
        can_be_zero,
        has_work: false,
        needs: SOFTWARE_NEEDS,
    }
}

/// What no program can do without, and so neither can known work.
const ALWAYS: [bool; 2] = [false, true];
/// What a program can do without, and known work cannot.
const MOSTLY: [bool; 2] = [true, true];
/// What both can do without. A large cache misses nothing in a few milliseconds.
const SELDOM: [bool; 2] = [true, false];

/// A name of the kernel's.
macro_rules! call {
    ($name:literal) => {
        concat!("perf_event_open(", $name, ")")
    };
}

/// All of them, in column order; the hardware's first, so that they meet in one group. Where they
/// do not fit, those at the end are counted apart: what other numbers follow from comes first.
pub(super) const EVENTS: [Listed; 10] = [
    hardware(CYCLES, Hardware::Cycles, call!("PERF_COUNT_HW_CPU_CYCLES"), ALWAYS),
    hardware(INSTRUCTIONS, Hardware::Instructions, call!("PERF_COUNT_HW_INSTRUCTIONS"), ALWAYS),
    hardware(
        "perf.branches",
        Hardware::Branches,
        call!("PERF_COUNT_HW_BRANCH_INSTRUCTIONS"),
        ALWAYS,
    ),
    hardware(
        "perf.branch_misses",
        Hardware::BranchMisses,
        call!("PERF_COUNT_HW_BRANCH_MISSES"),
        MOSTLY,
    ),
    hardware(
        "perf.cache_references",
        Hardware::CacheReferences,
        call!("PERF_COUNT_HW_CACHE_REFERENCES"),
        MOSTLY,
    ),
    hardware(
        "perf.cache_misses",
        Hardware::CacheMisses,
        call!("PERF_COUNT_HW_CACHE_MISSES"),
        SELDOM,
    ),
    Listed {
        without_kernel: WithoutKernel::TheSame,
        needs: "kernel.perf_event_paranoid ≤ 2",
        ..software("perf.task_clock", Software::TaskClock, call!("PERF_COUNT_SW_TASK_CLOCK"), false)
    },
    software("perf.page_faults", Software::PageFaults, call!("PERF_COUNT_SW_PAGE_FAULTS"), false),
    software(
        "perf.context_switches",
        Software::ContextSwitches,
        call!("PERF_COUNT_SW_CONTEXT_SWITCHES"),
        true,
    ),
    software(
        "perf.cpu_migrations",
        Software::CpuMigrations,
        call!("PERF_COUNT_SW_CPU_MIGRATIONS"),
        true,
    ),
];

impl Event {
    /// An event of the table on a machine with these core PMUs, where there are several: a generic
    /// event would be bound to one of them, and read little or nothing on the other cores (seen by
    /// others on Alder Lake, gem5#1064; no bed has run it).
    pub(super) fn listed(listed: &Listed, cores: &[Device]) -> Self {
        let whole = || vec![Part { counted: listed.counted, place: Place::Program }];
        let (kind, parts) = match listed.counted {
            Counted::Hardware(event) if !cores.is_empty() => {
                let on = |core: &Device| Part {
                    counted: Counted::Encoded(Encoded::on_pmu(event, core.number)),
                    place: Place::Core(core.name.clone()),
                };
                (Kind::Core, cores.iter().map(on).collect())
            }
            Counted::Hardware(_) | Counted::Encoded(_) => (Kind::Core, whole()),
            Counted::Software(_) | Counted::Tracepoint(_) => (Kind::Software, whole()),
        };
        Self {
            parts,
            kind,
            reads: Cow::Borrowed(listed.reads),
            modes: Modes::Any,
            exclude_guest: false,
            without_kernel: listed.without_kernel,
            can_be_zero: listed.can_be_zero,
            has_work: listed.has_work,
        }
    }

    /// An event that a user named and that was found.
    pub(super) fn named(found: Found) -> Self {
        let counted = Counted::Encoded(found.encoded);
        let part = |place| Part { counted, place };
        let (kind, parts) = match &found.reach {
            Reach::System(cpus) => {
                (Kind::System, cpus.iter().map(|&cpu| part(Place::Cpu(cpu))).collect())
            }
            // On other cores its time does not run, and it is absent where the program was there.
            Reach::Tasks | Reach::TasksOn(_) => {
                let kind = if found.is_core { Kind::Extra } else { Kind::Device };
                (kind, vec![part(Place::Program)])
            }
        };
        // Other PMUs mostly cannot tell modes apart, and refuse what asks them to.
        let is_core = kind == Kind::Extra && found.modes == Modes::Any;
        Self {
            parts,
            kind,
            reads: Cow::Owned(found.reads),
            modes: found.modes,
            exclude_guest: found.exclude_guest,
            without_kernel: match is_core {
                true => WithoutKernel::UserMode,
                false => WithoutKernel::Nothing,
            },
            can_be_zero: true,
            has_work: true,
        }
    }

    /// Whether it shares the counters of a core.
    pub(super) fn is_core(&self) -> bool {
        matches!(self.kind, Kind::Core | Kind::Extra)
    }

    /// Whether cores of several kinds count it, each its share of the time.
    pub(super) fn is_hybrid(&self) -> bool {
        self.parts.iter().any(|part| matches!(part.place, Place::Core(_)))
    }

    pub(super) fn nature(&self) -> Nature {
        // What counts user mode because it was asked to needs no more.
        let is_whole = self.modes != Modes::User;
        let of_kernel = is_whole && self.without_kernel == WithoutKernel::Nothing;
        Nature { kind: self.kind, of_kernel }
    }
}
