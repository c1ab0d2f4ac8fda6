//! Reading the facts.

use super::{cpuinfo, fingerprint};
use crate::root::{Root, malformed};
use probity_model::{Absence, Cause, Fact, HostFacts};
use probity_sys::kernel::Kernel;

/// What it means that a file of `/proc` or `/sys` is not there.
const MISSING: Cause =
    if cfg!(target_os = "linux") { Cause::NoKernelSupport } else { Cause::WrongOs };

/// Reads all facts of the machine under `root`. Never fails: what cannot be told says why.
///
/// Operating system and architecture are those this library was built for; the page size is asked
/// of `kernel`.
pub fn survey(root: &Root, kernel: &dyn Kernel) -> HostFacts {
    let cpuinfo = text(root, "/proc/cpuinfo");
    let mut facts = HostFacts {
        fingerprint: String::new(),
        os: std::env::consts::OS.to_owned(),
        arch: std::env::consts::ARCH.to_owned(),
        kernel: fact(line(root, "/proc/sys/kernel/osrelease")),
        cpu_model: fact(cpuinfo.as_ref().map_err(Clone::clone).and_then(|text| cpu_model(text))),
        cpus_online: fact(cpus_online(root)),
        cpus_allowed: fact(cpus_allowed(root)),
        memory_bytes: fact(memory_bytes(root)),
        page_bytes: fact(page_bytes(kernel)),
        clock_source: fact(line(root, CLOCK_SOURCE)),
        governor: fact(governor(root)),
        virtual_machine: fact(cpuinfo.and_then(|text| virtual_machine(root, &text))),
        perf_event_paranoid: fact(number(root, "/proc/sys/kernel/perf_event_paranoid")),
        load_1m_hundredths: fact(load_1m_hundredths(root)),
        boot_id: fact(line(root, "/proc/sys/kernel/random/boot_id")),
    };
    facts.fingerprint = fingerprint::fingerprint(&facts);
    facts
}

const CLOCK_SOURCE: &str = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
const ONLINE: &str = "/sys/devices/system/cpu/online";

fn fact<T>(found: Result<T, Absence>) -> Fact<T> {
    match found {
        Ok(value) => Fact::known(value),
        Err(absence) => Fact::Unavailable(absence),
    }
}

/// A file's text, whole.
fn text(root: &Root, path: &str) -> Result<String, Absence> {
    let bytes = root.read(path).map_err(|error| error.absence(MISSING, None))?;
    String::from_utf8(bytes).map_err(|_| malformed(path, "it is not UTF-8"))
}

/// A file that holds one line, without its end. An empty one tells nothing.
fn line(root: &Root, path: &str) -> Result<String, Absence> {
    let text = text(root, path)?;
    let line = text.trim();
    match line.lines().count() {
        0 => Err(malformed(path, "it is empty")),
        1 => Ok(line.to_owned()),
        _ => Err(malformed(path, "it has more than one line")),
    }
}

fn number(root: &Root, path: &str) -> Result<i64, Absence> {
    line(root, path)?.parse().map_err(|_| malformed(path, "it is not a number"))
}

/// The value of the line `name: value` of a file such as `/proc/meminfo`.
fn entry(root: &Root, path: &str, name: &str) -> Result<String, Absence> {
    let text = text(root, path)?;
    let found = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    found
        .map(|value| value.trim().to_owned())
        .ok_or_else(|| Absence::new(MISSING, format!("{path} has no line {name}")))
}

fn cpu_model(text: &str) -> Result<String, Absence> {
    cpuinfo::model(text).ok_or_else(|| {
        Absence::new(MISSING, "/proc/cpuinfo names no CPU model on this architecture")
    })
}

fn cpus_online(root: &Root) -> Result<u64, Absence> {
    let list = line(root, ONLINE)?;
    cpu_count(&list).ok_or_else(|| malformed(ONLINE, "it is no list of CPUs"))
}

fn cpus_allowed(root: &Root) -> Result<u64, Absence> {
    let list = entry(root, "/proc/self/status", "Cpus_allowed_list")?;
    cpu_count(&list).ok_or_else(|| malformed("/proc/self/status", "its list of CPUs is none"))
}

/// How many CPUs a list such as `0-3,8` names; `None` where it is no such list.
pub(super) fn cpu_count(list: &str) -> Option<u64> {
    let mut count = 0u64;
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        count += u64::from(last.checked_sub(first)?) + 1;
    }
    Some(count)
}

fn memory_bytes(root: &Root) -> Result<u64, Absence> {
    let path = "/proc/meminfo";
    let total = entry(root, path, "MemTotal")?;
    total
        .strip_suffix(" kB")
        .and_then(|number| number.parse::<u64>().ok()?.checked_mul(1024))
        .ok_or_else(|| malformed(path, "MemTotal is not a number of kB"))
}

fn page_bytes(kernel: &dyn Kernel) -> Result<u64, Absence> {
    kernel.page_bytes().map_err(|error| {
        let unsupported = error.kind() == std::io::ErrorKind::Unsupported;
        let cause = if unsupported { Cause::WrongOs } else { Cause::NoKernelSupport };
        Absence::new(cause, format!("the page size cannot be asked for: {error}"))
    })
}

/// The governor of the first CPU that is online.
fn governor(root: &Root) -> Result<String, Absence> {
    let online = line(root, ONLINE)?;
    let digits = online.chars().take_while(char::is_ascii_digit).collect::<String>();
    let path = format!("/sys/devices/system/cpu/cpu{digits}/cpufreq/scaling_governor");
    line(root, &path).map_err(|absence| match absence.cause {
        Cause::NoKernelSupport => Absence::new(
            absence.cause,
            format!("{}: no driver sets the CPU's frequency from here", absence.reason),
        ),
        _ => absence,
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
