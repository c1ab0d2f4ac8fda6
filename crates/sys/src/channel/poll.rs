//! Waiting on several descriptors at once.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};

/// What poll(2) said of one descriptor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ready {
    /// Data, or an ended process, or a hang-up can be read.
    pub readable: bool,
    /// The other end is gone.
    pub hung_up: bool,
}

impl Ready {
    /// Whether there is anything to do.
    pub fn any(self) -> bool {
        self.readable || self.hung_up
    }
}

/// Waits until one of the descriptors is readable, the time is up (`None` waits for ever) or a
/// signal handler ran; the last two give an answer in which nothing is ready.
///
/// # Errors
/// The errno of poll(2) other than `EINTR`.
pub fn readable<const N: usize>(
    descriptors: [Option<BorrowedFd<'_>>; N],
    timeout_ms: Option<u64>,
) -> io::Result<[Ready; N]> {
    let mut polled = descriptors.map(|descriptor| libc::pollfd {
        // A negative descriptor is skipped by the kernel.
        fd: descriptor.map_or(-1, |fd| fd.as_raw_fd()),
        events: libc::POLLIN,
        revents: 0,
    });
    let timeout = timeout_ms.map_or(-1, |ms| libc::c_int::try_from(ms).unwrap_or(libc::c_int::MAX));
    // SAFETY: `polled` is an array of N initialised pollfd that lives through the call.
    let count = unsafe { libc::poll(polled.as_mut_ptr(), N as libc::nfds_t, timeout) };
    if count < 0 {
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
        return Ok([Ready::default(); N]);
    }
    Ok(polled.map(|entry| Ready {
        readable: entry.revents & libc::POLLIN != 0,
        hung_up: entry.revents & (libc::POLLHUP | libc::POLLERR | libc::POLLNVAL) != 0,
    }))
}
