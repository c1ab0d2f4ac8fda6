//! The body for Unix systems. `openat2` and `renameat2` are Linux's own; elsewhere a walk that
//! refuses links, and a refusal, stand in for them.

use super::{EntryKind, Status};
use crate::errno::check;
use std::ffi::{CStr, CString, OsStr, OsString};
use std::fs::{File, Permissions};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::ptr::NonNull;

const DIRECTORY: i32 = libc::O_RDONLY | libc::O_DIRECTORY | libc::O_CLOEXEC;
// O_NONBLOCK: opening a FIFO without a writer returns at once. O_NOCTTY: a terminal left in the
// place of a file must not become ours.
const FILE: i32 = libc::O_RDONLY | libc::O_NONBLOCK | libc::O_NOCTTY | libc::O_CLOEXEC;
const NEW_FILE: i32 =
    libc::O_RDWR | libc::O_APPEND | libc::O_CREAT | libc::O_EXCL | libc::O_CLOEXEC;

fn c_string(name: &OsStr) -> io::Result<CString> {
    CString::new(name.as_bytes()).map_err(io::Error::from)
}

/// The user whose permissions count for this process; none where the system has no such numbers.
pub fn effective_user() -> Option<u32> {
    // SAFETY: geteuid has no arguments, touches no memory of ours and cannot fail.
    Some(unsafe { libc::geteuid() })
}

pub(super) fn open_root(path: &Path) -> io::Result<File> {
    File::options().read(true).custom_flags(libc::O_DIRECTORY).open(path)
}

pub(super) fn open_directory_at(directory: &File, path: &Path) -> io::Result<File> {
    open_beneath(directory, path, DIRECTORY)
}

pub(super) fn open_file_at(directory: &File, path: &Path) -> io::Result<File> {
    open_beneath(directory, path, FILE)
}

pub(super) fn create_file_at(directory: &File, name: &OsStr) -> io::Result<File> {
    open_one(directory, name, NEW_FILE, 0o600)
}

#[cfg(target_os = "linux")]
fn open_beneath(directory: &File, path: &Path, flags: i32) -> io::Result<File> {
    match super::linux::openat2(directory, path, flags) {
        // ENOSYS: before Linux 5.6. EPERM: a seccomp filter that does not know the call.
        Err(error) if matches!(error.raw_os_error(), Some(libc::ENOSYS | libc::EPERM)) => {
            walk(directory, path, flags)
        }
        other => other,
    }
}

#[cfg(not(target_os = "linux"))]
fn open_beneath(directory: &File, path: &Path, flags: i32) -> io::Result<File> {
    walk(directory, path, flags)
}

/// Opens one component after the other and refuses a link at each.
pub(super) fn walk(directory: &File, path: &Path, flags: i32) -> io::Result<File> {
    let mut components = path.iter().peekable();
    let mut opened: Option<File> = None;
    while let Some(name) = components.next() {
        let flags = if components.peek().is_some() { DIRECTORY } else { flags };
        let parent = opened.as_ref().unwrap_or(directory);
        opened = Some(open_one(parent, name, flags | libc::O_NOFOLLOW, 0)?);
    }
    opened.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))
}

fn open_one(directory: &File, name: &OsStr, flags: i32, mode: libc::c_uint) -> io::Result<File> {
    let name = c_string(name)?;
    // SAFETY: `name` is a NUL-terminated string that outlives the call, the descriptor is open
    // because `directory` owns it, and `mode` is passed with the promoted type openat expects.
    let fd = check(unsafe { libc::openat(directory.as_raw_fd(), name.as_ptr(), flags, mode) })?;
    // SAFETY: openat has just returned this descriptor and nobody else knows it.
    Ok(File::from(unsafe { OwnedFd::from_raw_fd(fd) }))
}

pub(super) fn create_directory_at(directory: &File, name: &OsStr) -> io::Result<()> {
    let name = c_string(name)?;
    // SAFETY: `name` is NUL-terminated and outlives the call; the descriptor is open.
    check(unsafe { libc::mkdirat(directory.as_raw_fd(), name.as_ptr(), 0o700) }).map(drop)
}

