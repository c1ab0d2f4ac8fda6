//! What a bed boots: a kernel, what it loads first, and a Debian system as its disk. Made once and
//! kept below cargo's target directory.

use super::packages::{Packages, title, unpack};
use super::tool::{command, output};
use super::{Machine, Request, Settings};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The system in the guest, with all it depends on; the kernel comes besides.
const SYSTEM: [&str; 15] = [
    "bash",
    "busybox-static",
    "coreutils",
    "dash",
    "e2fsprogs",
    "findutils",
    "grep",
    "gzip",
    "libc-bin",
    "linux-perf",
    "mount",
    "procps",
    "sed",
    "tar",
    "util-linux",
];
/// The modules that are loaded, after those that they depend on: the bus, the disks, the ports, the
/// file system with its checksums, loop devices.
const MODULES: [&str; 6] =
    ["virtio_pci", "virtio_blk", "virtio_console", "crc32c_generic", "ext4", "loop"];
const INIT: &str = include_str!("init.sh");
/// Users of the guest.
const USERS: &str = "root:x:0:0:root:/root:/bin/sh\n\
    user:x:1000:1000:user:/tmp:/bin/sh\n\
    nobody:x:65534:65534:nobody:/tmp:/bin/sh\n";
const GROUPS: &str = "root:x:0:\nuser:x:1000:\nnogroup:x:65534:\n";
/// The size of the disk. What is not used takes no room here.
const DISK: &str = "2G";

/// A bed that can be booted.
#[derive(Clone, Debug)]
pub(super) struct Bed {
    machine: Machine,
    folder: PathBuf,
    record: String,
}

impl Bed {
    pub(super) fn kernel(&self) -> PathBuf {
        self.folder.join("kernel")
    }

    pub(super) fn first(&self) -> PathBuf {
        self.folder.join("first.cpio")
    }

    pub(super) fn disk(&self) -> PathBuf {
        self.folder.join("root.ext4")
    }

    /// What it is, in one line: the versions that its numbers belong to.
    pub(super) fn line(&self, settings: &Settings) -> String {
        let pace = match settings.pace {
            Some(shift) => format!("an instruction takes {} ns", 1_u32 << shift),
            None => "instructions take what they take".to_owned(),
        };
        let emulator = output(command(self.machine.emulator()).arg("--version"));
        let emulator = emulator.unwrap_or_default();
        let emulator = emulator.lines().next().unwrap_or_default().to_owned();
        let record: Vec<&str> = self.record.lines().collect();
        format!("bed {}: {}; {emulator}; {pace}", self.machine.name(), record.join(", "))
    }
}

/// The bed for `request`, made where it is not there or was made otherwise.
pub(super) fn prepare(
    workspace: &Path,
    request: &Request,
    tell: impl Fn(&str),
) -> Result<Bed, String> {
    let machine = request.machine;
    let name = [Some(machine.name()), request.settings.kernel.as_deref()];
    let name: Vec<&str> = name.into_iter().flatten().collect();
    let beds = target_folder(workspace)?.join("beds");
    let folder = beds.join(name.join("-"));
    create(&beds)?;
    // One at a time makes it; the others find it made.
    let lock = beds.join("lock");
    let lock = File::create(&lock).map_err(|e| format!("create {}: {e}", lock.display()))?;
    lock.lock().map_err(|e| format!("lock the beds: {e}"))?;
    let kernel = match &request.settings.kernel {
        Some(line) => format!("linux-image-{line}-{}", machine.name()),
        None => format!("linux-image-{}", machine.name()),
    };
    let recipe = recipe(&kernel);
    let (stamp, record) = (folder.join("recipe"), folder.join("record"));
    if request.settings.fresh || fs::read_to_string(&stamp).ok().as_ref() != Some(&recipe) {
        tell(&format!("making the bed {} in {}", machine.name(), folder.display()));
        make(machine, &folder, &kernel)?;
        write(&stamp, &recipe)?;
    }
    let record = fs::read_to_string(&record).map_err(|e| format!("read the bed's record: {e}"))?;
    Ok(Bed { machine, folder, record })
}

/// All that an image depends on besides the versions of the packages.
fn recipe(kernel: &str) -> String {
    let lists = [&SYSTEM[..], &MODULES[..]].map(|list| list.join(" "));
    [kernel, &lists[0], &lists[1], DISK, USERS, GROUPS, INIT].join("\n")
}

fn target_folder(workspace: &Path) -> Result<PathBuf, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let arguments = ["metadata", "--no-deps", "--format-version=1", "--offline"];
    let told = output(command(&cargo).args(arguments).current_dir(workspace))?;
    let told: serde_json::Value =
        serde_json::from_str(&told).map_err(|e| format!("read what cargo tells: {e}"))?;
    let folder = told["target_directory"].as_str();
    folder.map(PathBuf::from).ok_or_else(|| "find cargo's target directory".to_owned())
}

