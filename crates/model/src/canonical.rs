//! The one canonical form of JSON in evidence.

mod writer;

#[cfg(test)]
mod tests;

use serde::Serialize;
use writer::Writer;

/// Room for most of what is written: the line of one run.
const USUAL: usize = 4096;

/// Canonical JSON: UTF-8, object keys sorted by their bytes, no white space, integers exact,
/// floats in the shortest form that reads back the same, no NaN. Without a final newline.
///
/// # Errors
/// When the value has no JSON form (a map key that is not text, a number of more than 64 bits). A
/// float that is not finite turns into `null`, which no type of this crate reads back: it cannot
/// get past validation.
pub fn canonical(value: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    let mut bytes = Vec::with_capacity(USUAL);
    value.serialize(Writer(&mut bytes))?;
    Ok(bytes)
}

/// The canonical form followed by one newline: a file, or a line of a `.jsonl` file.
///
/// # Errors
/// As [`canonical`].
pub fn canonical_line(value: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    let mut bytes = canonical(value)?;
    bytes.push(b'\n');
    Ok(bytes)
}