pub(super) fn remove_at(directory: &File, name: &OsStr, is_directory: bool) -> io::Result<()> {
    let name = c_string(name)?;
    let flags = if is_directory { libc::AT_REMOVEDIR } else { 0 };
    // SAFETY: `name` is NUL-terminated and outlives the call; the descriptor is open.
    check(unsafe { libc::unlinkat(directory.as_raw_fd(), name.as_ptr(), flags) }).map(drop)
}

/// Sets the permission bits of an open file or directory.
///
/// # Errors
/// As `fchmod(2)`.
pub fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    file.set_permissions(Permissions::from_mode(mode))
}

pub(super) fn status(file: &File) -> io::Result<Status> {
    let metadata = file.metadata()?;
    let kind = metadata.file_type();
    Ok(Status {
        kind: match kind {
            _ if kind.is_file() => EntryKind::File,
            _ if kind.is_dir() => EntryKind::Directory,
            _ if kind.is_symlink() => EntryKind::Link,
            _ if kind.is_fifo() => EntryKind::Fifo,
            _ if kind.is_socket() => EntryKind::Socket,
            _ if kind.is_block_device() || kind.is_char_device() => EntryKind::Device,
            _ => EntryKind::Other,
        },
        bytes: metadata.len(),
        owner: metadata.uid(),
        device: metadata.dev(),
        inode: metadata.ino(),
        modified: metadata.modified()?,
    })
}

/// Linux can open the name itself, whatever it is (`O_PATH`), and ask the descriptor.
#[cfg(target_os = "linux")]
pub(super) fn status_at(directory: &File, name: &OsStr) -> io::Result<Status> {
    let flags = libc::O_PATH | libc::O_NOFOLLOW | libc::O_CLOEXEC;
    status(&open_one(directory, name, flags, 0)?)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn status_at(directory: &File, name: &OsStr) -> io::Result<Status> {
    let name = c_string(name)?;
    let mut buffer = std::mem::MaybeUninit::<libc::stat>::uninit();
    // SAFETY: `name` is NUL-terminated, the descriptor is open, and the kernel writes one whole
    // `stat` into the buffer, which is of that type.
    check(unsafe {
        libc::fstatat(
            directory.as_raw_fd(),
            name.as_ptr(),
            buffer.as_mut_ptr(),
            libc::AT_SYMLINK_NOFOLLOW,
        )
    })?;
    // SAFETY: fstatat succeeded, so it filled the buffer.
    let stat = unsafe { buffer.assume_init() };
    // A time before 1970 is asked for its age only: there it is as old as can be.
    let seconds = std::time::Duration::from_secs(u64::try_from(stat.st_mtime).unwrap_or(0));
    Ok(Status {
        kind: match stat.st_mode & libc::S_IFMT {
            libc::S_IFREG => EntryKind::File,
            libc::S_IFDIR => EntryKind::Directory,
            libc::S_IFLNK => EntryKind::Link,
            libc::S_IFIFO => EntryKind::Fifo,
            libc::S_IFSOCK => EntryKind::Socket,
            libc::S_IFBLK | libc::S_IFCHR => EntryKind::Device,
            _ => EntryKind::Other,
        },
        bytes: u64::try_from(stat.st_size).unwrap_or(u64::MAX),
        owner: stat.st_uid,
        device: stat.st_dev as u64,
        inode: stat.st_ino as u64,
        modified: std::time::SystemTime::UNIX_EPOCH + seconds,
    })
}

pub(super) fn rename_new_at(directory: &File, from: &OsStr, to: &OsStr) -> io::Result<()> {
    let (from, to) = (c_string(from)?, c_string(to)?);
    match rename_exclusive(directory, &from, &to) {
        // EINVAL is how a file system says that it does not know the flag.
        Err(error) if matches!(error.raw_os_error(), Some(libc::EINVAL | libc::ENOSYS)) => {
            Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "this file system cannot rename without replacing",
            ))
        }
        other => other,
    }
}

