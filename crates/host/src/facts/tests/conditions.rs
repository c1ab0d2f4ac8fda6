//! The condition of emulated machines, and what the doctor adds.

use super::{cause, host};
use crate::facts::cgroup::{membership, memory_of, quota_of};
use crate::facts::conditions::{chosen, signed};
use crate::facts::container::named;
use crate::facts::doctor::held;
use crate::facts::power::{Supply, discharges};
use crate::facts::steal::ticks;
use crate::facts::{CpuTimes, examine, survey};
use crate::root::Root;
use probity_model::{Bound, Cause, CgroupVersion, Conditions, Fact, Seccomp, Steal, Swap};
use probity_sys::kernel::Kernel;
use probity_sys::usage::Usage;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

/// A kernel that answers nothing but CPUID.
struct Guest(Option<[u8; 12]>);

impl Kernel for Guest {
    fn monotonic_ns(&self) -> u64 {
        0
    }

    fn process_cpu_ns(&self) -> io::Result<u64> {
        Err(ErrorKind::Unsupported.into())
    }

    fn usage_of_self(&self) -> io::Result<Usage> {
        Err(ErrorKind::Unsupported.into())
    }

    fn page_bytes(&self) -> io::Result<u64> {
        Err(ErrorKind::Unsupported.into())
    }

    fn hypervisor_signature(&self) -> Option<[u8; 12]> {
        self.0
    }
}

fn conditions(root: &Root) -> Conditions {
    survey(root, &Guest(None)).conditions
}

