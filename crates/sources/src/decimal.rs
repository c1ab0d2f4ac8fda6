//! A file of `/sys` that holds one number and nothing else.

use probity_host::root::{Held, ReadError, Root, malformed};
use probity_model::{Absence, Cause};

const BELOW_ZERO: &str = "it is below zero, and our numbers begin there";

/// Longer than any number of 64 bits.
const LONGEST: usize = 32;

/// The number that is all of `text`. The newline must be there: it proves that nothing was cut off.
pub(crate) fn decimal(text: &[u8]) -> Result<u64, &'static str> {
    let digits = text.strip_suffix(b"\n").ok_or("it does not end in a newline")?;
    if digits.first() == Some(&b'-') {
        return Err(BELOW_ZERO);
    }
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let digits = std::str::from_utf8(digits).map_err(|_| "it is not text")?;
    let number = is_number.then(|| digits.parse().ok()).flatten();
    number.ok_or("it is not a number")
}

/// One such file, kept open: the kernel makes its text anew at each read.
#[derive(Debug)]
pub(crate) struct NumberFile {
    held: Held,
    path: String,
}

impl NumberFile {
    /// Opens it; `missing` is what it means that it is not there.
    pub(crate) fn open(root: &Root, path: &str, missing: Cause) -> Result<Self, Absence> {
        let held = root.hold(path).map_err(|error| error.absence(missing, None))?;
        Ok(Self { held, path: path.to_owned() })
    }

    /// The number now.
    pub(crate) fn read(&self) -> Result<u64, Absence> {
        let mut buffer = [0; LONGEST];
        let text = self.held.read(&mut buffer);
        let text = text.map_err(|error| error.absence(Cause::Lost, None))?;
        decimal(text).map_err(|why| malformed(&self.path, why))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }
}

/// The number in the file at `path`, read once.
pub(crate) fn number(root: &Root, path: &str, missing: Cause) -> Result<u64, Absence> {
    NumberFile::open(root, path, missing)?.read()
}

/// The text in the file at `path`, without its end.
pub(crate) fn word(root: &Root, path: &str) -> Result<String, ReadError> {
    let bytes = root.read(path)?;
    Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
}

/// The largest of what the files say, or why none of them says anything: a device may sleep while
/// another answers.
pub(crate) fn largest(files: &[NumberFile]) -> Result<u64, Absence> {
    let (mut most, mut lacking) = (None, None);
    for file in files {
        match file.read() {
            Ok(number) => most = most.max(Some(number)),
            Err(absence) => lacking = lacking.or(Some(absence)),
        }
    }
    let nothing = || Absence::new(Cause::NoHardware, "there is no such file");
    most.ok_or_else(|| lacking.unwrap_or_else(nothing))
}

#[cfg(test)]
mod tests;
