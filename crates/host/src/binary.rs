//! What an executable file is: its hash, its build-id, and whether it is still the same file.

use crate::environment::hex;
use probity_model::{Absence, Binary, Cause, Fact, Text};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Longest list of program headers or of notes we read from a file that a stranger made.
const MAX_TABLE: u64 = 1 << 20;

/// By what a file is recognised again without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileMark {
    device: u64,
    inode: u64,
    bytes: u64,
    changed: (i64, i64),
}

impl FileMark {
    /// The mark of the file at `path`, following links.
    ///
    /// # Errors
    /// The errno of stat(2).
    pub fn of(path: &Path) -> io::Result<Self> {
        let metadata = std::fs::metadata(path)?;
        Ok(Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            bytes: metadata.size(),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        })
    }
}

/// Reads and describes the executable at `path`. What cannot be read is a reasoned absence: a
/// program may be executable and unreadable.
///
/// # Errors
/// Only where the file is not there at all.
pub fn describe(path: &Path) -> io::Result<Binary> {
    let bytes = std::fs::metadata(path)?.len();
    let (sha256, build_id) = match File::open(path) {
        Ok(mut file) => (hash(&mut file, path), build_id(&mut file, path)),
        Err(error) => {
            let absence = unreadable(path, &error);
            (Fact::Unavailable(absence.clone()), Fact::Unavailable(absence))
        }
    };
    Ok(Binary { path: Text::new(path.as_os_str().as_bytes()), sha256, bytes, build_id })
}

fn unreadable(path: &Path, error: &io::Error) -> Absence {
    let cause = match error.kind() {
        io::ErrorKind::PermissionDenied => Cause::Denied,
        _ => Cause::Lost,
    };
    let absence = Absence::new(cause, format!("{} cannot be read: {error}", path.display()));
    match cause {
        Cause::Denied => absence.with_gate("read permission of the file"),
        _ => absence,
    }
}

fn hash(file: &mut File, path: &Path) -> Fact<String> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 128 << 10];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Fact::known(hex(&hash.finalize())),
            Ok(count) => hash.update(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Fact::Unavailable(unreadable(path, &error)),
        }
    }
}

fn build_id(file: &mut File, path: &Path) -> Fact<String> {
    match find_build_id(file) {
        Ok(Some(id)) => Fact::known(id),
        Ok(None) => Fact::Unavailable(Absence::new(
            Cause::NotImplemented,
            "not an ELF file of this machine's byte order: a script, perhaps",
        )),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Fact::Unavailable(
            Absence::new(Cause::ToolMissing, "the linker put no build-id into the file")
                .with_remedy("link with --build-id"),
        ),
        Err(error) => Fact::Unavailable(unreadable(path, &error)),
    }
}

/// Where the numbers of an ELF header stand (elf(5)), by class.
struct Layout {
    header_offset: usize,
    header_size: usize,
    note_offset: usize,
    note_size: usize,
    word: usize,
}

const ELF64: Layout =
    Layout { header_offset: 32, header_size: 54, note_offset: 8, note_size: 32, word: 8 };
const ELF32: Layout =
    Layout { header_offset: 28, header_size: 42, note_offset: 4, note_size: 16, word: 4 };
/// Type of a program header that holds notes.
const PT_NOTE: u64 = 4;
/// Type of a GNU note that holds the build-id.
const NT_GNU_BUILD_ID: u64 = 3;

/// The build-id of an ELF file in this machine's byte order; `None` for other files.
///
/// # Errors
/// `NotFound` where the file has none; otherwise what reading it said.
fn find_build_id(file: &mut (impl Read + Seek)) -> io::Result<Option<String>> {
    file.seek(SeekFrom::Start(0))?;
    let head = read_up_to(file, 64)?;
    let native = if cfg!(target_endian = "little") { 1 } else { 2 };
    if head.len() < 52 || head[..4] != *b"\x7fELF" || head[5] != native {
        return Ok(None);
    }
    let layout = if head[4] == 2 { ELF64 } else { ELF32 };
    let offset = number(&head, layout.header_offset, layout.word)?;
    let size = number(&head, layout.header_size, 2)?;
    let count = number(&head, layout.header_size + 2, 2)?;
    let table = read_at(file, offset, size * count)?;
    for header in table.chunks_exact(usize::try_from(size).unwrap_or(1).max(1)) {
        if number(header, 0, 4)? != PT_NOTE {
            continue;
        }
        let offset = number(header, layout.note_offset, layout.word)?;
        let notes = read_at(file, offset, number(header, layout.note_size, layout.word)?)?;
        if let Some(id) = build_id_note(&notes) {
            return Ok(Some(hex(id)));
        }
    }
    Err(io::ErrorKind::NotFound.into())
}

