//! Reading the facts.

use super::conditions::{conditions, frequency};
use super::content::{MISSING, entry, fact, line, memory, number, text};
use super::cpulist::{cpu_count, cpus_online};
use super::{cpuinfo, fingerprint};
use crate::root::{Root, malformed};
use probity_model::{Absence, Cause, Fact, HostFacts};
use probity_sys::kernel::Kernel;

/// Reads the facts of the machine under `root` that evidence keeps. Never fails: what cannot be
/// told says why. Stolen time takes two looks ([`super::CpuTimes`]) and is left to the caller.
///
/// Operating system and architecture are those this library was built for; the page size is asked
/// of `kernel`.
pub fn survey(root: &Root, kernel: &dyn Kernel) -> HostFacts {
    let cpuinfo = text(root, "/proc/cpuinfo");
    let model = cpuinfo.as_ref().map_err(Clone::clone).and_then(|text| cpu_model(text));
    let virtual_machine = fact(cpuinfo.and_then(|text| virtual_machine(root, &text)));
    let mut facts = HostFacts {
        fingerprint: String::new(),
        os: std::env::consts::OS.to_owned(),
        arch: std::env::consts::ARCH.to_owned(),
        kernel: fact(line(root, "/proc/sys/kernel/osrelease")),
        cpu_model: fact(model),
        cpus_online: fact(cpus_online(root)),
        cpus_allowed: fact(cpus_allowed(root)),
        memory_bytes: fact(memory(root, "MemTotal")),
        page_bytes: fact(page_bytes(kernel)),
        clock_source: clock_source(root),
        governor: fact(frequency(root, "scaling_governor")),
        conditions: conditions(root, kernel, &virtual_machine),
        virtual_machine,
        perf_event_paranoid: fact(number(root, "/proc/sys/kernel/perf_event_paranoid")),
        load_1m_hundredths: fact(load_1m_hundredths(root)),
        boot_id: fact(line(root, "/proc/sys/kernel/random/boot_id")),
    };
    facts.fingerprint = fingerprint::fingerprint(&facts);
    facts
}

/// What the kernel keeps time by now.
pub fn clock_source(root: &Root) -> Fact<String> {
    fact(line(root, CLOCK_SOURCE))
}

const CLOCK_SOURCE: &str = "/sys/devices/system/clocksource/clocksource0/current_clocksource";

fn cpu_model(text: &str) -> Result<String, Absence> {
    cpuinfo::model(text).ok_or_else(|| {
        Absence::new(MISSING, "/proc/cpuinfo names no CPU model on this architecture")
    })
}

fn cpus_allowed(root: &Root) -> Result<u64, Absence> {
    let list = entry(root, "/proc/self/status", "Cpus_allowed_list")?;
    cpu_count(&list).ok_or_else(|| malformed("/proc/self/status", "its list of CPUs is none"))
}

fn page_bytes(kernel: &dyn Kernel) -> Result<u64, Absence> {
    kernel.page_bytes().map_err(|error| {
        let unsupported = error.kind() == std::io::ErrorKind::Unsupported;
        let cause = if unsupported { Cause::WrongOs } else { Cause::NoKernelSupport };
        Absence::new(cause, format!("the page size cannot be asked for: {error}"))
    })
}

/// Whether the machine is known to be a guest of a hypervisor; `false` where nobody can tell.
pub fn is_virtual_machine(root: &Root) -> bool {
    let cpuinfo = root.read("/proc/cpuinfo").unwrap_or_default();
    virtual_machine(root, &String::from_utf8_lossy(&cpuinfo)).unwrap_or(false)
}

/// Hypervisors announce themselves in an x86 CPU flag, or in files of the kernel's drivers.
fn virtual_machine(root: &Root, cpuinfo: &str) -> Result<bool, Absence> {
    const ANNOUNCED: [&str; 2] =
        ["/sys/hypervisor/type", "/sys/firmware/devicetree/base/hypervisor/compatible"];
    match cpuinfo::hypervisor_flag(cpuinfo) {
        Some(true) => Ok(true),
        _ if ANNOUNCED.iter().any(|path| root.has(path)) => Ok(true),
        Some(false) => Ok(false),
        None => Err(Absence::new(
            Cause::NoHardware,
            "this architecture has no CPU flag for guests, and no hypervisor announces itself \
             in the device tree",
        )),
    }
}

fn load_1m_hundredths(root: &Root) -> Result<u64, Absence> {
    let path = "/proc/loadavg";
    let text = line(root, path)?;
    hundredths(text.split(' ').next().unwrap_or_default())
        .ok_or_else(|| malformed(path, "its first field is not a load with two decimals"))
}

/// A decimal with two places, times 100. No float is involved.
pub(super) fn hundredths(decimal: &str) -> Option<u64> {
    let (whole, part) = decimal.split_once('.')?;
    let plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if part.len() != 2 || !plain(part) || !plain(whole) {
        return None;
    }
    whole.parse::<u64>().ok()?.checked_mul(100)?.checked_add(part.parse().ok()?)
}
