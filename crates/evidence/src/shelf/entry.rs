//! What lies on a shelf, and how it is told from what somebody else put there.

use crate::digest::is_hex;
use crate::layout::{self, MANIFEST, MAX_NAMES, REPORT};
use crate::timestamp::sortable;
use probity_sys::file::{Directory, EntryKind, Status, effective_user};
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// Digits of the evidence's id in a name: enough to tell two of one millisecond apart.
const ID_DIGITS: usize = 8;
/// The form of a name's time; `0` stands for any digit.
const TIME: &str = "00000000T000000.000Z-";

/// Something on the shelf that has the name of an entry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// When it was kept (UTC, milliseconds) and the first digits of the evidence's id:
    /// `20260131T120000.000Z-1a2b3c4d`. Names sort by time.
    pub name: String,
    /// Whether it is a directory. Whatever else has such a name is not ours.
    pub is_directory: bool,
}

/// The name of evidence `id` kept at this time; none for a time that has no four-digit year.
pub(super) fn name(at: SystemTime, id: &str) -> Option<String> {
    Some(format!("{}-{}", sortable(at)?, id.get(..ID_DIGITS)?))
}

/// Whether `text` has the form of [`name`].
pub(super) fn is_name(text: &str) -> bool {
    match text.split_at_checked(TIME.len()) {
        Some((_, id)) => is_hex(id, ID_DIGITS) && is_name_start(text),
        None => false,
    }
}

/// Whether a name could begin with `text`.
pub(super) fn is_name_start(text: &str) -> bool {
    let fits = |(place, byte): (usize, u8)| match TIME.as_bytes().get(place) {
        Some(b'0') => byte.is_ascii_digit(),
        Some(mark) => byte == *mark,
        None => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
    };
    let longest = TIME.len() + ID_DIGITS;
    (1..=longest).contains(&text.len()) && text.bytes().enumerate().all(fits)
}

/// Bytes of the files in an entry; none where it is not one that we made: it belongs to another
/// user, or something in it is no part of evidence. Asked of the open directory and its names
/// alone: nothing is read, and what is not a regular file is not opened.
pub(super) fn weight(entry: &Directory) -> io::Result<Option<u64>> {
    if Some(entry.status()?.owner) != effective_user() {
        return Ok(None);
    }
    if !matches!(entry.status_of(MANIFEST.as_ref())?, Some(Status { kind: EntryKind::File, .. })) {
        return Ok(None);
    }
    weight_beneath(entry, "")
}

fn weight_beneath(directory: &Directory, prefix: &str) -> io::Result<Option<u64>> {
    let mut total = 0;
    for (count, name) in directory.names()?.enumerate() {
        let name = name?;
        let Some(path) = name.to_str().map(|name| format!("{prefix}{name}")) else {
            return Ok(None);
        };
        // None: it was removed meanwhile, by another process that makes room.
        let Some(status) = directory.status_of(&name)? else { continue };
        let bytes = match status.kind {
            _ if count >= MAX_NAMES => None,
            EntryKind::File if layout::is_member(&path) => {
                Some(status.bytes).filter(|bytes| *bytes <= layout::max_bytes(&path))
            }
            EntryKind::Directory if path == REPORT => {
                weight_beneath(&directory.open_directory(Path::new(&name))?, "report/")?
            }
            _ => None,
        };
        let Some(bytes) = bytes else { return Ok(None) };
        total += bytes;
    }
    Ok(Some(total))
}
