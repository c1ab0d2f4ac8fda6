//! Lines out of parts of a file, in memory that its length does not decide.

use crate::layout::MAX_LINE_BYTES;
use std::io::BufRead;

/// Cuts parts of a file into its lines.
#[derive(Debug, Default)]
pub(super) struct LineSource {
    /// The beginning of the next line, of one too long no more than shows that it is.
    begun: Vec<u8>,
}

impl LineSource {
    /// Takes the next bytes and hands over each line that ends in them, without its newline; of one
    /// too long the first [`MAX_LINE_BYTES`].
    pub(super) fn push(&mut self, bytes: &[u8], mut take: impl FnMut(&[u8])) {
        let mut rest = bytes;
        while let Some((line, after)) = first_line(rest) {
            rest = after;
            if self.begun.is_empty() {
                take(line);
            } else {
                self.begin(line);
                take(&self.begun);
                self.begun.clear();
            }
        }
        self.begin(rest);
    }

    /// Whether the last bytes did not end with a newline.
    pub(super) fn is_within_line(&self) -> bool {
        !self.begun.is_empty()
    }

    fn begin(&mut self, bytes: &[u8]) {
        let room = MAX_LINE_BYTES.saturating_sub(self.begun.len());
        self.begun.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
    }
}

/// The first line without its newline, where it ends here, and what comes after it.
fn first_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut after = bytes;
    // Many bytes at a time, which a search by iterator is not; memory is read without errors.
    let length = after.skip_until(b'\n').ok()?;
    Some((bytes.get(..length)?.strip_suffix(b"\n")?, after))
}
