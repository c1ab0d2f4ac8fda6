//! Which events stand for all when the cost of counters is measured.

use probity_sys::counter::{Event, Group, Hardware, Members, Software};
use probity_sys::kernel::Kernel;
use std::io;

/// An event with the kernel's name.
type Named = (Event, &'static str);

/// Those of the CPU, which are what a harness is after.
const HARDWARE: [Named; 6] = [
    (Event::Hardware(Hardware::Instructions), "PERF_COUNT_HW_INSTRUCTIONS"),
    (Event::Hardware(Hardware::Cycles), "PERF_COUNT_HW_CPU_CYCLES"),
    (Event::Hardware(Hardware::Branches), "PERF_COUNT_HW_BRANCH_INSTRUCTIONS"),
    (Event::Hardware(Hardware::BranchMisses), "PERF_COUNT_HW_BRANCH_MISSES"),
    (Event::Hardware(Hardware::CacheReferences), "PERF_COUNT_HW_CACHE_REFERENCES"),
    (Event::Hardware(Hardware::CacheMisses), "PERF_COUNT_HW_CACHE_MISSES"),
];
/// Those of the kernel, which stand in where the CPU counts nothing for us.
const SOFTWARE: [Named; 4] = [
    (Event::Software(Software::TaskClock), "PERF_COUNT_SW_TASK_CLOCK"),
    (Event::Software(Software::PageFaults), "PERF_COUNT_SW_PAGE_FAULTS"),
    (Event::Software(Software::ContextSwitches), "PERF_COUNT_SW_CONTEXT_SWITCHES"),
    (Event::Software(Software::CpuMigrations), "PERF_COUNT_SW_CPU_MIGRATIONS"),
];

/// Events that can be counted here, together, for the calling thread.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    events: Vec<Named>,
    exclude_kernel: bool,
}

/// The events of the CPU that can be counted in one group, or why none can.
///
/// # Errors
/// What the kernel answered for the last of them.
pub(super) fn hardware(kernel: &impl Kernel) -> io::Result<Chosen> {
    chosen(kernel, &HARDWARE)
}

/// The same of the kernel's.
///
/// # Errors
/// What the kernel answered for the last of them.
pub(super) fn software(kernel: &impl Kernel) -> io::Result<Chosen> {
    chosen(kernel, &SOFTWARE)
}

/// With what happens in the kernel, or, where that is refused, without it.
fn chosen(kernel: &impl Kernel, named: &[Named]) -> io::Result<Chosen> {
    let both = fitting(kernel, named, false);
    if both.is_ok() { both } else { fitting(kernel, named, true) }
}

fn fitting(kernel: &impl Kernel, named: &[Named], exclude_kernel: bool) -> io::Result<Chosen> {
    let mut chosen = Chosen { events: Vec::new(), exclude_kernel };
    let mut refused = io::ErrorKind::Unsupported.into();
    for &event in named {
        chosen.events.push(event);
        if let Err(error) = chosen.open(kernel, chosen.events.len()) {
            chosen.events.pop();
            refused = error;
        }
    }
    if chosen.events.is_empty() { Err(refused) } else { Ok(chosen) }
}

impl Chosen {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.events.len()
    }

    /// Opens the first `members` of them as one group.
    pub(super) fn open(&self, kernel: &impl Kernel, members: usize) -> io::Result<Box<dyn Group>> {
        let events: Vec<Event> =
            self.events.iter().take(members).map(|(event, _)| *event).collect();
        let (exclude_kernel, exclude_hypervisor) = (self.exclude_kernel, false);
        kernel.open_group(&Members { events: &events, exclude_kernel, exclude_hypervisor })
    }

    /// The first `members` of them in words.
    pub(super) fn described(&self, members: usize) -> String {
        let names: Vec<&str> = self.events.iter().take(members).map(|(_, name)| *name).collect();
        let modes = if self.exclude_kernel { "user mode" } else { "user and kernel mode" };
        let stand_in = match self.events.first() {
            Some((Event::Software(_), _)) => "; software, as no hardware event can be opened",
            _ => "",
        };
        format!("{} ({modes}{stand_in})", names.join(", "))
    }
}
