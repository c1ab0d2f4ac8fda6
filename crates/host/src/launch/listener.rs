//! Listening to what a program says of itself (`docs/spec/protocol.md`), without letting it fill
//! our memory and without waking up for each line.

use super::heard::Heard;
use probity_model::protocol::Transcript;
use probity_sys::pipe;
use std::io::{self, PipeReader, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

/// How long we do not look after we have looked: waking up costs the machine that is measured on,
/// and a pipe with nobody waiting at its end is cheaper to write to.
const REST: Duration = Duration::from_millis(5);
/// The room asked for, so that a program need not wait for us meanwhile: what any user may have.
const CAPACITY: usize = 1 << 20;
/// How much is read at once.
const SCRATCH: usize = 64 << 10;

/// The reading end of the pipe on which one program may speak.
pub struct Listener {
    pipe: Option<PipeReader>,
    resting_until: Option<Instant>,
    /// Made when there is first something to read: most programs say nothing.
    scratch: Vec<u8>,
    heard: Heard,
}

impl Listener {
    /// Listens to `pipe`.
    pub fn new(pipe: PipeReader) -> Self {
        let (resting_until, scratch) = (None, Vec::new());
        Self { pipe: Some(pipe), resting_until, scratch, heard: Heard::default() }
    }

    /// The descriptor to poll; none once the pipe has ended, and none while we rest.
    pub fn descriptor(&mut self) -> Option<BorrowedFd<'_>> {
        if self.resting_until.is_some_and(|until| Instant::now() < until) {
            return None;
        }
        self.resting_until = None;
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// How long to wait at most before the descriptor is to be asked for again.
    pub fn patience_ms(&self) -> Option<u64> {
        self.pipe.as_ref()?;
        let left = self.resting_until?.saturating_duration_since(Instant::now());
        Some(left.as_millis() as u64 + 1)
    }

    /// Reads what there is. To be called when the descriptor is readable or hung up.
    ///
    /// # Errors
    /// The errno of read(2) other than `EINTR`.
    pub fn read(&mut self) -> io::Result<()> {
        if self.scratch.is_empty()
            && let Some(pipe) = &self.pipe
        {
            // Without it the program waits sooner.
            let _ = pipe::widen(pipe, CAPACITY);
        }
        // One that writes faster than we read is not made to wait for a rest.
        if self.read_once(SCRATCH)? < SCRATCH {
            self.resting_until = Some(Instant::now() + REST);
        }
        Ok(())
    }

    /// Reads at most so much.
    fn read_once(&mut self, most: usize) -> io::Result<usize> {
        let Some(pipe) = &mut self.pipe else { return Ok(0) };
        self.scratch.resize(SCRATCH, 0);
        let count = match pipe.read(&mut self.scratch[..most.min(SCRATCH)]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(0),
            read => read?,
        };
        if count == 0 {
            self.pipe = None;
        }
        self.heard.push(&self.scratch[..count]);
        Ok(count)
    }

    /// Reads what is in the pipe now and no more, then closes it: whoever still holds the other end
    /// could write for ever, and what it says from now on was not said by the program while it ran.
    ///
    /// # Errors
    /// As [`Listener::read`], and of ioctl(2).
    pub fn finish(&mut self) -> io::Result<()> {
        let mut left = match &self.pipe {
            Some(pipe) => pipe::held(pipe)?,
            None => 0,
        };
        while left > 0 && self.pipe.is_some() {
            left -= self.read_once(left)?;
        }
        self.pipe = None;
        Ok(())
    }

    /// What was said, to somebody who was given `nonce`; none where nothing was.
    pub fn into_transcript(self, nonce: String) -> Option<Transcript> {
        self.heard.into_transcript(nonce)
    }
}
