//! Keeping what a program said.

use super::journal::Journal;
use super::{Staging, StagingError};
use crate::layout::PROGRAM;
use probity_model::canonical_line;
use probity_model::protocol::{Discarded, Entry, Line, Record, Transcript};
use std::io;

/// How much of the file is left for the first records of runs whose lines found no room, in bytes:
/// more than there can be runs.
const RESERVE: u64 = 16 << 20;
/// How much of it is for the lines.
pub(super) const ROOM: u64 = (256 << 20) - RESERVE;

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
        let room = ROOM.saturating_sub(used);
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
        let (mut encoded, mut kept, mut used) = (Vec::new(), Vec::new(), 0);
        for line in std::mem::take(&mut transcript.lines) {
            let record = encode(&Record { run, entry: Entry::Line(line.clone()) })?;
            if used + record.len() as u64 > room {
                discard(&line, &mut transcript.discarded);
                continue;
            }
            used += record.len() as u64;
            encoded.push(record);
            kept.push(line);
        }
        transcript.lines = kept;
        let mut bytes = match transcript.clone().into_records(run).next() {
            Some(first) => encode(&first)?,
            None => Vec::new(),
        };
        bytes.extend(encoded.concat());
        Ok(bytes)
    }
}

/// Counts a line that found no room, by the length it had.
fn discard(line: &Line, discarded: &mut Discarded) {
    let bytes = match line {
        // As long as it is when it is written without spaces.
        Line::Said(said) => said.to_line().map_or(0, |line| line.len() as u64),
        Line::Unknown { line, .. } | Line::Garbage { line, .. } => line.bytes + 1,
    };
    let is_claim = matches!(line, Line::Said(said) if said.message.kind().is_claim());
    discarded.lines += 1;
    discarded.bytes += bytes;
    discarded.claims += u64::from(is_claim);
}
