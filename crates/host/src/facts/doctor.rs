//! Reading what only the doctor tells.

use super::content::{entry, fact, line, memory, number, switch};
use super::steal::CpuTimes;
use super::{cgroup, survey};
use crate::root::{Root, malformed};
use probity_model::{Absence, DoctorFacts, HeldCapabilities, HostFacts, Swap};
use probity_sys::kernel::Kernel;
use std::time::Duration;

/// How long the doctor watches for stolen time: ten ticks of each CPU, mostly.
const WATCH: Duration = Duration::from_millis(100);

/// Reads all facts of the machine under `root`, those of evidence and those for the doctor alone.
/// Takes a tenth of a second, in which it watches for stolen time.
pub fn examine(root: &Root, kernel: &dyn Kernel) -> (HostFacts, DoctorFacts) {
    let before = CpuTimes::look(root);
    std::thread::sleep(WATCH);
    let after = CpuTimes::look(root);
    let mut host = survey(root, kernel);
    host.conditions.steal = before.until(&after);
    let doctor = DoctorFacts {
        clock_sources: fact(clock_sources(root)),
        cpuset: fact(cgroup::cpuset(root)),
        throttled_periods: fact(cgroup::throttled_periods(
            root,
            &host.conditions.cpu_quota_millicpus,
        )),
        kptr_restrict: fact(number(root, "/proc/sys/kernel/kptr_restrict")),
        perf_max_sample_rate: fact(number(root, "/proc/sys/kernel/perf_event_max_sample_rate")),
        nmi_watchdog: fact(switch(root, "/proc/sys/kernel/nmi_watchdog")),
        capabilities: fact(capabilities(root)),
        swap: fact(swap(root)),
        steal_since_boot: after.since_boot(),
    };
    (host, doctor)
}

fn clock_sources(root: &Root) -> Result<Vec<String>, Absence> {
    const PATH: &str = "/sys/devices/system/clocksource/clocksource0/available_clocksource";
    Ok(line(root, PATH)?.split_ascii_whitespace().map(str::to_owned).collect())
}

/// Which capabilities that matter for measuring are in effect for us (`CapEff`).
///
/// # Errors
/// An absence, where `/proc/self/status` cannot be read or does not tell.
pub fn capabilities(root: &Root) -> Result<HeldCapabilities, Absence> {
    const PATH: &str = "/proc/self/status";
    let mask = entry(root, PATH, "CapEff")?;
    held(&mask).ok_or_else(|| malformed(PATH, "its effective capabilities are no mask"))
}

/// The bits of a mask in hex (linux/capability.h). `CAP_PERFMON` came with Linux 5.8.
pub(super) fn held(mask: &str) -> Option<HeldCapabilities> {
    let mask = u64::from_str_radix(mask, 16).ok()?;
    let has = |bit: u32| mask & (1 << bit) != 0;
    Some(HeldCapabilities {
        perfmon: has(38),
        sys_admin: has(21),
        sys_ptrace: has(19),
        sys_resource: has(24),
    })
}

fn swap(root: &Root) -> Result<Swap, Absence> {
    let total_bytes = memory(root, "SwapTotal")?;
    let free = memory(root, "SwapFree")?;
    let used = total_bytes.checked_sub(free);
    let used_bytes =
        used.ok_or_else(|| malformed("/proc/meminfo", "more swap is free than there is"))?;
    Ok(Swap { total_bytes, used_bytes })
}
