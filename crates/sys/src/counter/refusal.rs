//! Why the kernel opens no counter: its errno, by name.

use std::io;

/// The answers of perf_event_open(2) that mean different things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// `ENOENT`, `ENODEV`, `ENXIO`: nothing here counts such an event.
    NoEvent,
    /// `EACCES`, `EPERM`: a permission check.
    Denied,
    /// `EINVAL`: not with these attributes, or not in this group.
    Invalid,
    /// `EBUSY`: another user has what it needs to itself.
    Busy,
    /// `EMFILE`, `ENFILE`: no more files can be opened.
    NoFiles,
    /// `ENOSYS`: there is no such call.
    NoCall,
    /// `EOPNOTSUPP`: the hardware cannot do what the attributes ask for.
    NotOffered,
    /// `E2BIG`: the kernel does not know attributes of this size.
    TooBig,
    /// `ESRCH`: the thread is gone.
    Gone,
    /// Something else.
    Other,
}

impl Refusal {
    /// Which one `error` is.
    pub fn of(error: &io::Error) -> Self {
        #[cfg(target_os = "linux")]
        return match error.raw_os_error() {
            Some(libc::ENOENT | libc::ENODEV | libc::ENXIO) => Self::NoEvent,
            Some(libc::EACCES | libc::EPERM) => Self::Denied,
            Some(libc::EINVAL) => Self::Invalid,
            Some(libc::EBUSY) => Self::Busy,
            Some(libc::EMFILE | libc::ENFILE) => Self::NoFiles,
            Some(libc::ENOSYS) => Self::NoCall,
            Some(libc::EOPNOTSUPP) => Self::NotOffered,
            Some(libc::E2BIG) => Self::TooBig,
            Some(libc::ESRCH) => Self::Gone,
            _ if error.kind() == io::ErrorKind::Unsupported => Self::NoCall,
            _ => Self::Other,
        };
        #[cfg(not(target_os = "linux"))]
        match error.kind() {
            io::ErrorKind::Unsupported => Self::NoCall,
            _ => Self::Other,
        }
    }
}
