//! What is known of a machine that counts, or does not.

use super::circumstances::Circumstances;
use crate::context::Context;
use probity_host::facts::{capabilities, is_virtual_machine};

impl Circumstances {
    /// What the machine's files tell.
    pub(crate) fn of(context: &Context) -> Self {
        Self {
            paranoid: number(context, "/proc/sys/kernel/perf_event_paranoid"),
            nmi_watchdog: number(context, "/proc/sys/kernel/nmi_watchdog") == Some(1),
            virtual_machine: is_virtual_machine(&context.root),
            hybrid: false,
            core_pmu: false,
            privileged: is_privileged(context),
            user_mode_refused: false,
            holders: Vec::new(),
        }
    }
}

fn number(context: &Context, path: &str) -> Option<i64> {
    let bytes = context.root.read(path).ok()?;
    std::str::from_utf8(&bytes).ok()?.trim_ascii().parse().ok()
}

/// Whether a capability lifts the paranoid level for us. One held in a user namespace that does not
/// map all users, as in a container without root, lifts nothing outside of it.
fn is_privileged(context: &Context) -> bool {
    let maps_all = |map: Vec<u8>| {
        let map = String::from_utf8_lossy(&map);
        map.split_ascii_whitespace().eq(["0", "0", "4294967295"])
    };
    capabilities(&context.root).is_ok_and(|held| held.perfmon || held.sys_admin)
        && context.root.read("/proc/self/uid_map").is_ok_and(maps_all)
}