/// Walks notes: name length, description length, type, then name and description, each padded to
/// four bytes.
fn build_id_note(mut notes: &[u8]) -> Option<&[u8]> {
    loop {
        let name_length = number(notes, 0, 4).ok()? as usize;
        let length = number(notes, 4, 4).ok()? as usize;
        let kind = number(notes, 8, 4).ok()?;
        let name = notes.get(12..)?.get(..name_length)?;
        let start = 12 + name_length.next_multiple_of(4);
        let description = notes.get(start..)?.get(..length)?;
        if kind == NT_GNU_BUILD_ID && name == b"GNU\0" {
            return Some(description);
        }
        notes = notes.get(start + length.next_multiple_of(4)..)?;
    }
}

/// A native-endian unsigned number of `width` bytes.
fn number(bytes: &[u8], at: usize, width: usize) -> io::Result<u64> {
    let field = bytes.get(at..at + width).ok_or(io::ErrorKind::UnexpectedEof)?;
    let fold = |value: u64, byte: &u8| value << 8 | u64::from(*byte);
    Ok(if cfg!(target_endian = "little") {
        field.iter().rev().fold(0, fold)
    } else {
        field.iter().fold(0, fold)
    })
}

fn read_at(file: &mut (impl Read + Seek), offset: u64, length: u64) -> io::Result<Vec<u8>> {
    if length > MAX_TABLE {
        return Err(io::ErrorKind::InvalidData.into());
    }
    file.seek(SeekFrom::Start(offset))?;
    read_up_to(file, length)
}

fn read_up_to(file: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The bytes of this program as it runs, also where its file was written anew or removed since.
///
/// # Errors
/// Where it cannot be read.
pub fn own() -> io::Result<Vec<u8>> {
    std::fs::read("/proc/self/exe")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn describes_this_test_binary() {
        let path = std::env::current_exe().unwrap();
        let binary = describe(&path).unwrap();
        assert_eq!(binary.sha256.value().unwrap().len(), 64);
        assert_eq!(binary.bytes, std::fs::metadata(&path).unwrap().len());
        // rustc's default linker driver asks for a build-id on Linux; where it does not, the
        // absence must say so.
        match binary.build_id {
            Fact::Known { value } => assert!(value.len() >= 16, "{value}"),
            Fact::Unavailable(absence) => assert!(absence.reason.contains("build-id")),
        }
        assert_eq!(FileMark::of(&path).unwrap(), FileMark::of(&path).unwrap());
        assert!(describe(Path::new("/no/such/file")).is_err());
    }

    #[test]
    fn other_files_and_broken_ones_have_no_build_id() {
        let find = |bytes: &[u8]| find_build_id(&mut Cursor::new(bytes.to_vec()));
        assert!(matches!(find(b"#!/bin/sh\n"), Ok(None)));
        assert!(matches!(find(b""), Ok(None)));
        let mut header = vec![0; 64];
        header[..6].copy_from_slice(b"\x7fELF\x02\x01");
        assert!(find(&header).is_err());
        header[54] = 0xff;
        header[55] = 0xff;
        header[56] = 0xff;
        header[57] = 0xff;
        assert!(find(&header).is_err(), "a table larger than any real one is not read");
    }

    #[test]
    fn notes_are_walked() {
        let mut notes = Vec::new();
        for (name, description, kind) in
            [(&b"X\0"[..], &[9_u8][..], 1_u32), (b"GNU\0", b"\xab\xcd", 3)]
        {
            notes.extend((name.len() as u32).to_ne_bytes());
            notes.extend((description.len() as u32).to_ne_bytes());
            notes.extend(kind.to_ne_bytes());
            notes.extend(name);
            notes.resize(notes.len().next_multiple_of(4), 0);
            notes.extend(description);
            notes.resize(notes.len().next_multiple_of(4), 0);
        }
        assert_eq!(build_id_note(&notes), Some(&b"\xab\xcd"[..]));
        assert_eq!(build_id_note(&notes[..20]), None);
        assert_eq!(build_id_note(b""), None);
    }
}
