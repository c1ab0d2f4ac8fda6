//! One event that is being counted.

use crate::context::Subject;
use crate::counting::{Kind, Rank, attributes};
use crate::perf::event::{Event, Part, Place, WithoutKernel};
use crate::perf::naming::Modes;
use probity_sys::counter::{Attributes, Count, Counter, Event as Counted, Refusal};
use probity_sys::kernel::Kernel;
use std::io;

/// For whom counters are opened, and when they are on.
#[derive(Clone, Copy)]
pub(super) struct Opener<'a> {
    pub(super) kernel: &'a dyn Kernel,
    pub(super) subject: Subject,
    /// Off until they are enabled, and of the calling thread alone; otherwise off until the exec,
    /// and inherited.
    pub(super) is_trial: bool,
}

/// The counters of one event, in the order of its parts.
pub(super) struct Counting {
    pub(super) counters: Vec<Box<dyn Counter>>,
    /// Whether the kernel's part was asked for and refused.
    pub(super) user_only: bool,
    /// Whether they are in the group they were opened for.
    pub(super) is_grouped: bool,
}

impl Opener<'_> {
    /// What is passed for `counted`, before anything that is said of an event.
    pub(super) fn attributes(&self, counted: Counted, rank: Rank) -> Attributes {
        let usual = attributes(counted, rank);
        Attributes {
            enable_on_exec: usual.enable_on_exec && !self.is_trial,
            inherit: !self.is_trial,
            ..usual
        }
    }

    /// Opens `event`, in the group of `leader` where it fits, otherwise by itself.
    ///
    /// # Errors
    /// What the kernel answered last.
    pub(super) fn open(&self, event: &Event, leader: Option<&Counting>) -> io::Result<Counting> {
        match self.attempt(event, leader) {
            // The group is full, or of another PMU.
            Err(error) if leader.is_some() && Refusal::of(&error) == Refusal::Invalid => {
                self.attempt(event, None)
            }
            attempt => attempt,
        }
    }

    /// With the kernel's part, or without it where that is denied and there is a number without it.
    fn attempt(&self, event: &Event, leader: Option<&Counting>) -> io::Result<Counting> {
        let open = |user_only| {
            let parts = event.parts.iter().enumerate();
            let counters = parts.map(|(at, part)| {
                let leader = leader.and_then(|leader| leader.counters.get(at));
                self.open_part(event, part, user_only, leader.map(|leader| &**leader))
            });
            let counters = counters.collect::<io::Result<Vec<_>>>()?;
            Ok(Counting { counters, user_only, is_grouped: leader.is_some() })
        };
        match open(false) {
            Err(error)
                if Refusal::of(&error) == Refusal::Denied
                    && event.modes == Modes::Any
                    && event.without_kernel != WithoutKernel::Nothing =>
            {
                open(true)
            }
            opened => opened,
        }
    }

    fn open_part(
        &self,
        event: &Event,
        part: &Part,
        user_only: bool,
        leader: Option<&dyn Counter>,
    ) -> io::Result<Box<dyn Counter>> {
        let rank = if leader.is_some() { Rank::Member } else { Rank::Alone };
        let is_everybodys = matches!(part.place, Place::Cpu(_));
        let usual = self.attributes(part.counted, rank);
        let attributes = Attributes {
            exclude_user: event.modes == Modes::Kernel,
            exclude_kernel: event.modes == Modes::User || user_only,
            // Most PMUs that are no core's refuse every exclusion (seen of msr on Linux 6.18).
            exclude_hypervisor: !matches!(event.kind, Kind::Device | Kind::System),
            exclude_guest: event.exclude_guest,
            // Nobody's exec switches on what counts for everybody.
            disabled: usual.disabled && !is_everybodys,
            enable_on_exec: usual.enable_on_exec && !is_everybodys,
            inherit: usual.inherit && !is_everybodys,
            ..usual
        };
        match part.place {
            Place::Cpu(cpu) => self.kernel.open_counter_on(&attributes, cpu),
            Place::Program | Place::Core(_) => {
                self.kernel.open_counter(&attributes, self.subject.pid(), leader)
            }
        }
    }
}

impl Counting {
    /// The totals now, one for each part.
    pub(super) fn read(&self) -> io::Result<Vec<Count>> {
        self.counters.iter().map(|counter| counter.read()).collect()
    }

    /// Its counts as those of one counter.
    pub(super) fn sum(event: &Event, counts: &[Count]) -> Count {
        let sum = |of: fn(&Count) -> u64| {
            counts.iter().fold(0_u64, |sum, count| sum.saturating_add(of(count)))
        };
        Count {
            value: sum(|count| count.value),
            // The cores of a hybrid CPU take turns: each is enabled all of the time, and what they
            // ran is to add up to that. CPUs do not take turns.
            enabled_ns: match event.is_hybrid() {
                true => counts.iter().map(|count| count.enabled_ns).max().unwrap_or(0),
                false => sum(|count| count.enabled_ns),
            },
            running_ns: sum(|count| count.running_ns),
        }
    }
}

/// Which core PMU counted for which share of the time: its residency, which is no multiplexing.
pub(super) fn residency(event: &Event, start: &[Count], end: &[Count]) -> String {
    let ran =
        start.iter().zip(end).map(|(start, end)| end.running_ns.saturating_sub(start.running_ns));
    let ran: Vec<u64> = ran.collect();
    let whole = ran.iter().map(|&ns| u128::from(ns)).sum::<u128>().max(1);
    let shares = event.parts.iter().zip(&ran).map(|(part, &ran)| {
        let Place::Core(name) = &part.place else { return String::new() };
        format!("{name} {} %", (u128::from(ran) * 100 + whole / 2) / whole)
    });
    format!(" on {}", shares.collect::<Vec<_>>().join(", "))
}
