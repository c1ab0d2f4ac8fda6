//! Readers of the pipe.

use std::io::{PipeReader, PipeWriter, Read};
use std::time::Duration;

/// How the pipe is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    /// At once, from a pipe as the system makes it: nearly every line wakes the reader.
    Prompt,
    /// As Probity reads: at most every [`PAUSE`], from a pipe of [`WIDE`] bytes.
    Patient,
    /// As seldom, from a pipe as the system makes it: it is full long before the next time.
    PatientNarrow,
}

/// Between two readings.
const PAUSE: Duration = Duration::from_millis(10);
/// What every user may let a pipe hold (`/proc/sys/fs/pipe-max-size`).
const WIDE: usize = 1 << 20;

impl Reader {
    /// A pipe for it.
    pub(super) fn pipe(self) -> Result<(PipeReader, PipeWriter), String> {
        let (reader, writer) = std::io::pipe().map_err(|error| format!("make a pipe: {error}"))?;
        if self == Self::Patient {
            widen(&reader)?;
        }
        Ok((reader, writer))
    }

    /// Reads to the end, and counts lines.
    pub(super) fn lines(self, mut pipe: PipeReader) -> Result<usize, String> {
        let mut buffer = vec![0; WIDE];
        let mut lines = 0;
        loop {
            let read = pipe.read(&mut buffer).map_err(|error| format!("read a pipe: {error}"))?;
            if read == 0 {
                return Ok(lines);
            }
            lines += buffer[..read].iter().filter(|byte| **byte == b'\n').count();
            if self != Self::Prompt {
                std::thread::sleep(PAUSE);
            }
        }
    }
}

#[cfg(target_os = "linux")]
fn widen(pipe: &PipeReader) -> Result<(), String> {
    let widened = probity_sys::pipe::widen(pipe, WIDE);
    widened.map(drop).map_err(|error| format!("let a pipe hold {WIDE} bytes: {error}"))
}

#[cfg(not(target_os = "linux"))]
fn widen(_pipe: &PipeReader) -> Result<(), String> {
    Err("let a pipe hold more: this system has no call for it".to_owned())
}
