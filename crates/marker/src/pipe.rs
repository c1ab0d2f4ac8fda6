//! The pipe to whoever measures, where there is one.

use crate::{LINE_BYTES, Message, Refusal};
use core::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::format;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::string::String;
use std::sync::OnceLock;
use std::time::Instant;

const UNKNOWN: u8 = 0;
const ABSENT: u8 = 1;
const PRESENT: u8 = 2;

/// Most lines are shorter.
const SHORT_BYTES: usize = 256;
/// The largest nonce in bytes.
const NONCE_BYTES: usize = 128;

/// Whether there is a pipe; asked on every call.
static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);
static PIPE: OnceLock<Pipe> = OnceLock::new();
static IDENTITY: OnceLock<Identity> = OnceLock::new();

/// What became of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The line is in the pipe.
    Sent,
    /// Nobody measures, or what would be said was compiled out: nothing was done.
    Absent,
    /// There is no such line; an `error` that says so was sent in its place.
    Refused(Refusal),
    /// The pipe did not take it: its reader is gone.
    Failed,
}

/// How the program calls itself.
struct Identity {
    program: String,
    revision: Option<String>,
}

/// The open pipe, and who has said `hello` on it.
pub(crate) struct Pipe {
    file: File,
    nonce: String,
    origin: Instant,
    /// The process that said `hello`; 0 before the first. A forked child finds its parent's here,
    /// and says its own.
    greeted: AtomicU32,
}

/// The pipe, opened with the first call of the process; none where nobody measures.
#[inline]
pub(crate) fn pipe() -> Option<&'static Pipe> {
    match STATE.load(Ordering::Relaxed) {
        ABSENT => None,
        PRESENT => PIPE.get(),
        _ => first(),
    }
}

/// Names the program before its first message; later it changes nothing.
pub(crate) fn name(program: &str, revision: Option<&str>) {
    let (program, revision) = (program.into(), revision.map(Into::into));
    // It is already named: the first name stays.
    let _ = IDENTITY.set(Identity { program, revision });
}

/// Two threads may both come here: the first pipe stays, the other is closed again.
#[cold]
fn first() -> Option<&'static Pipe> {
    let fd = std::env::var("PROBITY_FD").ok();
    let nonce = std::env::var("PROBITY_NONCE").ok();
    let opened = fd.zip(nonce).and_then(|(fd, nonce)| Pipe::open(&fd, nonce));
    if let Some(pipe) = opened {
        // Where another thread was faster its pipe is as good.
        let _ = PIPE.set(pipe);
    }
    let state = if PIPE.get().is_some() { PRESENT } else { ABSENT };
    STATE.store(state, Ordering::Relaxed);
    PIPE.get()
}

impl Pipe {
    /// Opens what `fd` names, under an open file description of our own: nobody else's flags make
    /// our writes non-blocking, and no program that we execute inherits it. Anything but a pipe is
    /// left alone: the number may have been closed and used again for a file of the program.
    fn open(fd: &str, nonce: String) -> Option<Self> {
        let digits = !fd.is_empty() && fd.bytes().all(|byte| byte.is_ascii_digit());
        if !digits || nonce.is_empty() || nonce.len() > NONCE_BYTES {
            return None;
        }
        let path = format!("/proc/self/fd/{fd}");
        if !is_pipe(Path::new(&path)) {
            return None;
        }
        let file = File::options().append(true).open(&path).ok()?;
        Some(Self { file, nonce, origin: Instant::now(), greeted: AtomicU32::new(0) })
    }

    /// The clock named `monotonic`, in nanoseconds since the pipe was opened.
    pub(crate) fn now(&self) -> u64 {
        u64::try_from(self.origin.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    /// Sends one message of this process.
    pub(crate) fn say(&self, message: &Message<'_>) -> Outcome {
        self.say_as(std::process::id(), message)
    }

    /// The same, by the caller's own process id, which it has asked for already.
    ///
    /// Threads that race here may both say `hello`; the same twice is no finding. A lock instead
    /// could be held by a thread that a fork does not copy.
    pub(crate) fn say_as(&self, pid: u32, message: &Message<'_>) -> Outcome {
        if self.greeted.load(Ordering::Relaxed) != pid {
            let fallback = Identity { program: program(), revision: None };
            let identity = IDENTITY.get().unwrap_or(&fallback);
            let hello = Message::Hello {
                program: &identity.program,
                revision: identity.revision.as_deref(),
                nonce: &self.nonce,
            };
            self.send(pid, &hello);
            self.greeted.store(pid, Ordering::Relaxed);
        }
        self.send(pid, message)
    }

    fn send(&self, pid: u32, message: &Message<'_>) -> Outcome {
        match message.line(Some(pid), &mut [0; SHORT_BYTES]) {
            Ok(line) => self.write(line),
            Err(_) => self.send_long(pid, message),
        }
    }

    /// Kept out of the usual path, which need not clear so large a buffer.
    #[cold]
    fn send_long(&self, pid: u32, message: &Message<'_>) -> Outcome {
        let mut buffer = [0; LINE_BYTES];
        let refusal = match message.line(Some(pid), &mut buffer) {
            Ok(line) => return self.write(line),
            Err(refusal) => refusal,
        };
        let text = format!("cannot say '{}': {refusal}", message.kind());
        if let Ok(line) = (Message::Error { message: &text }).line(Some(pid), &mut buffer) {
            self.write(line);
        }
        Outcome::Refused(refusal)
    }

    /// One write: up to `PIPE_BUF` bytes a pipe takes whole or not at all (pipe(7)).
    fn write(&self, line: &[u8]) -> Outcome {
        loop {
            match (&self.file).write(line) {
                Ok(written) if written == line.len() => return Outcome::Sent,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                _ => return Outcome::Failed,
            }
        }
    }
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    path.metadata().is_ok_and(|metadata| metadata.file_type().is_fifo())
}

/// Elsewhere there is no name to open a pipe by: nobody measures.
#[cfg(not(unix))]
fn is_pipe(_path: &Path) -> bool {
    false
}

/// The program's name where it gave none: the last part of its first argument.
fn program() -> String {
    let first = std::env::args_os().next().unwrap_or_default();
    let name = Path::new(&first).file_name().unwrap_or_default().to_string_lossy();
    if name.is_empty() { String::from("unnamed") } else { name.into_owned() }
}

#[cfg(test)]
mod tests;
