//! Reading the condition of the machine.

use super::content::{MISSING, entry, fact, line, number, switch, text};
use super::cpulist::{cpu_count, first_cpu};
use super::{cgroup, container, power};
use crate::root::{Root, malformed};
use probity_model::{Absence, Cause, Conditions, Fact, Seccomp};
use probity_sys::kernel::Kernel;

/// Reads all conditions but the stolen time, which takes two looks.
pub(super) fn conditions(
    root: &Root,
    kernel: &dyn Kernel,
    virtual_machine: &Fact<bool>,
) -> Conditions {
    let once = Absence::new(Cause::WindowTooShort, "the machine was looked at only once");
    Conditions {
        hypervisor: fact(hypervisor(root, kernel, virtual_machine)),
        container_marks: fact(container::marks(root)),
        smt: fact(smt(root)),
        frequency_driver: fact(frequency(root, "scaling_driver")),
        turbo: fact(turbo(root)),
        on_battery: fact(power::on_battery(root)),
        cgroup_version: fact(cgroup::version(root)),
        cpu_quota_millicpus: fact(cgroup::cpu_quota_millicpus(root)),
        memory_limit_bytes: fact(cgroup::memory_limit_bytes(root)),
        seccomp: fact(seccomp(root)),
        transparent_huge_pages: fact(huge_pages(root)),
        address_randomisation: fact(number(root, "/proc/sys/kernel/randomize_va_space")),
        steal: Fact::Unavailable(once),
    }
}

/// A file that the frequency driver of the first CPU that is online keeps.
pub(super) fn frequency(root: &Root, file: &str) -> Result<String, Absence> {
    let folder = format!("{}/cpufreq", first_cpu(root)?);
    if !root.has(&folder) {
        let reason = format!("there is no {folder}: no driver sets the CPU's frequency from here");
        return Err(Absence::new(MISSING, reason));
    }
    line(root, &format!("{folder}/{file}"))
}

/// Intel's own driver has a switch of its own, the other way round; most others share one.
fn turbo(root: &Root) -> Result<bool, Absence> {
    const INTEL: &str = "/sys/devices/system/cpu/intel_pstate/no_turbo";
    const SHARED: &str = "/sys/devices/system/cpu/cpufreq/boost";
    if root.has(INTEL) {
        return switch(root, INTEL).map(|off| !off);
    }
    if root.has(SHARED) {
        return switch(root, SHARED);
    }
    Err(Absence::new(MISSING, "no frequency driver shows a switch for it"))
}

/// The kernel's own answer (Linux 4.19), or whether the first CPU has a sibling.
fn smt(root: &Root) -> Result<bool, Absence> {
    const ACTIVE: &str = "/sys/devices/system/cpu/smt/active";
    if root.has(ACTIVE) {
        return switch(root, ACTIVE);
    }
    let path = format!("{}/topology/thread_siblings_list", first_cpu(root)?);
    let siblings = line(root, &path)?;
    let count = cpu_count(&siblings).ok_or_else(|| malformed(&path, "it is no list of CPUs"))?;
    Ok(count > 1)
}

/// Names that hypervisors give themselves in CPUID, and what people call them.
const SIGNATURES: &[(&str, &str)] = &[
    ("KVMKVMKVM", "KVM"),
    ("Microsoft Hv", "Hyper-V"),
    ("VMwareVMware", "VMware"),
    ("XenVMMXenVMM", "Xen"),
    ("TCGTCGTCGTCG", "QEMU without hardware help"),
    ("VBoxVBoxVBox", "VirtualBox"),
    ("bhyve bhyve", "bhyve"),
    ("ACRNACRNACRN", "ACRN"),
];

/// What the hypervisor calls itself, and the machine that it makes up.
fn hypervisor(
    root: &Root,
    kernel: &dyn Kernel,
    virtual_machine: &Fact<bool>,
) -> Result<String, Absence> {
    match virtual_machine {
        Fact::Known { value: true } => {}
        Fact::Known { value: false } => return Ok("none".to_owned()),
        Fact::Unavailable(absence) => return Err(absence.clone()),
    }
    let signature = kernel.hypervisor_signature().map(|bytes| signed(&bytes));
    let file = |path| line(root, path).ok();
    let tree = || {
        let text = text(root, "/sys/firmware/devicetree/base/hypervisor/compatible").ok()?;
        Some(text.trim_end_matches('\0').to_owned())
    };
    let name = signature.flatten().or_else(|| file("/sys/hypervisor/type")).or_else(tree);
    let vendor = file("/sys/class/dmi/id/sys_vendor");
    let product = file("/sys/class/dmi/id/product_name");
    let machine = [vendor, product].into_iter().flatten().collect::<Vec<_>>().join(" ");
    match (name, machine.is_empty()) {
        (Some(name), true) => Ok(name),
        (Some(name), false) => Ok(format!("{name} ({machine})")),
        (None, false) => Ok(machine),
        (None, true) => Err(Absence::new(Cause::NoHardware, "it does not say which one it is")),
    }
}

/// A signature in words; what we do not know is given as it is, if it can be read at all.
pub(super) fn signed(signature: &[u8; 12]) -> Option<String> {
    let text = std::str::from_utf8(signature).ok()?.trim_matches(['\0', ' ']);
    let printable = !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic() || c == ' ');
    let known = SIGNATURES.iter().find(|(name, _)| *name == text).map(|(_, name)| *name);
    printable.then(|| known.unwrap_or(text).to_owned())
}

fn seccomp(root: &Root) -> Result<Seccomp, Absence> {
    const PATH: &str = "/proc/self/status";
    match entry(root, PATH, "Seccomp")?.as_str() {
        "0" => Ok(Seccomp::Off),
        "1" => Ok(Seccomp::Strict),
        "2" => Ok(Seccomp::Filter),
        _ => Err(malformed(PATH, "its seccomp mode is none")),
    }
}

fn huge_pages(root: &Root) -> Result<String, Absence> {
    const PATH: &str = "/sys/kernel/mm/transparent_hugepage/enabled";
    let line = line(root, PATH)?;
    chosen(&line).ok_or_else(|| malformed(PATH, "no word of it is chosen"))
}

/// The word in brackets of `always [madvise] never`.
pub(super) fn chosen(line: &str) -> Option<String> {
    let (_, rest) = line.split_once('[')?;
    let (word, _) = rest.split_once(']')?;
    (!word.is_empty()).then(|| word.to_owned())
}
