//! Staging directories: how they are named, made, and told to be dead.

use super::Notice;
use crate::digest::{hex, is_hex};
use probity_sys::file::{Directory, EntryKind, effective_user, random_bytes};
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::time::Duration;

/// How old an unlocked directory of the first kind must be: its maker has yet to lock it.
const MAKING_AGE: Duration = Duration::from_secs(60);
/// How often making one is tried when somebody cleans it away meanwhile.
const TRIES: usize = 8;

/// Which of the two names a staging directory has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Just made, not locked yet; always empty.
    Making,
    /// Locked by the process that writes to it.
    Staging,
}

impl Phase {
    fn word(self) -> &'static str {
        match self {
            Self::Making => "making",
            Self::Staging => "staging",
        }
    }
}

/// 16 hex digits that nobody can guess.
pub(super) fn random_digits() -> io::Result<String> {
    random_bytes::<8>().map(|bytes| hex(&bytes))
}

fn prefix(name: &OsStr, phase: Phase) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(format!(".{}-", phase.word()));
    prefix
}

fn random_name(name: &OsStr, phase: Phase) -> io::Result<OsString> {
    let mut random = prefix(name, phase);
    random.push(random_digits()?);
    Ok(random)
}

/// A name for what is to be removed: should its remover be killed, it is found as the staging
/// directory of a killed campaign is.
pub(crate) fn doomed_name(name: &OsStr) -> io::Result<OsString> {
    random_name(name, Phase::Staging)
}

/// Makes a locked staging directory for `name`: it gets its staging name only once it is locked,
/// so that one which can be locked belongs to nobody alive.
pub(super) fn make(parent: &Directory, name: &OsStr) -> io::Result<(OsString, Directory)> {
    let mut result = Err(io::Error::other("it was removed again and again while being made"));
    for _ in 0..TRIES {
        result = try_make(parent, name);
        match &result {
            Err(error)
                if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::WouldBlock) => {}
            _ => break,
        }
    }
    result
}

fn try_make(parent: &Directory, name: &OsStr) -> io::Result<(OsString, Directory)> {
    let making = random_name(name, Phase::Making)?;
    parent.create_directory(&making)?;
    let made = lock_and_rename(parent, name, &making);
    if made.is_err() {
        // The first error is the one to report; an empty directory left behind is found later.
        let _ = parent.remove_directory(&making);
    }
    made
}

fn lock_and_rename(
    parent: &Directory,
    name: &OsStr,
    making: &OsStr,
) -> io::Result<(OsString, Directory)> {
    let directory = parent.open_directory(Path::new(making))?;
    if !directory.try_lock()? {
        return Err(io::Error::from(io::ErrorKind::WouldBlock));
    }
    let staging = random_name(name, Phase::Staging)?;
    parent.rename_new(making, &staging)?;
    Ok((staging, directory))
}

/// Removes the staging directories of `name` that killed campaigns left in `parent`. What cannot be
/// removed is reported and does no harm.
pub(super) fn clear(parent: &Directory, parent_path: &Path, name: &OsStr) -> Vec<Notice> {
    let Ok(names) = parent.names() else { return Vec::new() };
    let prefixes = [Phase::Making, Phase::Staging].map(|phase| (phase, prefix(name, phase)));
    let mut notices = Vec::new();
    for found in names.map_while(Result::ok) {
        let phase = prefixes.iter().find(|(_, prefix)| is_random_name(&found, prefix));
        let Some((phase, _)) = phase else { continue };
        let path = parent_path.join(&found);
        match remove_if_dead(parent, &found, *phase) {
            Ok(true) => notices.push(Notice { path, left: None }),
            Ok(false) => {}
            Err(error) => notices.push(Notice { path, left: Some(error) }),
        }
    }
    notices
}

fn is_random_name(found: &OsStr, prefix: &OsStr) -> bool {
    found
        .as_encoded_bytes()
        .strip_prefix(prefix.as_encoded_bytes())
        .and_then(|rest| std::str::from_utf8(rest).ok())
        .is_some_and(|rest| is_hex(rest, 16))
}

/// Removes one if it is a directory of ours and nobody holds its lock; says whether it did.
fn remove_if_dead(parent: &Directory, name: &OsStr, phase: Phase) -> io::Result<bool> {
    let Some(status) = parent.status_of(name)? else { return Ok(false) };
    if status.kind != EntryKind::Directory || Some(status.owner) != effective_user() {
        return Ok(false);
    }
    if phase == Phase::Making && !status.modified.elapsed().is_ok_and(|age| age > MAKING_AGE) {
        return Ok(false);
    }
    let directory = match parent.open_directory(Path::new(name)) {
        Ok(directory) => directory,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let opened = directory.status()?;
    if Some(opened.owner) != effective_user() || !directory.try_lock()? {
        return Ok(false);
    }
    match phase {
        Phase::Making => parent.remove_directory(name)?,
        Phase::Staging => parent.remove_tree(name, &directory)?,
    }
    Ok(true)
}
