//! SHA-256, spelt in lower-case hex.

use sha2::{Digest, Sha256};

/// The digest of `bytes`: 64 lower-case hex digits.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// A digest of bytes that come in parts.
#[derive(Debug, Default)]
pub(crate) struct Hasher(Sha256);

impl Hasher {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// As [`sha256`] of all parts.
    pub(crate) fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

/// Bytes in lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value & 15), 16);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).flatten().collect()
}

/// Whether `text` is `digits` lower-case hex digits.
pub(crate) fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether `text` has the form of a SHA-256 digest.
pub(crate) fn is_sha256(text: &str) -> bool {
    is_hex(text, 64)
}
