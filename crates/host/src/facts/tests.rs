mod conditions;

use super::cpulist::cpu_count;
use super::survey::hundredths;
use super::{cpuinfo, survey};
use crate::root::Root;
use probity_model::{Cause, Fact, HostFacts};
use probity_sys::kernel::Live;
use std::fs;
use std::io::ErrorKind;

const HOSTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/hosts");

fn host(name: &str) -> Root {
    Root::at(format!("{HOSTS}/{name}"))
}

fn cause<T: std::fmt::Debug>(fact: &Fact<T>) -> Cause {
    match fact {
        Fact::Unavailable(absence) => {
            assert!(!absence.reason.is_empty());
            absence.cause
        }
        Fact::Known { value } => panic!("known to be {value:?}"),
    }
}

#[test]
fn a_bare_machine_is_told_from_a_guest() {
    let bare = survey(&host("bare-x86"), &Live);
    assert_eq!(bare.virtual_machine, Fact::known(false));
    assert_eq!(bare.governor, Fact::known("powersave".into()));
    assert_eq!(bare.cpus_online, Fact::known(16));
    assert_eq!(bare.cpus_allowed, Fact::known(12));
    assert_eq!(bare.memory_bytes, Fact::known(32_768_000 * 1024));
    assert_eq!(bare.load_1m_hundredths, Fact::known(123));
    assert_eq!(bare.perf_event_paranoid, Fact::known(-1));
    assert_eq!(bare.clock_source, Fact::known("tsc".into()));

    let guest = survey(&host("guest-x86"), &Live);
    assert_eq!(guest.virtual_machine, Fact::known(true));
    assert_eq!(cause(&guest.governor), Cause::NoKernelSupport);
    assert_ne!(guest.fingerprint, bare.fingerprint);
}

#[test]
fn arm_has_parts_and_no_names() {
    let facts = survey(&host("plain-arm64"), &Live);
    let model = "implementer 0x41 part 0xd05 + implementer 0x41 part 0xd0b";
    assert_eq!(facts.cpu_model, Fact::known(model.into()));
    assert_eq!(cause(&facts.virtual_machine), Cause::NoHardware);
}

#[test]
fn an_empty_machine_tells_nothing_and_says_why() {
    let empty = tempfile::tempdir().unwrap();
    let facts = survey(&Root::at(empty.path()), &Live);
    let missing = if cfg!(target_os = "linux") { Cause::NoKernelSupport } else { Cause::WrongOs };
    for text in
        [&facts.kernel, &facts.cpu_model, &facts.clock_source, &facts.governor, &facts.boot_id]
    {
        assert_eq!(cause(text), missing);
    }
    for number in
        [&facts.cpus_online, &facts.cpus_allowed, &facts.memory_bytes, &facts.load_1m_hundredths]
    {
        assert_eq!(cause(number), missing);
    }
    assert_eq!(cause(&facts.virtual_machine), missing);
    assert_eq!(facts.fingerprint.len(), 64);
}

#[test]
fn a_refusal_names_the_gate() {
    let path = "/proc/sys/kernel/perf_event_paranoid";
    let facts = survey(&host("bare-x86").refusing(path, ErrorKind::PermissionDenied), &Live);
    let Fact::Unavailable(absence) = facts.perf_event_paranoid else { panic!("it was refused") };
    assert_eq!(absence.cause, Cause::Denied);
    assert_eq!(absence.gate.as_deref(), Some(&*format!("permission to read {path}")));
}

#[test]
fn nonsense_is_implausible() {
    let machine = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &[u8]| {
        let path = machine.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("proc/sys/kernel/osrelease", b"\n");
    write("proc/meminfo", b"MemTotal: many kB\n");
    write("proc/loadavg", b"-1.00 0 0 1/1 1\n");
    write("proc/cpuinfo", b"flags\t: \xff\n");
    write("proc/sys/kernel/random/boot_id", b"one\ntwo\n");
    write("sys/devices/system/cpu/online", b"3-1\n");
    let facts = survey(&Root::at(machine.path()), &Live);
    assert_eq!(cause(&facts.kernel), Cause::Implausible);
    assert_eq!(cause(&facts.memory_bytes), Cause::Implausible);
    assert_eq!(cause(&facts.load_1m_hundredths), Cause::Implausible);
    assert_eq!(cause(&facts.cpu_model), Cause::Implausible);
    assert_eq!(cause(&facts.boot_id), Cause::Implausible);
    assert_eq!(cause(&facts.cpus_online), Cause::Implausible);
}

#[test]
fn the_fingerprint_knows_the_machine_and_not_the_moment() {
    let facts = || survey(&host("bare-x86"), &Live);
    let print = |change: &dyn Fn(&mut HostFacts)| {
        let mut facts = facts();
        change(&mut facts);
        super::fingerprint::fingerprint(&facts)
    };
    let same = facts().fingerprint;
    assert_eq!(same, print(&|facts| facts.load_1m_hundredths = Fact::known(9)));
    assert_eq!(same, print(&|facts| facts.boot_id = Fact::known("another".into())));
    assert_ne!(same, print(&|facts| facts.kernel = Fact::known("7.0".into())));
    assert_ne!(same, print(&|facts| facts.cpus_online = Fact::known(8)));
    let untold = || Fact::Unavailable(probity_model::Absence::new(Cause::Denied, "why"));
    assert_ne!(same, print(&|facts| facts.memory_bytes = untold()));
    assert_ne!(same, print(&|facts| facts.virtual_machine = Fact::known(true)));
}

#[test]
fn lists_and_decimals() {
    for (list, count) in [("0", 1), ("0-3", 4), ("0-3,8", 5), ("1,3,5-6", 4)] {
        assert_eq!(cpu_count(list), Some(count), "{list}");
    }
    for bad in ["", "a", "3-1", "0-", "-3", "0,,1", "0-99999999999"] {
        assert_eq!(cpu_count(bad), None, "{bad}");
    }
    assert_eq!(hundredths("0.05"), Some(5));
    assert_eq!(hundredths("12.34"), Some(1234));
    for bad in ["1", "1.2", "1.234", "-1.00", "1.-1", "+1.00", ".50", "99999999999999999999.00"] {
        assert_eq!(hundredths(bad), None, "{bad}");
    }
    assert_eq!(cpuinfo::model("processor: 0\nmodel name\t: \n"), None, "an empty name is none");
    assert_eq!(cpuinfo::model("cpu\t\t: POWER9\n\ncpu\t\t: POWER9\n"), Some("POWER9".into()));
    assert_eq!(cpuinfo::hypervisor_flag("Features: fp asimd\n"), None);
    assert_eq!(cpuinfo::hypervisor_flag("flags: fpu nohypervisor\n"), Some(false));
}

#[test]
#[cfg(target_os = "linux")]
fn the_live_machine_answers() {
    let facts = survey(&Root::live(), &Live);
    assert!(facts.kernel.value().is_some_and(|kernel| kernel.contains('.')));
    assert!(facts.cpus_allowed.value().is_some_and(|&cpus| cpus >= 1));
    assert!(facts.memory_bytes.value().is_some_and(|&bytes| bytes > 1 << 20));
    assert!(facts.boot_id.value().is_some_and(|id| id.len() == 36));
}