fn write(machine: &Path, path: &str, text: &str) {
    let path = machine.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn a_laptop_on_its_battery() {
    let (facts, doctor) = examine(&host("bare-x86"), &Guest(Some(*b"KVMKVMKVM\0\0\0")));
    let found = facts.conditions;
    assert_eq!(found.hypervisor, Fact::known("none".into()), "the CPU's flag decides");
    assert_eq!(found.container_marks, Fact::known(vec![]));
    assert_eq!(found.smt, Fact::known(true));
    assert_eq!(found.frequency_driver, Fact::known("intel_pstate".into()));
    assert_eq!(found.turbo, Fact::known(true), "no_turbo is the other way round");
    assert_eq!(found.on_battery, Fact::known(true), "and not for the mouse's sake");
    assert_eq!(found.cgroup_version, Fact::known(CgroupVersion::V2));
    assert_eq!(found.cpu_quota_millicpus, Fact::known(Bound::Unbounded));
    assert_eq!(found.memory_limit_bytes, Fact::known(Bound::AtMost(16 << 30)), "of the user");
    assert_eq!(found.seccomp, Fact::known(Seccomp::Off));
    assert_eq!(found.transparent_huge_pages, Fact::known("madvise".into()));
    assert_eq!(found.address_randomisation, Fact::known(2));
    assert_eq!(cause(&found.steal), Cause::WindowTooShort, "the fixture's time stands still");
    assert_eq!(doctor.clock_sources.value().unwrap().len(), 3);
    assert_eq!(doctor.cpuset, Fact::known("0-15".into()), "of the nearest that has one");
    assert_eq!(doctor.throttled_periods, Fact::known(0));
    assert_eq!(doctor.perf_max_sample_rate, Fact::known(1));
    assert_eq!(doctor.nmi_watchdog, Fact::known(true));
    let swap = Swap { total_bytes: 8_388_604 << 10, used_bytes: 2_097_152 << 10 };
    assert_eq!(doctor.swap, Fact::known(swap));
    let boot = Steal { stolen_ticks: 0, all_ticks: 9_704_100 };
    assert_eq!(doctor.steal_since_boot, Fact::known(boot));
}

#[test]
fn a_guest_with_both_kinds_of_control_groups() {
    let (facts, doctor) = examine(&host("guest-x86"), &Guest(Some(*b"KVMKVMKVM\0\0\0")));
    let found = facts.conditions;
    assert_eq!(found.hypervisor, Fact::known("KVM".into()));
    assert_eq!(found.container_marks, Fact::known(vec!["/.dockerenv".into()]));
    assert_eq!(found.cgroup_version, Fact::known(CgroupVersion::Hybrid));
    assert_eq!(found.cpu_quota_millicpus, Fact::known(Bound::Unbounded));
    assert_eq!(found.memory_limit_bytes, Fact::known(Bound::Unbounded));
    assert_eq!(cause(&found.frequency_driver), Cause::NoKernelSupport);
    assert_eq!(facts.governor.absence(), found.frequency_driver.absence(), "one reason for both");
    assert_eq!(cause(&found.turbo), Cause::NoKernelSupport);
    assert_eq!(doctor.cpuset, Fact::known("0-1".into()));
    assert!(doctor.capabilities.value().is_some_and(|held| held.perfmon && !held.sys_resource));
    let boot = Steal { stolen_ticks: 1800, all_ticks: 105_582 };
    assert_eq!(doctor.steal_since_boot, Fact::known(boot));
}

#[test]
fn a_container_with_version_1_alone() {
    let (facts, doctor) = examine(&host("old-container"), &Guest(None));
    let found = facts.conditions;
    assert_eq!(found.hypervisor, Fact::known("xen (Xen HVM domU)".into()));
    let marks = [
        "/.dockerenv",
        "/var/run/secrets/kubernetes.io/serviceaccount",
        "/proc/1/cgroup: kubepods",
        "/proc/1/environ: container=docker",
    ];
    assert_eq!(found.container_marks, Fact::known(marks.map(String::from).to_vec()));
    assert_eq!(found.cgroup_version, Fact::known(CgroupVersion::V1));
    assert_eq!(found.cpu_quota_millicpus, Fact::known(Bound::AtMost(1500)));
    assert_eq!(found.memory_limit_bytes, Fact::known(Bound::AtMost(2 << 30)));
    assert_eq!(found.seccomp, Fact::known(Seccomp::Filter));
    assert_eq!(found.smt, Fact::known(true), "from the siblings, before Linux 4.19");
    assert_eq!(doctor.throttled_periods, Fact::known(41));
    assert_eq!(cause(&doctor.steal_since_boot), Cause::NoKernelSupport, "four times only");
    assert_eq!(cause(&doctor.nmi_watchdog), Cause::NoKernelSupport);
}

#[test]
fn an_arm_server_without_a_frequency_driver() {
    let (facts, doctor) = examine(&host("server-arm64"), &Guest(None));
    let found = facts.conditions;
    assert_eq!(facts.virtual_machine, Fact::known(true));
    assert_eq!(found.hypervisor, Fact::known("linux,kvm".into()));
    assert_eq!(found.container_marks, Fact::known(vec!["/run/.containerenv".into()]));
    assert_eq!(found.cgroup_version, Fact::known(CgroupVersion::V2));
    assert_eq!(found.cpu_quota_millicpus, Fact::known(Bound::AtMost(2500)), "the tightest");
    assert_eq!(found.memory_limit_bytes, Fact::known(Bound::AtMost(4 << 30)));
    assert_eq!(cause(&facts.governor), Cause::NoKernelSupport);
    assert_eq!(cause(&found.on_battery), Cause::NoKernelSupport);
    // 0 of its own, 4 and 1 of the groups around it: the 1 may be one of the 4.
    assert_eq!(doctor.throttled_periods, Fact::known(4));
}

#[test]
fn torn_and_empty_files_are_implausible() {
    let machine = tempfile::tempdir().unwrap();
    for (path, text) in [
        ("sys/devices/system/cpu/online", "0-3\n"),
        ("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "\n"),
        ("sys/devices/system/cpu/cpu0/cpufreq/scaling_driver", ""),
        ("sys/devices/system/cpu/cpufreq/boost", "yes\n"),
        ("sys/devices/system/cpu/smt/active", "2\n"),
        ("sys/kernel/mm/transparent_hugepage/enabled", "always [mad"),
        ("proc/self/status", "Seccomp:\t7\nCapEff:\t00zz\n"),
        ("proc/self/cgroup", "0::/a\n"),
        ("proc/self/mountinfo", "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"),
        ("sys/fs/cgroup/a/cpu.max", "150000"),
        ("sys/fs/cgroup/a/memory.max", "12 kB\n"),
        ("sys/fs/cgroup/a/cpu.stat", "nr_throttled \n"),
        ("proc/stat", "cpu  1 2 3\n"),
        ("proc/meminfo", "SwapTotal: 4 kB\nSwapFree: 8 kB\n"),
    ] {
        write(machine.path(), path, text);
    }
    let (facts, doctor) = examine(&Root::at(machine.path()), &Guest(None));
    let found = facts.conditions;
    for fact in [&facts.governor, &found.frequency_driver, &found.transparent_huge_pages] {
        assert_eq!(cause(fact), Cause::Implausible);
    }
    assert_eq!(cause(&found.turbo), Cause::Implausible);
    assert_eq!(cause(&found.smt), Cause::Implausible);
    assert_eq!(cause(&found.seccomp), Cause::Implausible);
    assert_eq!(cause(&found.cpu_quota_millicpus), Cause::Implausible);
    assert_eq!(cause(&found.memory_limit_bytes), Cause::Implausible);
    assert_eq!(cause(&doctor.throttled_periods), Cause::Implausible);
    assert_eq!(cause(&doctor.capabilities), Cause::Implausible);
    assert_eq!(cause(&doctor.swap), Cause::Implausible);
}

#[test]
fn an_empty_machine_has_no_condition() {
    let empty = tempfile::tempdir().unwrap();
    let (facts, doctor) = examine(&Root::at(empty.path()), &Guest(None));
    for (name, absence) in facts.conditions.absences() {
        assert!(absence.is_some_and(|absence| !absence.reason.is_empty()), "{name}");
    }
    assert_eq!(cause(&doctor.cpuset), cause(&facts.kernel));
}

#[test]
fn a_group_outside_of_what_is_mounted_is_not_guessed() {
    let machine = tempfile::tempdir().unwrap();
    write(machine.path(), "proc/self/cgroup", "0::/../other\n");
    let mounted = "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
    write(machine.path(), "proc/self/mountinfo", mounted);
    write(machine.path(), "sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
    let root = Root::at(machine.path());
    assert_eq!(cause(&conditions(&root).cpu_quota_millicpus), Cause::Denied);
    write(machine.path(), "proc/self/cgroup", "0::/\n");
    assert_eq!(conditions(&root).cpu_quota_millicpus, Fact::known(Bound::Unbounded), "the root");
    write(machine.path(), "sys/fs/cgroup/cgroup.controllers", "hugetlb\n");
    assert_eq!(cause(&conditions(&root).cpu_quota_millicpus), cause(&survey_kernel(&root)));
}

/// A fact whose file this machine lacks.
fn survey_kernel(root: &Root) -> Fact<String> {
    survey(root, &Guest(None)).kernel
}

#[test]
fn no_mark_is_an_answer_only_where_the_first_process_was_asked() {
    let machine = tempfile::tempdir().unwrap();
    write(machine.path(), "proc/1/environ", "HOME=/\0");
    let root = Root::at(machine.path());
    assert_eq!(conditions(&root).container_marks, Fact::known(vec![]));
    let root = root.refusing("/proc/1/environ", ErrorKind::PermissionDenied);
    assert_eq!(cause(&conditions(&root).container_marks), Cause::Denied);
    write(machine.path(), "run/systemd/container", "lxc\n");
    let marks = vec![String::from("/run/systemd/container: lxc")];
    assert_eq!(conditions(&root).container_marks, Fact::known(marks));
}

#[test]
fn time_that_is_stolen_between_two_looks() {
    let machine = tempfile::tempdir().unwrap();
    let look = |text: &str| {
        write(machine.path(), "proc/stat", text);
        CpuTimes::look(&Root::at(machine.path()))
    };
    let first = look("cpu  10 1 10 80 0 0 0 5 3 0\ncpu0 1 1 1 1\n");
    let later = look("cpu  20 1 10 88 0 0 0 7 9 0\n");
    let stolen = Steal { stolen_ticks: 2, all_ticks: 20 };
    assert_eq!(first.until(&later), Fact::known(stolen), "time of guests is not counted twice");
    assert_eq!(cause(&later.until(&first)), Cause::Implausible);
    assert_eq!(cause(&first.until(&first)), Cause::WindowTooShort);
    let moved = look("cpu  90 1 10 88 0 0 0 1 9 0\n");
    assert_eq!(cause(&first.until(&moved)), Cause::Implausible);
    for torn in ["", "cpu  1 2 x 4 5 6 7 8\n", "cpu  \n", "cpu0 1 2 3 4 5 6 7 8\n"] {
        assert_eq!(ticks(torn).unwrap_err().cause, Cause::Implausible, "{torn}");
    }
}

#[test]
fn small_parsers() {
    assert_eq!(quota_of("max 100000"), Some(Bound::Unbounded));
    assert_eq!(quota_of("-1 100000"), Some(Bound::Unbounded));
    assert_eq!(quota_of("50000 100000"), Some(Bound::AtMost(500)));
    for bad in ["", "max", "1 0", "x 100000", "-2 100000", "1 2 3", "99999999999999999999 1"] {
        assert_eq!(quota_of(bad), None, "{bad}");
    }
    assert_eq!(memory_of("9223372036854771712"), Some(Bound::Unbounded), "pages of 4 KiB");
    assert_eq!(memory_of("9223372036854710272"), Some(Bound::Unbounded), "pages of 64 KiB");
    assert_eq!(memory_of("0"), Some(Bound::AtMost(0)));
    assert_eq!(memory_of("-1"), None);
    let hybrid = "4:cpu,cpuacct:/one\n1:name=systemd:/two\n0::/three\n";
    assert_eq!(membership(hybrid, "cpuacct"), Some(("/one", false)));
    assert_eq!(membership(hybrid, "memory"), Some(("/three", true)));
    assert_eq!(membership("4:cpu:/a:b\n", "cpu"), Some(("/a:b", false)), "a colon in a name");
    assert_eq!(membership("4:cpu:/one\n", "memory"), None);
    assert_eq!(chosen("[always] madvise never").as_deref(), Some("always"));
    assert_eq!(chosen("always madvise never"), None);
    assert_eq!(signed(b"KVMKVMKVM\0\0\0").as_deref(), Some("KVM"));
    assert_eq!(signed(b"bhyve bhyve ").as_deref(), Some("bhyve"));
    assert_eq!(signed(b"Unheard Of\0\0").as_deref(), Some("Unheard Of"));
    assert_eq!(signed(b"\x1b[2J\0\0\0\0\0\0\0\0"), None);
    assert_eq!(signed(&[0; 12]), None);
    assert_eq!(named(b"A=1\0container=podman\0"), Some("podman"));
    assert_eq!(named(b"mycontainer=podman\0container=\x1b[2J\0"), None);
    assert_eq!(named(b"container="), None);
    assert!(held("0000004000000000").is_some_and(|held| held.perfmon && !held.sys_admin));
    assert_eq!(held("zz"), None);
    let supply = |kind: &str, online: &str, status: &str| Supply {
        kind: kind.into(),
        online: online.into(),
        status: status.into(),
        scope: String::new(),
    };
    let battery = |status| supply("Battery", "", status);
    assert!(!discharges(&[]));
    assert!(discharges(&[supply("Mains", "0", ""), battery("Discharging")]));
    assert!(!discharges(&[supply("Mains", "1", ""), battery("Discharging")]), "it calibrates");
    assert!(!discharges(&[battery("Full")]) && !discharges(&[battery("Unknown")]));
}