#[cfg(target_os = "linux")]
fn rename_exclusive(directory: &File, from: &CStr, to: &CStr) -> io::Result<()> {
    super::linux::renameat2(directory, from, to, libc::RENAME_NOREPLACE)
}

#[cfg(target_vendor = "apple")]
fn rename_exclusive(directory: &File, from: &CStr, to: &CStr) -> io::Result<()> {
    let fd = directory.as_raw_fd();
    // SAFETY: both names are NUL-terminated and outlive the call; the descriptor is open.
    check(unsafe { libc::renameatx_np(fd, from.as_ptr(), fd, to.as_ptr(), libc::RENAME_EXCL) })
        .map(drop)
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn rename_exclusive(_directory: &File, _from: &CStr, _to: &CStr) -> io::Result<()> {
    Err(io::Error::from_raw_os_error(libc::ENOSYS))
}

/// An open directory stream.
pub(crate) struct Stream {
    stream: NonNull<libc::DIR>,
}

// SAFETY: a DIR may be used from any thread as long as only one uses it at a time, and every use
// goes through `&mut self`.
unsafe impl Send for Stream {}

impl Stream {
    /// Opens a stream of its own, so that several listings of one directory do not share a place.
    pub(super) fn open(directory: &File) -> io::Result<Self> {
        let own = open_one(directory, OsStr::new("."), DIRECTORY, 0)?;
        // SAFETY: the descriptor is an open directory; on success the stream owns it.
        let stream = unsafe { libc::fdopendir(own.as_raw_fd()) };
        match NonNull::new(stream) {
            Some(stream) => {
                std::mem::forget(own);
                Ok(Self { stream })
            }
            None => Err(io::Error::last_os_error()),
        }
    }

    pub(super) fn next_name(&mut self) -> Option<io::Result<OsString>> {
        loop {
            // readdir tells the end from an error by errno alone, which it leaves at the end.
            // SAFETY: errno's location is valid for the calling thread at any time.
            unsafe { *errno() = 0 };
            // SAFETY: the stream is open until it is dropped, and only `&mut self` reaches it.
            let entry = unsafe { libc::readdir(self.stream.as_ptr()) };
            if entry.is_null() {
                let error = io::Error::last_os_error();
                return (error.raw_os_error() != Some(0)).then_some(Err(error));
            }
            // SAFETY: the entry is valid until the next readdir on this stream, its name is
            // NUL-terminated, and the bytes are copied before this function returns.
            let name = unsafe { CStr::from_ptr((*entry).d_name.as_ptr()) }.to_bytes();
            if name != b"." && name != b".." {
                return Some(Ok(OsString::from_vec(name.to_vec())));
            }
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: the stream is open, and this is the last use of it.
        unsafe { libc::closedir(self.stream.as_ptr()) };
    }
}

#[cfg(any(target_os = "openbsd", target_os = "netbsd", target_os = "android"))]
use libc::__errno as errno;
#[cfg(target_os = "linux")]
use libc::__errno_location as errno;
#[cfg(any(target_vendor = "apple", target_os = "freebsd"))]
use libc::__error as errno;

#[cfg(target_os = "linux")]
pub(super) fn fill_random(bytes: &mut [u8]) -> io::Result<()> {
    let mut filled = 0;
    while filled < bytes.len() {
        let rest = &mut bytes[filled..];
        // SAFETY: the kernel writes at most `rest.len()` bytes to `rest`.
        let got = unsafe { libc::getrandom(rest.as_mut_ptr().cast(), rest.len(), 0) };
        match usize::try_from(got) {
            Ok(got) => filled += got,
            Err(_) => match io::Error::last_os_error() {
                error if error.kind() == io::ErrorKind::Interrupted => {}
                error => return Err(error),
            },
        }
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn fill_random(bytes: &mut [u8]) -> io::Result<()> {
    io::Read::read_exact(&mut File::open("/dev/urandom")?, bytes)
}
