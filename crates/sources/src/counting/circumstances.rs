//! What holds on a machine for all counters, and how their absences are worded by it.

use probity_model::{Absence, Cause};
use probity_sys::counter::Refusal;
use std::io;

/// What counts an event. Those of a core share its counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A core, for an event of the table.
    Core,
    /// A core, for an event that a user named: those form a group of their own.
    Extra,
    /// The kernel.
    Software,
    /// Another PMU, for the program.
    Device,
    /// Another PMU, for everybody.
    System,
}

/// What an event is, as far as the reason of its absence depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Nature {
    pub(crate) kind: Kind,
    /// Whether there is no number of it without what happens in the kernel.
    pub(crate) of_kernel: bool,
}

/// What is known of the machine when counters are refused or do not fit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Circumstances {
    /// `kernel.perf_event_paranoid`, which may be -1; `None` where it cannot be read.
    pub(crate) paranoid: Option<i64>,
    /// Whether the kernel's watchdog occupies a counter of each CPU.
    pub(crate) nmi_watchdog: bool,
    /// Whether it is known to be the guest of a hypervisor.
    pub(crate) virtual_machine: bool,
    /// Whether its cores are of several kinds, with a PMU each.
    pub(crate) hybrid: bool,
    /// Whether any counter of the CPU could be opened.
    pub(crate) core_pmu: bool,
    /// Whether we hold a capability that lifts the paranoid level: CAP_PERFMON or CAP_SYS_ADMIN in
    /// the first user namespace (`perfmon_capable` in include/linux/capability.h).
    pub(crate) privileged: bool,
    /// Whether even a clock of user mode was refused.
    pub(crate) user_mode_refused: bool,
    /// Other processes that have counters open, as far as we may look.
    pub(crate) holders: Vec<String>,
}

/// Unprivileged users count nothing at all from this level on, in the kernels of Debian, Ubuntu
/// and Android (seen on Debian's 6.1 and 6.12).
const NOBODY: i64 = 3;
/// They count user mode only from this level on (Documentation/admin-guide/sysctl/kernel.rst).
const USER_MODE: i64 = 2;

/// They count for their own programs only from this level on.
const OWN: i64 = 1;

/// Held in the user namespace of the machine, see [`Circumstances::privileged`].
const HELD: &str = "the capability for it is held (CAP_PERFMON or CAP_SYS_ADMIN)";

const PRIVILEGE: &str = "sysctl kernel.perf_event_paranoid=1, or the capability CAP_PERFMON";

const EVERYBODY: &str = "sysctl kernel.perf_event_paranoid=0, or the capability CAP_PERFMON";

impl Circumstances {
    /// Why `event` could not be opened: `error` is the kernel's last answer.
    pub(crate) fn refused(&self, event: Nature, error: &io::Error) -> Absence {
        match Refusal::of(error) {
            Refusal::NoEvent => self.no_event(event),
            Refusal::Denied => self.denied(event),
            Refusal::Invalid if matches!(event.kind, Kind::Device | Kind::System) => Absence::new(
                Cause::NoHardware,
                "its PMU does not count this event, or not in these modes (invalid argument)",
            ),
            Refusal::Invalid => Absence::new(
                Cause::NoKernelSupport,
                "the kernel does not count this event for a program and its descendants (invalid \
                 argument)",
            ),
            Refusal::Busy if event.kind != Kind::Software => {
                self.crowded(Cause::Busy, "another user has reserved the counters")
            }
            Refusal::Busy => Absence::new(
                Cause::Busy,
                "the kernel answered that it is in use (EBUSY), although it needs no hardware",
            ),
            Refusal::NoFiles => {
                Absence::new(Cause::Busy, format!("no more files can be opened: {error}"))
                    .with_remedy("raise the limit of open files (ulimit -n)")
            }
            Refusal::NoCall => self.no_call(),
            Refusal::NotOffered => Absence::new(
                Cause::NoHardware,
                "the hardware cannot count this event in the way it is asked for",
            ),
            Refusal::TooBig => Absence::new(
                Cause::NoKernelSupport,
                "the kernel is too old for our description of the event",
            ),
            Refusal::Gone => Absence::new(Cause::Lost, "the program ended before it was released"),
            Refusal::Other => {
                Absence::new(Cause::NoKernelSupport, format!("perf_event_open failed: {error}"))
            }
        }
    }

