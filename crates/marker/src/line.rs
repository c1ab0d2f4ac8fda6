//! One JSON line in a buffer of the caller, whole or not at all.

use core::fmt::{self, Write};

/// The largest line in bytes, with its newline: what a pipe takes in one piece (`PIPE_BUF` of
/// Linux, `include/uapi/linux/limits.h`).
pub const LINE_BYTES: usize = 4096;

/// Why a message became no line. Nothing of it is written then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It needs more than [`LINE_BYTES`], or more than the buffer has.
    TooLong,
    /// Its value is infinite or no number: JSON has no form for it.
    NotFinite,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => {
                "the line does not fit (into 4096 bytes, or into the buffer); say less"
            }
            Self::NotFinite => "the value is not finite; say finite values only",
        })
    }
}

impl core::error::Error for Refusal {}

/// A flat JSON object that grows field by field.
pub(crate) struct Line<'b> {
    buffer: &'b mut [u8],
    length: usize,
    fits: bool,
}

impl<'b> Line<'b> {
    /// A line with its first field, `type`.
    pub(crate) fn new(buffer: &'b mut [u8], kind: &str) -> Self {
        let mut line = Self { buffer, length: 0, fits: true };
        line.put(b"{\"type\":\"");
        line.put(kind.as_bytes());
        line.put(b"\"");
        line
    }

    /// A field with a text, given in parts that are joined.
    pub(crate) fn text(&mut self, key: &str, parts: &[&str]) {
        self.key(key);
        self.put(b"\"");
        for part in parts {
            self.escaped(part);
        }
        self.put(b"\"");
    }

    /// A field with a number, or anything else whose display is JSON.
    pub(crate) fn plain(&mut self, key: &str, value: impl fmt::Display) {
        self.key(key);
        // It never fails: what does not fit is remembered in `fits`.
        let _ = write!(self, "{value}");
    }

    /// A field with a text of numbers, a blank between them.
    pub(crate) fn list(&mut self, key: &str, numbers: &[u64]) {
        self.key(key);
        self.put(b"\"");
        for (place, number) in numbers.iter().enumerate() {
            let blank = if place == 0 { "" } else { " " };
            // As above.
            let _ = write!(self, "{blank}{number}");
        }
        self.put(b"\"");
    }

    /// The finished line with its newline.
    pub(crate) fn finish(mut self) -> Result<&'b [u8], Refusal> {
        self.put(b"}\n");
        if self.fits { Ok(&self.buffer[..self.length]) } else { Err(Refusal::TooLong) }
    }

    fn key(&mut self, key: &str) {
        self.put(b",\"");
        self.put(key.as_bytes());
        self.put(b"\":");
    }

    fn escaped(&mut self, text: &str) {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        let is_special = |byte: &u8| *byte < 0x20 || matches!(byte, b'"' | b'\\');
        let mut rest = text.as_bytes();
        while let Some(at) = rest.iter().position(is_special) {
            let byte = rest[at];
            self.put(&rest[..at]);
            match byte {
                b'"' | b'\\' => self.put(&[b'\\', byte]),
                b'\n' => self.put(b"\\n"),
                _ => {
                    let (high, low) = (HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]);
                    self.put(&[b'\\', b'u', b'0', b'0', high, low]);
                }
            }
            rest = &rest[at + 1..];
        }
        self.put(rest);
    }

    fn put(&mut self, bytes: &[u8]) {
        let end = self.length + bytes.len();
        let limit = self.buffer.len().min(LINE_BYTES);
        if !self.fits || end > limit {
            self.fits = false;
            return;
        }
        self.buffer[self.length..end].copy_from_slice(bytes);
        self.length = end;
    }
}

impl Write for Line<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.put(text.as_bytes());
        Ok(())
    }
}
