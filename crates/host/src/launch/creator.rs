//! The creator process: programs made from its few pages begin with next to nothing.

use super::channel::Channel;
use probity_sys::launch::creator::executable;
use std::io;
use std::os::fd::AsRawFd;
use std::process::{Child, Command, Stdio};

/// A running creator. Dropping it ends it.
pub(super) struct Creator {
    pub(super) channel: Channel,
    child: Child,
}

impl Creator {
    /// Starts the creator, without arguments and environment: both would be copied into programs.
    ///
    /// # Errors
    /// Where there is none for this system, or the kernel does not execute files in memory.
    pub(super) fn start() -> io::Result<Self> {
        let image = executable()?;
        let (channel, theirs) = Channel::new()?;
        let child = Command::new(format!("/proc/self/fd/{}", image.as_raw_fd()))
            .env_clear()
            .stdin(theirs)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Self { channel, child })
    }

    /// Its process id, which is also the session of the programs that it creates.
    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Creator {
    fn drop(&mut self) {
        self.channel.close();
        let _ = self.child.wait();
    }
}
