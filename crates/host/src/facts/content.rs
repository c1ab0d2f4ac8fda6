//! What small files of `/proc` and `/sys` hold, or why it cannot be told.

use crate::root::{Root, malformed};
use probity_model::{Absence, Cause, Fact};

/// What it means that a file of `/proc` or `/sys` is not there.
pub(super) const MISSING: Cause =
    if cfg!(target_os = "linux") { Cause::NoKernelSupport } else { Cause::WrongOs };

pub(super) fn fact<T>(found: Result<T, Absence>) -> Fact<T> {
    match found {
        Ok(value) => Fact::known(value),
        Err(absence) => Fact::Unavailable(absence),
    }
}

/// A file's text, whole.
pub(super) fn text(root: &Root, path: &str) -> Result<String, Absence> {
    let bytes = root.read(path).map_err(|error| error.absence(MISSING, None))?;
    String::from_utf8(bytes).map_err(|_| malformed(path, "it is not UTF-8"))
}

/// A file that holds one line, without its end. An empty one tells nothing.
pub(super) fn line(root: &Root, path: &str) -> Result<String, Absence> {
    let text = text(root, path)?;
    let line = text.trim();
    match line.lines().count() {
        0 => Err(malformed(path, "it is empty")),
        1 => Ok(line.to_owned()),
        _ => Err(malformed(path, "it has more than one line")),
    }
}

/// A file that holds one number.
pub(super) fn number<N: std::str::FromStr>(root: &Root, path: &str) -> Result<N, Absence> {
    line(root, path)?.parse().map_err(|_| malformed(path, "it is not a number"))
}

/// A file that holds `0` for no and `1` for yes.
pub(super) fn switch(root: &Root, path: &str) -> Result<bool, Absence> {
    match line(root, path)?.as_str() {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(malformed(path, "it is neither 0 nor 1")),
    }
}

/// The value of the line `name: value` of a file such as `/proc/meminfo`.
pub(super) fn entry(root: &Root, path: &str, name: &str) -> Result<String, Absence> {
    let text = text(root, path)?;
    let found = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    found
        .map(|value| value.trim().to_owned())
        .ok_or_else(|| Absence::new(MISSING, format!("{path} has no line {name}")))
}

/// An entry of `/proc/meminfo`, in bytes.
pub(super) fn memory(root: &Root, name: &str) -> Result<u64, Absence> {
    const PATH: &str = "/proc/meminfo";
    let size = entry(root, PATH, name)?;
    size.strip_suffix(" kB")
        .and_then(|number| number.parse::<u64>().ok()?.checked_mul(1024))
        .ok_or_else(|| malformed(PATH, &format!("{name} is not a number of kB")))
}
