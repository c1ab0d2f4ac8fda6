//! Keeping what a program said.

use super::journal::Journal;
use super::{Staging, StagingError};
use crate::layout::{self, PROGRAM};
use probity_model::canonical_line;
use probity_model::protocol::{Record, Transcript};
use std::io;

/// How much of the file is left for the first records of runs whose lines found no room, in bytes:
/// more than there can be runs.
const RESERVE: u64 = 16 << 20;

impl Staging {
    /// Keeps what was said in the run that is written next, before it is: gives back as much of it
    /// as found room. The file is made for the first.
    ///
    /// # Errors
    /// Where it cannot be written whole (a full disk).
    pub fn append_speech(
        &mut self,
        run: u64,
        mut transcript: Transcript,
    ) -> Result<Transcript, StagingError> {
        let path = self.path();
        if self.program.is_none() {
            let journal = Journal::create(&self.directory, PROGRAM, &mut self.seam)
                .map_err(|cause| self.error(PROGRAM, cause))?;
            self.program = Some(journal);
        }
        let used = self.program.as_ref().map_or(0, |journal| journal.bytes);
        let room = layout::max_bytes(PROGRAM).saturating_sub(RESERVE).saturating_sub(used);
        let lines = self.speech_lines(run, &mut transcript, room)?;
        if let Some(journal) = &mut self.program {
            journal.append(&lines, &path, &mut self.seam)?;
        }
        Ok(transcript)
    }

    /// Whether anything was said in any run.
    pub(super) fn has_speech(&self) -> bool {
        self.program.is_some()
    }

    /// The records of a run, as many as there is room for; the others are discarded from
    /// `transcript`.
    fn speech_lines(
        &self,
        run: u64,
        transcript: &mut Transcript,
        room: u64,
    ) -> Result<Vec<u8>, StagingError> {
        let encode = |record: &Record| {
            canonical_line(record).map_err(|error| self.error(PROGRAM, io::Error::other(error)))
        };
        let mut encoded = Vec::new();
        for record in transcript.clone().into_records(run).skip(1) {
            encoded.push(encode(&record)?);
        }
        let mut kept = 0;
        let fits = |line: &&Vec<u8>| {
            kept += line.len() as u64;
            kept <= room
        };
        let count = encoded.iter().take_while(fits).count();
        for line in encoded.drain(count..) {
            transcript.discarded.lines += 1;
            transcript.discarded.bytes += line.len() as u64;
        }
        transcript.lines.truncate(count);
        let mut bytes = match transcript.clone().into_records(run).next() {
            Some(first) => encode(&first)?,
            None => Vec::new(),
        };
        bytes.extend(encoded.concat());
        Ok(bytes)
    }
}