    fn no_event(&self, event: Nature) -> Absence {
        let (cause, reason) = match (event.kind, self.core_pmu, self.virtual_machine) {
            (Kind::Software, ..) => {
                (Cause::NoKernelSupport, "the kernel has no such software event")
            }
            (Kind::Device | Kind::System, ..) => {
                (Cause::NoHardware, "its PMU counts no such event")
            }
            (Kind::Core | Kind::Extra, true, _) => {
                (Cause::NoHardware, "the core PMU here counts no such event")
            }
            (Kind::Core | Kind::Extra, false, true) => (
                Cause::NoHardware,
                "this machine offers no core PMU, as virtual machines often do not",
            ),
            (Kind::Core | Kind::Extra, false, false) => {
                (Cause::NoHardware, "this machine offers no core PMU")
            }
        };
        Absence::new(cause, reason)
    }

    fn denied(&self, event: Nature) -> Absence {
        let denied =
            |reason: String, gate: &str| Absence::new(Cause::Denied, reason).with_gate(gate);
        let otherwise = |although: &str| {
            let reason = format!("perf_event_open is not permitted, although {although}");
            denied(reason, "a seccomp filter or a security module").with_remedy(
                "permit perf_event_open, as with the container option --cap-add PERFMON",
            )
        };
        let Some(level) = self.paranoid else {
            if self.privileged {
                return otherwise(HELD);
            }
            let reason = "perf_event_open is not permitted, and kernel.perf_event_paranoid cannot \
                          be read";
            return denied(reason.to_owned(), "perf_event_open").with_remedy(PRIVILEGE);
        };
        let gate = format!("kernel.perf_event_paranoid is {level}");
        if level >= NOBODY {
            if self.privileged {
                return otherwise(HELD);
            }
            let reason = "unprivileged users may count nothing";
            return denied(reason.to_owned(), &gate).with_remedy(PRIVILEGE);
        }
        if level >= OWN && event.kind == Kind::System && !self.privileged {
            let reason = "unprivileged users may count for their own programs only, and this PMU \
                          counts for everybody";
            return denied(reason.to_owned(), &gate).with_remedy(EVERYBODY);
        }
        // This level leaves user mode to everybody: where that is refused, something else has.
        let of_kernel = level >= USER_MODE && event.of_kernel;
        if of_kernel && !self.user_mode_refused && !self.privileged {
            let reason = "unprivileged users may not count what happens in the kernel";
            return denied(reason.to_owned(), &gate).with_remedy(PRIVILEGE);
        }
        otherwise(if self.privileged { HELD } else { &gate })
    }

    fn no_call(&self) -> Absence {
        match self.paranoid {
            // Only kernels that have the call have the setting.
            Some(_) => Absence::new(Cause::Denied, "a seccomp filter hides perf_event_open")
                .with_gate("a seccomp filter")
                .with_remedy("permit perf_event_open in that filter"),
            None => Absence::new(Cause::NoKernelSupport, "there is no perf_event_open here")
                .with_remedy("a kernel with CONFIG_PERF_EVENTS"),
        }
    }

    /// The absence of what the hardware had no room for, with whoever is known to take some.
    pub(crate) fn crowded(&self, cause: Cause, reason: &str) -> Absence {
        let mut who: Vec<String> = Vec::new();
        if self.nmi_watchdog {
            who.push("the NMI watchdog takes a counter".to_owned());
        }
        if self.hybrid {
            who.push("cores of another kind may not count it".to_owned());
        }
        match self.holders.as_slice() {
            [] => {}
            holders => who.push(format!("{} may, too", holders.join(", "))),
        }
        let remedy = match self.nmi_watchdog {
            true => "sysctl kernel.nmi_watchdog=0, or ask for fewer hardware events",
            false => "ask for fewer hardware events",
        };
        let who = match who.is_empty() {
            true => "more events than counters, another user of the PMU, or cores of another kind"
                .to_owned(),
            false => who.join("; "),
        };
        Absence::new(cause, format!("{reason}: {who}")).with_remedy(remedy)
    }

    /// Why an event is not counted in this run where its turn comes in another one, of `turns`.
    pub(crate) fn another_turn(turns: usize) -> Absence {
        let reason = format!(
            "the core PMU cannot count all that is asked for at once: one of {turns} parts is \
             counted in each counted run, and this is of another part"
        );
        Absence::new(Cause::NotRequested, reason).with_remedy(
            "a counted run in each block (--counters) and as many blocks as parts, or fewer \
                 hardware events",
        )
    }
}
