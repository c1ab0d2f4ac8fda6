//! The creator process: programs made from its few pages begin with next to nothing.

use super::channel::Channel;
use probity_sys::launch::creator::executable;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// Which session programs are created in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Session {
    /// Ours, without its terminal: programs get the CPUs that a shell would give them.
    Ours,
    /// One of their own, by which they can be told from strangers.
    Apart,
}

/// A running creator. Dropping it ends it.
pub(super) struct Creator {
    pub(super) channel: Channel,
    child: Child,
    session: Session,
}

impl Creator {
    /// Starts the creator, without environment: it would be copied into programs.
    ///
    /// # Errors
    /// Where there is none for this system, or the kernel does not execute files in memory.
    pub(super) fn start(session: Session) -> io::Result<Self> {
        let image = executable()?;
        let (channel, theirs) = Channel::new()?;
        let mut command = Command::new(format!("/proc/self/fd/{}", image.as_raw_fd()));
        match session {
            // Signals of the terminal are for the group in its foreground.
            Session::Ours => command.process_group(0),
            Session::Apart => command.arg("apart"),
        };
        let child = command
            .env_clear()
            .stdin(theirs)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Self { channel, child, session })
    }

    /// Its process id.
    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The session of the programs that it creates, where it is one of their own.
    pub(super) fn session(&self) -> Option<u32> {
        (self.session == Session::Apart).then(|| self.pid())
    }
}

impl Drop for Creator {
    fn drop(&mut self) {
        self.channel.close();
        let _ = self.child.wait();
    }
}
