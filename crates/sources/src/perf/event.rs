//! The events that are counted, and what holds for each.

use crate::counting::Nature;
use probity_sys::counter::{Event as Counted, Hardware, Software};

/// One event.
pub(super) struct Event {
    pub(super) id: &'static str,
    pub(super) counted: Counted,
    /// What is read for it, where both modes count.
    pub(super) reads: &'static str,
    /// What becomes of it where the kernel's part is not for us.
    pub(super) without_kernel: WithoutKernel,
    /// Whether a program that ran can have had none of it.
    pub(super) can_be_zero: bool,
    pub(super) needs: &'static str,
}

/// What an event is without what happens in the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WithoutKernel {
    /// Still a number, of user mode: this is what is read then.
    UserMode(&'static str),
    /// What it is with it.
    TheSame,
    /// Too few, or none: no number.
    Nothing,
}

pub(super) const CYCLES: &str = "perf.cycles";
pub(super) const INSTRUCTIONS: &str = "perf.instructions";

const HARDWARE_NEEDS: &str = "a core PMU; kernel.perf_event_paranoid ≤ 2";
const SOFTWARE_NEEDS: &str = "kernel.perf_event_paranoid ≤ 1";

const fn hardware(
    id: &'static str,
    event: Hardware,
    [reads, user_mode]: [&'static str; 2],
    can_be_zero: bool,
) -> Event {
    Event {
        id,
        counted: Counted::Hardware(event),
        reads,
        without_kernel: WithoutKernel::UserMode(user_mode),
        can_be_zero,
        needs: HARDWARE_NEEDS,
    }
}

const fn software(
    id: &'static str,
    event: Software,
    reads: &'static str,
    can_be_zero: bool,
) -> Event {
    Event {
        id,
        counted: Counted::Software(event),
        reads,
        without_kernel: WithoutKernel::Nothing,
        can_be_zero,
        needs: SOFTWARE_NEEDS,
    }
}

/// A name of the kernel's, and that it counts user mode only.
macro_rules! modes {
    ($name:literal) => {
        [
            concat!("perf_event_open(", $name, ")"),
            concat!("perf_event_open(", $name, "), user mode only"),
        ]
    };
}

/// All of them, in column order; the hardware's first, so that they meet in one group.
pub(super) const EVENTS: [Event; 10] = [
    hardware(CYCLES, Hardware::Cycles, modes!("PERF_COUNT_HW_CPU_CYCLES"), false),
    hardware(INSTRUCTIONS, Hardware::Instructions, modes!("PERF_COUNT_HW_INSTRUCTIONS"), false),
    hardware(
        "perf.branches",
        Hardware::Branches,
        modes!("PERF_COUNT_HW_BRANCH_INSTRUCTIONS"),
        false,
    ),
    hardware(
        "perf.branch_misses",
        Hardware::BranchMisses,
        modes!("PERF_COUNT_HW_BRANCH_MISSES"),
        true,
    ),
    hardware(
        "perf.cache_references",
        Hardware::CacheReferences,
        modes!("PERF_COUNT_HW_CACHE_REFERENCES"),
        true,
    ),
    hardware(
        "perf.cache_misses",
        Hardware::CacheMisses,
        modes!("PERF_COUNT_HW_CACHE_MISSES"),
        true,
    ),
    Event {
        without_kernel: WithoutKernel::TheSame,
        needs: "kernel.perf_event_paranoid ≤ 2",
        ..software(
            "perf.task_clock",
            Software::TaskClock,
            "perf_event_open(PERF_COUNT_SW_TASK_CLOCK)",
            false,
        )
    },
    software(
        "perf.page_faults",
        Software::PageFaults,
        "perf_event_open(PERF_COUNT_SW_PAGE_FAULTS)",
        false,
    ),
    software(
        "perf.context_switches",
        Software::ContextSwitches,
        "perf_event_open(PERF_COUNT_SW_CONTEXT_SWITCHES)",
        true,
    ),
    software(
        "perf.cpu_migrations",
        Software::CpuMigrations,
        "perf_event_open(PERF_COUNT_SW_CPU_MIGRATIONS)",
        true,
    ),
];

impl Event {
    pub(super) fn is_hardware(&self) -> bool {
        matches!(self.counted, Counted::Hardware(_))
    }

    pub(super) fn nature(&self) -> Nature {
        let of_kernel = self.without_kernel == WithoutKernel::Nothing;
        Nature { hardware: self.is_hardware(), of_kernel }
    }
}
