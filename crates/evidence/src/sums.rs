//! `SHA256SUMS` in its one canonical form, which `sha256sum -c` reads.

use crate::digest::is_sha256;
use crate::layout;
use std::collections::BTreeMap;

/// The checksum file for these digests by path.
pub(crate) fn write(sums: &BTreeMap<String, String>) -> Vec<u8> {
    sums.iter().map(|(path, sha256)| format!("{sha256}  {path}\n")).collect::<String>().into()
}

/// The digests by path, or what is not canonical about the file. `sha256sum -c` itself accepts
/// more: upper-case digits, a `*`, any order.
pub(crate) fn parse(bytes: &[u8]) -> Result<BTreeMap<String, String>, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| format!("not UTF-8: {error}"))?;
    let text = text.strip_suffix('\n').ok_or("the last line does not end with a newline")?;
    let mut sums: BTreeMap<String, String> = BTreeMap::new();
    for (index, line) in text.split('\n').enumerate() {
        let (sha256, path) =
            parse_line(line).map_err(|reason| format!("line {}: {reason}", index + 1))?;
        if let Some((last, _)) = sums.last_key_value()
            && last.as_str() >= path
        {
            return Err(format!("line {}: not sorted by path, or twice: {path}", index + 1));
        }
        sums.insert(path.to_owned(), sha256.to_owned());
    }
    Ok(sums)
}

fn parse_line(line: &str) -> Result<(&str, &str), String> {
    let (sha256, path) = line.split_once("  ").ok_or("not a digest, two spaces and a path")?;
    if !is_sha256(sha256) {
        return Err("the digest is not 64 lower-case hex digits".to_owned());
    }
    if path == layout::SUMS {
        return Err("the file lists itself".to_owned());
    }
    if !layout::is_member(path) {
        return Err(format!("not a path that evidence can have: '{path}'"));
    }
    Ok((sha256, path))
}
