//! The lines of a program, as many as are kept of them.

use probity_model::protocol::{
    Discarded, Line, MessageKind, Transcript, Unread, read_half_line, read_line, read_long_line,
};

/// The lines heard so far. First all are kept; when there is no more room for all, claims still
/// are, so that what a talkative program did is known; and in the end none.
#[derive(Default)]
pub(super) struct Heard {
    /// Whole lines with their newlines, of long ones the beginning.
    bytes: Vec<u8>,
    lines: usize,
    /// The places of lines of which only the beginning is kept, and their lengths.
    long: Vec<(usize, u64)>,
    /// The beginning of the line that comes now, and how long it is so far.
    begun: Vec<u8>,
    begun_bytes: u64,
    /// How many bytes and lines there were when there was no more room for all.
    full: Option<(usize, usize)>,
    discarded: Discarded,
}

impl Heard {
    pub(super) fn push(&mut self, chunk: &[u8]) {
        for part in chunk.split_inclusive(|byte| *byte == b'\n') {
            let body = part.strip_suffix(b"\n").unwrap_or(part);
            let room = Line::BYTES - self.begun.len();
            self.begun.extend_from_slice(&body[..body.len().min(room)]);
            self.begun_bytes += body.len() as u64;
            if part.len() > body.len() {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        let length = std::mem::take(&mut self.begun_bytes);
        if self.has_room() {
            if length > self.begun.len() as u64 {
                self.long.push((self.lines, length));
            }
            self.bytes.extend_from_slice(&self.begun);
            self.bytes.push(b'\n');
            self.lines += 1;
        } else {
            self.discard(length + 1);
        }
        self.begun.clear();
    }

    /// Whether the line that is whole now is to be kept.
    fn has_room(&mut self) -> bool {
        let (bytes, lines) = (self.bytes.len() + self.begun.len() + 1, self.lines + 1);
        if self.full.is_none() && (bytes > Transcript::BYTES || lines > Transcript::LINES) {
            self.full = Some((self.bytes.len(), self.lines));
        }
        let Some((full_bytes, full_lines)) = self.full else { return true };
        let is_over =
            bytes - full_bytes > Transcript::CLAIM_BYTES || lines - full_lines > Transcript::CLAIMS;
        !is_over && may_be_claim(&self.begun) && is_claim(&self.begun)
    }

    fn discard(&mut self, bytes: u64) {
        self.discarded.lines += 1;
        self.discarded.bytes += bytes;
        self.discarded.claims += u64::from(may_be_claim(&self.begun));
    }

    pub(super) fn into_transcript(mut self, nonce: String) -> Option<Transcript> {
        let mut long = self.long.iter().peekable();
        let mut lines = Vec::new();
        for (place, line) in self.bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            lines.push(match long.next_if(|(long, _)| *long == place) {
                Some((_, bytes)) => read_long_line(line, *bytes),
                None => read_line(line),
            });
        }
        match (self.begun_bytes, self.full) {
            (0, _) => {}
            (bytes, None) => {
                let beginning = &self.begun[..self.begun.len().min(Unread::BYTES)];
                lines.push(read_half_line(beginning, bytes));
            }
            (bytes, Some(_)) => self.discard(bytes),
        }
        let discarded = self.discarded;
        let is_silent = lines.is_empty() && discarded.is_none();
        (!is_silent).then_some(Transcript { nonce, lines, discarded })
    }
}

/// Whether the line has one of the words that a claim has: far quicker than to read it, which
/// takes longer than to write it. A long line is none.
fn may_be_claim(line: &[u8]) -> bool {
    const WINDOW: &[u8] = b"\"window_";
    let is_window = line.windows(WINDOW.len()).any(|found| found == WINDOW);
    line.len() < Line::BYTES && !is_window && MessageKind::meant_by(line).is_some()
}

fn is_claim(line: &[u8]) -> bool {
    matches!(read_line(line), Line::Said(said) if said.message.kind().is_claim())
}

#[cfg(test)]
mod tests;
