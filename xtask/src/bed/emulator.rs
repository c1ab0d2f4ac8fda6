//! The emulator's command line.

use super::image::Bed;
use super::{Machine, Settings};
use std::path::Path;

/// Memory of the guest, in MiB; shared evenly by its nodes.
const MEMORY: u32 = 1024;

/// How the emulator is started. The folder of the run has the second disk, and gets the console's
/// text and the command's exit code; the command's outputs are the emulator's own.
pub(super) fn arguments(
    bed: &Bed,
    machine: Machine,
    settings: &Settings,
    run: &Path,
) -> Vec<String> {
    let file = |path: &Path| path.display().to_string().replace(',', ",,");
    let mut words: Vec<String> = machine.hardware().map(str::to_owned).into();
    let mut add = |option: &str, value: String| words.extend([option.to_owned(), value]);
    // One thread for all CPUs. With a thread for each, on a busy machine, a CPU of the guest may
    // wait for ever for another while the kernel rewrites its own code, as it does when a counter
    // of its own is opened or closed (soft lockups in text_poke; QEMU 7.2 with Linux 6.1).
    add("-accel", "tcg,thread=single".to_owned());
    if let Some(shift) = settings.pace {
        add("-icount", format!("shift={shift},sleep=off"));
    }
    add("-smp", settings.cpus.to_string());
    add("-m", MEMORY.to_string());
    nodes(settings.nodes, settings.cpus).into_iter().for_each(|(option, value)| add(option, value));
    add("-kernel", bed.kernel().display().to_string());
    add("-initrd", bed.first().display().to_string());
    let console = machine.console();
    // A kernel that hangs is to say where, and to end.
    let kernel = "panic=-1 softlockup_panic=1 psi=1 cgroup_no_v1=all loglevel=4";
    add("-append", format!("console={console} {kernel}"));
    // What is written to the system's disk is forgotten at the end.
    let disk = "format=raw,if=none,cache=unsafe";
    add("-drive", format!("file={},{disk},id=root,snapshot=on", file(&bed.disk())));
    add("-device", "virtio-blk-pci,drive=root".to_owned());
    add("-drive", format!("file={},{disk},id=bed,readonly=on", file(&run.join("bed.ext4"))));
    add("-device", "virtio-blk-pci,drive=bed".to_owned());
    add("-chardev", format!("file,id=console,path={}", file(&run.join("console"))));
    add("-serial", "chardev:console".to_owned());
    add("-device", "virtio-serial-pci".to_owned());
    add("-chardev", "file,id=output,path=/dev/stdout,append=on".to_owned());
    add("-chardev", "file,id=error,path=/dev/stderr,append=on".to_owned());
    add("-chardev", format!("file,id=code,path={}", file(&run.join("code"))));
    for port in ["output", "error", "code"] {
        add("-device", format!("virtserialport,chardev={port},name={port}"));
    }
    words.extend(
        ["-display", "none", "-monitor", "none", "-nodefaults", "-no-reboot"].map(str::to_owned),
    );
    words
}

/// Memory nodes at distances of 10, 20, 30 and so on along a line, the CPUs spread over them.
pub(super) fn nodes(nodes: u32, cpus: u32) -> Vec<(&'static str, String)> {
    let mut options = Vec::new();
    if nodes < 2 {
        return options;
    }
    let each = (cpus / nodes).max(1);
    for node in 0..nodes {
        let memory = MEMORY / nodes + if node == 0 { MEMORY % nodes } else { 0 };
        options.push(("-object", format!("memory-backend-ram,id=memory{node},size={memory}M")));
        let first = node * each;
        let last = if node + 1 == nodes { cpus } else { (first + each).min(cpus) };
        let own = if first < last { format!(",cpus={first}-{}", last - 1) } else { String::new() };
        options.push(("-numa", format!("node,nodeid={node},memdev=memory{node}{own}")));
    }
    for (from, to) in (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))) {
        let distance = 10 * (from.abs_diff(to) + 1);
        options.push(("-numa", format!("dist,src={from},dst={to},val={distance}")));
    }
    options
}
