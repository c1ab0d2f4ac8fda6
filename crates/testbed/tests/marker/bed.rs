//! A parent of the protocol: a pipe, the variables, and the lines that come.

use probity_model::protocol::{Line, Message, MessageKind, Said, read_line};
use probity_testbed::{has_program, skip_unless};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Read;
use std::process::{Command, Stdio};

pub(crate) const NONCE: &str = "0123456789abcdef";

/// Which of the variables the program gets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Given {
    Both,
    NoNonce,
    NoNumber,
}

/// Runs it with the pipe as descriptor 7, and returns what it wrote there.
pub(crate) fn bytes_of(program: &[OsString], given: Given) -> Vec<u8> {
    let (mut reader, writer) = std::io::pipe().unwrap();
    let mut child = {
        let mut command = Command::new("sh");
        command
            .args(["-c", "exec 7>&0 </dev/null; exec \"$@\"", "sh"])
            .args(program)
            .env_remove("PROBITY_FD")
            .env_remove("PROBITY_NONCE")
            .stdin(writer)
            .stdout(Stdio::null());
        if given != Given::NoNumber {
            command.env("PROBITY_FD", "7");
        }
        if given != Given::NoNonce {
            command.env("PROBITY_NONCE", NONCE);
        }
        // The command is dropped here, and our copy of the writing end with it.
        command.spawn().unwrap()
    };
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).unwrap();
    let status = child.wait().unwrap();
    assert!(status.success(), "{program:?}: {status}");
    bytes
}

/// The messages of a program that says nothing but messages.
pub(crate) fn said(program: &[OsString]) -> Vec<Said> {
    let bytes = bytes_of(program, Given::Both);
    let whole = bytes.strip_suffix(b"\n").expect("a last line that is whole");
    whole
        .split(|&byte| byte == b'\n')
        .map(|line| match read_line(line) {
            Line::Said(said) => said,
            other => panic!("{program:?}: {other:?}"),
        })
        .collect()
}

pub(crate) fn kinds(said: &[Said]) -> Vec<MessageKind> {
    said.iter().map(|said| said.message.kind()).collect()
}

/// How many windows of each name began and ended, by the rules for their edges.
///
/// # Panics
/// Where one breaks a rule.
pub(crate) fn windows(said: &[Said]) -> BTreeMap<String, usize> {
    let mut open = BTreeMap::new();
    let mut ended = BTreeMap::new();
    for Said { message, pid } in said {
        match message {
            Message::WindowStart { name, id, t_ns, clock } => {
                let before = open.insert((*pid, *id), (name, *t_ns, clock));
                assert!(before.is_none(), "the id {id} is used twice");
            }
            Message::WindowEnd { id, t_ns, clock } => {
                let (name, start, by) = open.remove(&(*pid, *id)).expect("a window that began");
                assert!(clock == by && t_ns.since(start).is_some(), "{name} by {clock}");
                *ended.entry(name.clone()).or_default() += 1;
            }
            _ => {}
        }
    }
    assert!(open.is_empty(), "windows that never end: {open:?}");
    ended
}

/// Whether a program of this name is there; skips with the reason where not.
pub(crate) fn has(name: &str) -> bool {
    skip_unless(name, has_program(name))
}

/// A file of the marker's crate.
pub(crate) fn of_marker(path: &str) -> OsString {
    format!("{}/../marker/{path}", env!("CARGO_MANIFEST_DIR")).into()
}
