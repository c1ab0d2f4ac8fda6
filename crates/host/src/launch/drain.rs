//! Emptying a program's output pipe without letting it fill our memory.

use std::collections::VecDeque;
use std::io::{self, PipeReader, Read};
use std::os::fd::{AsFd, BorrowedFd};

/// The most of a pipe's content that is read after its program has ended: whoever still holds the
/// other end could write for ever.
const MAX_AFTER_END: usize = 1 << 20;

/// How much is read at once: what a pipe holds unless told otherwise (pipe(7)).
const SCRATCH: usize = 64 << 10;

/// The reading end of a pipe, drained as it fills; only the last bytes are kept.
pub struct Drain {
    pipe: Option<PipeReader>,
    keep: usize,
    tail: VecDeque<u8>,
    /// Made when there is first something to read: most programs say nothing.
    scratch: Vec<u8>,
    total: u64,
}

impl Drain {
    /// Drains `pipe` and keeps its last `keep` bytes.
    pub fn new(pipe: PipeReader, keep: usize) -> Self {
        let (tail, scratch) = (VecDeque::new(), Vec::new());
        Self { pipe: Some(pipe), keep, tail, scratch, total: 0 }
    }

    /// The descriptor to poll; none once the pipe has ended.
    pub fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Reads once. To be called when the descriptor is readable or hung up.
    ///
    /// # Errors
    /// The errno of read(2) other than `EINTR`.
    pub fn read(&mut self) -> io::Result<usize> {
        let Some(pipe) = &mut self.pipe else { return Ok(0) };
        self.scratch.resize(SCRATCH, 0);
        let count = match pipe.read(&mut self.scratch) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(0),
            read => read?,
        };
        if count == 0 {
            self.pipe = None;
        }
        self.total += count as u64;
        let new = &self.scratch[count.saturating_sub(self.keep)..count];
        let surplus = (self.tail.len() + new.len()).saturating_sub(self.keep);
        self.tail.drain(..surplus);
        self.tail.extend(new);
        Ok(count)
    }

    /// Reads what is left without waiting for more, then closes the pipe, so that a grandchild
    /// which keeps the other end open cannot hold us up.
    ///
    /// # Errors
    /// As [`Drain::read`], and of poll(2).
    pub fn finish(&mut self) -> io::Result<()> {
        let mut read = 0;
        while let Some(descriptor) = self.descriptor() {
            let [ready] = probity_sys::poll::readable([Some(descriptor)], Some(0))?;
            if !ready.any() || read > MAX_AFTER_END {
                break;
            }
            read += self.read()?;
        }
        self.pipe = None;
        Ok(())
    }

    /// The last bytes, and how many there were in all.
    pub fn into_tail(self) -> (Vec<u8>, u64) {
        (self.tail.into(), self.total)
    }
}
