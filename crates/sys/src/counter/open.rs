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
    return body::open(attributes, thread, leader);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (attributes, thread, leader);
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(target_os = "linux")]
mod body {
    use super::super::descriptor::{self, ANY_CPU, Switch};
    use super::super::{Attributes, Count, Counter};
    use std::fs::File;
    use std::io::{self, Read};
    use std::os::fd::AsRawFd;

    struct Live(File);

    pub(super) fn open(
        attributes: &Attributes,
        thread: Option<u32>,
        leader: Option<&dyn Counter>,
    ) -> io::Result<Box<dyn Counter>> {
        let thread = thread.map_or(Ok(0), crate::wait::checked)?;
        let (raw, leader) = (attributes.raw(), leader.map(Counter::number));
        let opened = descriptor::open(&raw, thread, ANY_CPU, leader)?;
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

        fn number(&self) -> i32 {
            self.0.as_raw_fd()
        }
    }
}
