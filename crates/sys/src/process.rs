//! Small calls about processes: who we are, signals to others, sessions, reapers.

use crate::errno::check;
use std::ffi::CString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// A pid of exactly one process: 0 and what would be negative name groups to these calls.
fn checked(pid: u32) -> io::Result<libc::pid_t> {
    let refused = || io::Error::from_raw_os_error(libc::ESRCH);
    libc::pid_t::try_from(pid).ok().filter(|&pid| pid > 1).ok_or_else(refused)
}

/// The effective user id of this process.
pub fn effective_user() -> u32 {
    // SAFETY: geteuid takes no arguments and cannot fail.
    unsafe { libc::geteuid() }
}

/// Starts a command by fork and exec. What std prefers, glibc's posix_spawn, needs clone3 and does
/// not do without it where a seccomp filter answers `EPERM` (it does for `ENOSYS`).
///
/// # Errors
/// As [`std::process::Command::spawn`].
pub fn spawn_by_fork(command: &mut std::process::Command) -> io::Result<std::process::Child> {
    use std::os::unix::process::CommandExt;
    // SAFETY: the closure does nothing at all, which is safe after fork; that there is one makes
    // std fork.
    unsafe { command.pre_exec(|| Ok(())) }.spawn()
}

/// How many files this process may have open (`RLIMIT_NOFILE`): numbers of descriptors are smaller.
/// Programs that it creates inherit the limit.
///
/// # Errors
/// The errno of getrlimit(2).
pub fn open_files_limit() -> io::Result<u64> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: writes a struct rlimit that lives through the call.
    check(unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) })?;
    Ok(limit.rlim_cur)
}

/// Whether this process has a file open by this number and passes it on to what it executes.
pub fn passes_on(number: u32) -> bool {
    let Ok(number) = libc::c_int::try_from(number) else { return false };
    // SAFETY: F_GETFD takes no address; a number that is not open is refused.
    let flags = unsafe { libc::fcntl(number, libc::F_GETFD) };
    flags >= 0 && flags & libc::FD_CLOEXEC == 0
}

/// Sends `signal` to one process.
///
/// # Errors
/// `ESRCH` where it is gone, `EPERM` where it is not ours.
pub fn kill(pid: u32, signal: i32) -> io::Result<()> {
    send(checked(pid)?, signal)
}

/// Sends `signal` to every member of the process group led by `leader`.
///
/// # Errors
/// `ESRCH` where the group is empty, `EPERM` where no member is ours.
pub fn kill_group(leader: u32, signal: i32) -> io::Result<()> {
    send(-checked(leader)?, signal)
}

fn send(target: libc::pid_t, signal: i32) -> io::Result<()> {
    // SAFETY: kill has no memory effects on this process.
    check(unsafe { libc::kill(target, signal) }).map(drop)
}

/// Makes this process the leader of a new session, without a controlling terminal.
///
/// # Errors
/// `EPERM` where it already leads a process group.
pub fn new_session() -> io::Result<()> {
    // SAFETY: setsid takes no arguments and touches no memory.
    check(unsafe { libc::setsid() }).map(drop)
}

/// Sets whether orphaned descendants become children of this process instead of init's, and says
/// what it was before. Process-wide; not inherited by children (Linux, prctl(2)).
///
/// # Errors
/// `EINVAL` on kernels before 3.4.
#[cfg(target_os = "linux")]
pub fn set_subreaper(on: bool) -> io::Result<bool> {
    let mut before: libc::c_int = 0;
    // SAFETY: PR_GET_CHILD_SUBREAPER writes one int to the address given, which is valid here.
    check(unsafe { libc::prctl(libc::PR_GET_CHILD_SUBREAPER, &raw mut before, 0, 0, 0) })?;
    // SAFETY: PR_SET_CHILD_SUBREAPER takes an integer and touches no memory.
    check(unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, libc::c_ulong::from(on), 0, 0, 0) })?;
    Ok(before != 0)
}

/// Whether this process may execute the file, by its effective user id.
///
/// # Errors
/// The errno of faccessat(2): `ENOENT`, `EACCES`, `ENOTDIR` … `EINVAL` for a path with a NUL.
pub fn may_execute(path: &Path) -> io::Result<()> {
    let path = CString::new(path.as_os_str().as_bytes())?;
    // SAFETY: `path` is a NUL-terminated string that lives through the call.
    check(unsafe { libc::faccessat(libc::AT_FDCWD, path.as_ptr(), libc::X_OK, libc::AT_EACCESS) })
        .map(drop)
}
