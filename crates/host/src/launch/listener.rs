//! Listening to what a program says of itself (`docs/spec/protocol.md`), without letting it fill
//! our memory and without waking up for each line.

use probity_model::protocol::{
    Discarded, Line, Transcript, Unread, read_half_line, read_line, read_long_line,
};
use probity_sys::{pipe, poll};
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
/// The most that is read after the program has ended, in bytes, and for how long: whoever still
/// holds the other end could write for ever.
const MAX_AFTER_END: usize = 2 << 20;
const LONGEST_AFTER_END: Duration = Duration::from_millis(100);

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
        if self.read_once()? < SCRATCH {
            self.resting_until = Some(Instant::now() + REST);
        }
        Ok(())
    }

    fn read_once(&mut self) -> io::Result<usize> {
        let Some(pipe) = &mut self.pipe else { return Ok(0) };
        self.scratch.resize(SCRATCH, 0);
        let count = match pipe.read(&mut self.scratch) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(0),
            read => read?,
        };
        if count == 0 {
            self.pipe = None;
        }
        self.heard.push(&self.scratch[..count]);
        Ok(count)
    }

    /// Reads what is left without waiting for more, then closes the pipe.
    ///
    /// # Errors
    /// As [`Listener::read`], and of poll(2).
    pub fn finish(&mut self) -> io::Result<()> {
        let (began, mut read) = (Instant::now(), 0);
        while let Some(pipe) = &self.pipe {
            let [ready] = poll::readable([Some(pipe.as_fd())], Some(0))?;
            if !ready.any() || read > MAX_AFTER_END || began.elapsed() > LONGEST_AFTER_END {
                break;
            }
            read += self.read_once()?;
        }
        self.pipe = None;
        Ok(())
    }

    /// What was said, to somebody who was given `nonce`; none where nothing was.
    pub fn into_transcript(self, nonce: String) -> Option<Transcript> {
        self.heard.into_transcript(nonce)
    }
}

/// The lines heard so far, as many as are kept.
#[derive(Default)]
struct Heard {
    /// Lines with their newlines, of long ones the beginning; the last may have no end yet.
    bytes: Vec<u8>,
    /// Where the line begins that comes now, and how long it is so far.
    line_start: usize,
    line_bytes: u64,
    lines: usize,
    /// The places of lines of which only the beginning is kept, and their lengths.
    long: Vec<(usize, u64)>,
    /// Whether there is no more room.
    is_full: bool,
    discarded: Discarded,
}

impl Heard {
    fn push(&mut self, mut chunk: &[u8]) {
        while !chunk.is_empty() && !self.is_full {
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let (part, rest) = chunk.split_at(end.map_or(chunk.len(), |end| end + 1));
            if self.keep(part, end.is_some()) {
                chunk = rest;
            } else {
                self.fill_up();
            }
        }
        if !chunk.is_empty() {
            let ends = chunk.iter().filter(|byte| **byte == b'\n').count() as u64;
            self.discarded.lines += ends;
            self.discarded.bytes += chunk.len() as u64;
            let last = chunk.iter().rposition(|byte| *byte == b'\n');
            let begun = last.map_or(self.line_bytes, |_| 0);
            let tail = last.map_or(chunk.len(), |last| chunk.len() - last - 1);
            self.line_bytes = begun + tail as u64;
        }
    }

    /// Keeps a part of the line that comes now; says whether there was room.
    fn keep(&mut self, part: &[u8], is_end: bool) -> bool {
        let body = if is_end { &part[..part.len() - 1] } else { part };
        let room = Line::BYTES.saturating_sub(self.bytes.len() - self.line_start);
        let kept = &body[..body.len().min(room)];
        let is_over = self.bytes.len() + kept.len() >= Transcript::BYTES;
        if is_over || self.lines == Transcript::LINES {
            return false;
        }
        self.bytes.extend_from_slice(kept);
        self.line_bytes += body.len() as u64;
        if is_end {
            if self.line_bytes > (self.bytes.len() - self.line_start) as u64 {
                self.long.push((self.lines, self.line_bytes));
            }
            self.bytes.push(b'\n');
            (self.line_start, self.line_bytes) = (self.bytes.len(), 0);
            self.lines += 1;
        }
        true
    }

    /// From here on nothing is kept. The line that was begun is not kept either.
    fn fill_up(&mut self) {
        self.is_full = true;
        self.discarded.bytes += self.line_bytes;
        self.bytes.truncate(self.line_start);
    }

    fn into_transcript(mut self, nonce: String) -> Option<Transcript> {
        if self.is_full && self.line_bytes > 0 {
            self.discarded.lines += 1;
        }
        let mut long = self.long.iter().peekable();
        let mut lines = Vec::new();
        let (whole, half) = self.bytes.split_at(self.line_start);
        for (place, line) in whole.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            lines.push(match long.next_if(|(long, _)| *long == place) {
                Some((_, bytes)) => read_long_line(line, *bytes),
                None => read_line(line),
            });
        }
        if !half.is_empty() {
            lines.push(read_half_line(&half[..half.len().min(Unread::BYTES)], self.line_bytes));
        }
        let discarded = self.discarded;
        let is_silent = lines.is_empty() && discarded.is_none();
        (!is_silent).then_some(Transcript { nonce, lines, discarded })
    }
}

#[cfg(test)]
mod tests;
