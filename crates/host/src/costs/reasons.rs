//! Why a cost of counters cannot be had.

use crate::facts::is_virtual_machine;
use crate::root::Root;
use probity_model::{Absence, Cause};
use probity_sys::counter::{NotNow, Refusal};
use std::io;

const PARANOID: &str = "/proc/sys/kernel/perf_event_paranoid";
/// Settings that keep registers from user mode while they are 0: of arm64 (Linux 5.17) and RISC-V
/// (6.6), and of x86 (4.0).
const ACCESS: [(&str, &str, &str); 2] = [
    (
        "/proc/sys/kernel/perf_user_access",
        "kernel.perf_user_access is 0",
        "sysctl kernel.perf_user_access=1",
    ),
    (
        "/sys/bus/event_source/devices/cpu/rdpmc",
        "/sys/bus/event_source/devices/cpu/rdpmc is 0",
        "write 1 to that file, as root",
    ),
];

fn setting(root: &Root, path: &str) -> Option<String> {
    let text = root.read(path).ok()?;
    Some(String::from_utf8(text).ok()?.trim().to_owned())
}

/// Why no counter can be opened: `error` is the kernel's answer.
pub(super) fn refused(root: &Root, error: &io::Error) -> Absence {
    match Refusal::of(error) {
        Refusal::NoEvent if is_virtual_machine(root) => Absence::new(
            Cause::NoHardware,
            "this machine offers no core PMU, as virtual machines often do not",
        ),
        Refusal::NoEvent => Absence::new(Cause::NoHardware, "this machine offers no core PMU"),
        Refusal::Denied => denied(root),
        Refusal::NoCall if cfg!(not(target_os = "linux")) => {
            Absence::new(Cause::WrongOs, "counters are opened on Linux only")
        }
        // Only kernels that have the call have the setting.
        Refusal::NoCall if setting(root, PARANOID).is_some() => {
            Absence::new(Cause::Denied, "a seccomp filter hides perf_event_open")
                .with_gate("a seccomp filter")
        }
        Refusal::NoCall => Absence::new(Cause::NoKernelSupport, "there is no perf_event_open here"),
        Refusal::Busy => Absence::new(Cause::Busy, "another user has reserved the counters"),
        Refusal::NoFiles => {
            Absence::new(Cause::Busy, format!("no more files can be opened: {error}"))
        }
        _ => Absence::new(Cause::NoKernelSupport, format!("perf_event_open failed: {error}")),
    }
}

fn denied(root: &Root) -> Absence {
    let gate = match setting(root, PARANOID) {
        Some(level) => format!("kernel.perf_event_paranoid is {level}, or a seccomp filter"),
        None => "perf_event_open".to_owned(),
    };
    Absence::new(Cause::Denied, "even user mode of our own may not be counted")
        .with_gate(gate)
        .with_remedy("sysctl kernel.perf_event_paranoid=2, or the capability CAP_PERFMON")
}

/// Why an open counter answers no more.
pub(super) fn lost(error: &io::Error) -> Absence {
    Absence::new(Cause::Lost, format!("the counter stopped answering: {error}"))
}

/// Why a counter cannot be read without a system call.
pub(super) fn not_here(root: &Root, why: NotNow) -> Absence {
    /// `EPERM`; the same number on every Linux.
    const NOT_PERMITTED: i32 = 1;
    match why {
        NotNow::Withheld | NotNow::OffHardware => withheld(root, why),
        NotNow::Unmapped(NOT_PERMITTED) => {
            Absence::new(Cause::Denied, "the counter's page may not be mapped")
                .with_gate("kernel.perf_event_mlock_kb, or the limit of locked memory")
                .with_remedy("raise the limit of locked memory (ulimit -l)")
        }
        NotNow::Unmapped(errno) => {
            let error = io::Error::from_raw_os_error(errno);
            Absence::new(
                Cause::NoKernelSupport,
                format!("the counter's page cannot be mapped: {error}"),
            )
        }
        NotNow::NoTimes => Absence::new(
            Cause::NoKernelSupport,
            "the kernel does not tell user mode how long a counter has run (cap_user_time is 0)",
        ),
        NotNow::Torn => Absence::new(Cause::Lost, "the counter's page changed at every attempt"),
        NotNow::Unknown | NotNow::NoMember => Absence::new(
            Cause::NotImplemented,
            "the kernel names a register that is not known for this architecture",
        ),
    }
}

/// A setting says so, or the hardware.
fn withheld(root: &Root, why: NotNow) -> Absence {
    let closed = ACCESS.iter().find(|(path, ..)| setting(root, path).as_deref() == Some("0"));
    if let Some((_, gate, remedy)) = closed {
        return Absence::new(Cause::Denied, "user mode may not read the counters of the CPU")
            .with_gate(*gate)
            .with_remedy(*remedy);
    }
    match why {
        NotNow::OffHardware => {
            Absence::new(Cause::Busy, "the counter was on no register of the CPU: others have them")
        }
        _ => Absence::new(
            Cause::NoKernelSupport,
            "the kernel does not open this PMU to user mode (cap_user_rdpmc is 0)",
        ),
    }
}
