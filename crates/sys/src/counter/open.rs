//! Opening a counter.

use super::{Attributes, Counter};
use std::io;

/// Opens a counter for the thread `thread`, on whatever CPU it runs; `None` is the calling thread.
/// Of a process that has one thread the process id is its thread's. `leader` makes it a member of a
/// group, which is on the hardware as a whole or not at all.
///
/// # Errors
/// What the kernel answered, see [`super::Refusal`]; `Unsupported` elsewhere than on Linux.
pub fn open(
    attributes: &Attributes,
    thread: Option<u32>,
    leader: Option<&dyn Counter>,
) -> io::Result<Box<dyn Counter>> {
    #[cfg(target_os = "linux")]
    return body::open(attributes, body::Place::Thread(thread), leader);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (attributes, thread, leader);
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Opens a counter of whatever happens on the CPU `cpu`, whoever it is for. It is in no group.
///
/// # Errors
/// As [`open`].
pub fn open_on(attributes: &Attributes, cpu: u32) -> io::Result<Box<dyn Counter>> {
    #[cfg(target_os = "linux")]
    return body::open(attributes, body::Place::Cpu(cpu), None);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (attributes, cpu);
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(target_os = "linux")]
mod body {
    use super::super::descriptor::{self, ANY_CPU, ANY_THREAD, CALLER, Switch};
    use super::super::{Attributes, Count, Counter};
    use crate::errno::check;
    use std::ffi::CString;
    use std::fs::File;
    use std::io::{self, Read};
    use std::os::fd::AsRawFd;

    /// `PERF_EVENT_IOC_SET_FILTER`, `_IOW('$', 6, char *)`.
    const SET_FILTER: libc::Ioctl = libc::_IOW::<*const libc::c_char>(b'$' as u32, 6);

    struct Live(File);

    /// Where a counter counts.
    pub(super) enum Place {
        /// A thread, on whatever CPU it runs; `None` is the calling one.
        Thread(Option<u32>),
        /// A CPU, whatever runs there.
        Cpu(u32),
    }

    pub(super) fn open(
        attributes: &Attributes,
        place: Place,
        leader: Option<&dyn Counter>,
    ) -> io::Result<Box<dyn Counter>> {
        let (thread, cpu) = match place {
            Place::Thread(None) => (CALLER, ANY_CPU),
            Place::Thread(Some(thread)) => (crate::wait::checked(thread)?, ANY_CPU),
            Place::Cpu(cpu) => {
                let cpu = libc::c_int::try_from(cpu).map_err(|_| io::ErrorKind::InvalidInput)?;
                (ANY_THREAD, cpu)
            }
        };
        let (raw, leader) = (attributes.raw(), leader.map(Counter::number));
        let opened = descriptor::open(&raw, thread, cpu, leader)?;
        Ok(Box::new(Live(opened)))
    }

    impl Counter for Live {
        fn read(&self) -> io::Result<Count> {
            let mut words = [0; 24];
            // The kernel gives all of it or nothing (perf_read_one in kernel/events/core.c).
            match (&self.0).read(&mut words)? {
                24 => {}
                _ => return Err(io::ErrorKind::UnexpectedEof.into()),
            }
            let (words, _) = words.as_chunks::<8>();
            let [value, enabled_ns, running_ns] = [0, 1, 2].map(|at| u64::from_ne_bytes(words[at]));
            Ok(Count { value, enabled_ns, running_ns })
        }

        fn enable(&self) -> io::Result<()> {
            descriptor::switch(&self.0, Switch::Enable)
        }

        fn disable(&self) -> io::Result<()> {
            descriptor::switch(&self.0, Switch::Disable)
        }

        fn filter(&self, expression: &str) -> io::Result<()> {
            let expression = CString::new(expression)?;
            // SAFETY: the kernel copies the text up to its NUL, which `expression` owns until after
            // the call; the descriptor is open because `self` owns it.
            check(unsafe { libc::ioctl(self.0.as_raw_fd(), SET_FILTER, expression.as_ptr()) })
                .map(drop)
        }

        fn number(&self) -> i32 {
            self.0.as_raw_fd()
        }
    }
}
