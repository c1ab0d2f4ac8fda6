use super::{cpu_files, is_cpu};
use probity_host::root::Root;
use probity_model::{Absence, Cause};

#[test]
fn a_cpu_has_a_number() {
    assert!(is_cpu("cpu0") && is_cpu("cpu255"));
    for other in ["cpu", "cpufreq", "cpuidle", "cpu1x", "online", ""] {
        assert!(!is_cpu(other), "{other}");
    }
}

#[test]
fn cpus_without_the_file_are_passed_over() {
    let host = tempfile::tempdir().unwrap();
    let cpus = host.path().join("cpus");
    for cpu in ["cpu0", "cpu1", "cpu2", "cpufreq"] {
        std::fs::create_dir_all(cpus.join(cpu)).unwrap();
    }
    let root = Root::at(host.path());
    let lacking = || Absence::new(Cause::NoHardware, "none");
    assert_eq!(cpu_files(&root, "/cpus", "level", lacking).unwrap_err().reason, "none");
    for cpu in ["cpu0", "cpu2", "cpufreq"] {
        std::fs::write(cpus.join(cpu).join("level"), "7\n").unwrap();
    }
    let files = cpu_files(&root, "/cpus", "level", lacking).unwrap();
    let read: Vec<_> = files.iter().map(|file| file.read().unwrap()).collect();
    assert_eq!(read, [7, 7]);
}
