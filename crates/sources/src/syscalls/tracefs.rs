//! Where tracefs is, and what it says of the tracepoint.

/// The file with the number of the tracepoint, below the place of tracefs.
pub(super) const ID: &str = "events/raw_syscalls/sys_enter/id";

/// Where tracefs is or may be, from the text of `/proc/PID/mountinfo` (proc_pid_mountinfo(5)):
/// where it is mounted, and where debugfs is, which has it in a folder.
pub(super) fn places(mountinfo: &str) -> Vec<String> {
    let of = |kind: &str, below: &str| {
        let mounted = mountinfo.lines().filter_map(mount);
        let theirs = mounted.filter(|(_, found)| *found == kind);
        theirs.map(|(place, _)| format!("{}{below}", unescaped(place))).collect::<Vec<_>>()
    };
    [of("tracefs", ""), of("debugfs", "/tracing")].concat()
}

/// The place and the kind of what one line says is mounted.
fn mount(line: &str) -> Option<(&str, &str)> {
    // Fields of which there may be any number end with a dash.
    let (mount, what) = line.split_once(" - ")?;
    Some((mount.split(' ').nth(4)?, what.split(' ').next()?))
}

/// A path in which the kernel has written space, tab, newline and backslash as three octal digits
/// (`mangle` in fs/proc_namespace.c).
fn unescaped(path: &str) -> String {
    let escapes = [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")];
    escapes.iter().fold(path.to_owned(), |path, (escape, plain)| path.replace(escape, plain))
}

/// The number in the file, which is positive.
pub(super) fn id(bytes: &[u8]) -> Option<u64> {
    let number = std::str::from_utf8(bytes).ok()?.trim_ascii().parse().ok()?;
    (number > 0).then_some(number)
}

/// Whether the text of `/proc/filesystems` has tracefs.
pub(super) fn is_known(filesystems: &str) -> bool {
    filesystems.lines().any(|line| line.split_ascii_whitespace().last() == Some("tracefs"))
}

/// Whether the text of `/sys/kernel/security/lockdown` says that tracefs is closed to everybody
/// (kernel/trace/trace.c with LOCKDOWN_TRACEFS; from source, no bed has it).
pub(super) fn is_locked_down(lockdown: &str) -> bool {
    lockdown.contains("[confidentiality]")
}