fn make(machine: Machine, folder: &Path, kernel: &str) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|e| format!("remove {}: {e}", folder.display()))?;
    }
    let root = folder.join("root");
    let tree = folder.join("tree");
    [&root, &tree].into_iter().try_for_each(|path| create(path))?;
    let mut names = vec![kernel.to_owned()];
    names.extend(SYSTEM.map(str::to_owned));
    let mut record = String::new();
    let fetched = folder.join("apt");
    for file in Packages::new(&fetched, machine.name())?.fetch(&names)? {
        let (name, version) = title(&file)?;
        let is_kernel = name.starts_with("linux-image-");
        unpack(&file, if is_kernel { &tree } else { &root })?;
        if names.contains(&name) && name.starts_with("linux-") {
            record.push_str(&format!("{name} {version}\n"));
        }
    }
    let release = only(&tree.join("lib/modules"))?;
    output(command("depmod").arg("-b").arg(&tree).arg(&release))?;
    fs::copy(tree.join(format!("boot/vmlinuz-{release}")), folder.join("kernel"))
        .map_err(|e| format!("copy the kernel: {e}"))?;
    first(folder, &tree.join("lib/modules").join(&release), &root.join("bin/busybox"))?;
    disk(&root, &folder.join("root.ext4"))?;
    for folder in [&root, &tree, &fetched] {
        fs::remove_dir_all(folder).map_err(|e| format!("remove {}: {e}", folder.display()))?;
    }
    write(&folder.join("record"), &format!("Linux {release}\n{record}"))
}

/// The archive that the kernel unpacks and runs first.
fn first(folder: &Path, modules: &Path, busybox: &Path) -> Result<(), String> {
    let content = folder.join("first");
    for part in ["bin", "dev", "modules", "system"] {
        create(&content.join(part))?;
    }
    fs::copy(busybox, content.join("bin/busybox")).map_err(|e| format!("copy busybox: {e}"))?;
    executable(&content.join("init"), INIT)?;
    let dependencies = fs::read_to_string(modules.join("modules.dep"))
        .map_err(|e| format!("read what modules depend on: {e}"))?;
    let mut order = String::new();
    for path in order_of(&dependencies, &MODULES) {
        let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".xz");
        let (from, to) = (modules.join(path), content.join("modules").join(name));
        fs::copy(&from, to.with_file_name(path.rsplit('/').next().unwrap_or(path)))
            .map_err(|e| format!("copy {}: {e}", from.display()))?;
        if path.ends_with(".xz") {
            output(command("xz").arg("--decompress").arg(to.with_extension("ko.xz")))?;
        }
        order.push_str(&format!("{name}\n"));
    }
    write(&content.join("modules/order"), &order)?;
    let archive = folder.join("first.cpio");
    let file = File::create(&archive).map_err(|e| format!("create the archive: {e}"))?;
    let pack = "find . | cpio --create --format=newc --owner=0:0 --quiet";
    let mut shell = command("sh");
    let status = shell.args(["-c", pack]).current_dir(&content).stdout(file).status();
    match status.map_err(|e| format!("run cpio: {e}"))? {
        status if status.success() => {}
        status => return Err(format!("run cpio: {status}")),
    }
    fs::remove_dir_all(&content).map_err(|e| format!("remove {}: {e}", content.display()))
}

/// Files of the modules of these names in an order in which they can be loaded, from what depmod
/// wrote: `FILE: FILES`, the first of which depend on the last. Built-in ones have no file.
pub(super) fn order_of<'d>(dependencies: &'d str, names: &[&str]) -> Vec<&'d str> {
    let mut order = Vec::new();
    for name in names {
        let of_name = |path: &str| {
            let file = path.rsplit('/').next().unwrap_or(path);
            file.split('.').next().unwrap_or(file).replace('-', "_") == *name
        };
        let lines = dependencies.lines().filter_map(|line| line.split_once(':'));
        let Some((path, needs)) = lines.into_iter().find(|(path, _)| of_name(path)) else {
            continue;
        };
        for file in needs.split_ascii_whitespace().rev().chain([path]) {
            if !order.contains(&file) {
                order.push(file);
            }
        }
    }
    order
}

/// The Debian system as a disk.
fn disk(root: &Path, image: &Path) -> Result<(), String> {
    for part in ["proc", "sys", "dev", "run", "tmp", "bed", "root", "etc"] {
        create(&root.join(part))?;
    }
    write(&root.join("etc/passwd"), USERS)?;
    write(&root.join("etc/group"), GROUPS)?;
    write(&root.join("etc/hosts"), "127.0.0.1 localhost\n::1 localhost\n")?;
    // What the packages' scripts would have done.
    if !root.join("bin/sh").exists() {
        std::os::unix::fs::symlink("dash", root.join("bin/sh"))
            .map_err(|e| format!("link the shell: {e}"))?;
    }
    for unread in ["usr/share/doc", "usr/share/man", "usr/share/locale", "usr/share/info"] {
        let _ = fs::remove_dir_all(root.join(unread));
    }
    mode(&root.join("tmp"), 0o1777)?;
    filesystem(root, image, DISK)
}

/// A file system in a file, filled from a folder.
pub(super) fn filesystem(content: &Path, image: &Path, size: &str) -> Result<(), String> {
    let options = ["-q", "-F", "-t", "ext4", "-O", "^has_journal", "-E", "root_owner=0:0", "-d"];
    output(command("mke2fs").args(options).arg(content).arg(image).arg(size)).map(drop)
}

/// The one name in a folder.
fn only(folder: &Path) -> Result<String, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("list {}: {e}", folder.display()))?;
    let mut names = entries.flatten().map(|entry| entry.file_name());
    match (names.next(), names.next()) {
        (Some(name), None) => Ok(name.to_string_lossy().into_owned()),
        _ => Err(format!("find exactly one name in {}", folder.display())),
    }
}

pub(super) fn create(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|e| format!("create {}: {e}", folder.display()))
}

pub(super) fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|e| format!("write {}: {e}", file.display()))
}

pub(super) fn executable(file: &Path, text: &str) -> Result<(), String> {
    write(file, text)?;
    mode(file, 0o755)
}

fn mode(path: &Path, bits: u32) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(bits))
        .map_err(|e| format!("set the mode of {}: {e}", path.display()))
}
