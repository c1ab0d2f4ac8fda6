//! Opening a program's standard streams, anew for each run.

use crate::CaptureError;
use probity_host::launch::{Drain, Listener, Standard};
use probity_model::{ErrorOutput, Output, Streams, Text};
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

pub(crate) const INPUT: &str = "standard input";
pub(crate) const OUTPUT: &str = "standard output";
pub(crate) const ERROR: &str = "standard error";
const SPEECH: &str = "what a program says of itself";

/// How much of the end of standard error is kept for a failing program.
const STDERR_TAIL: usize = 4096;

/// The streams of one run: the program's ends, and what we drain.
pub(crate) struct Opened {
    pub(crate) standard: Standard,
    pub(crate) error: Option<Drain>,
    pub(crate) output: Option<Drain>,
    pub(crate) listener: Option<Listener>,
}

/// Opens the streams; with `speech` also the pipe on which the program may say something of itself.
///
/// # Errors
/// [`CaptureError::Stream`], naming the file.
pub(crate) fn open(streams: &Streams, speech: bool) -> Result<Opened, CaptureError> {
    let input = match &streams.input {
        None => null(INPUT)?,
        Some(path) => open_input(&path_of(path))?,
    };
    let pipe = |stream, keep| -> Result<(OwnedFd, Option<Drain>), CaptureError> {
        let (read, write) = io::pipe().map_err(failed(stream, Path::new("a pipe")))?;
        Ok((write.into(), Some(Drain::new(read, keep))))
    };
    let (output, output_drain) = match &streams.output {
        Output::Null => (null(OUTPUT)?, None),
        Output::Pipe => pipe(OUTPUT, 0)?,
        Output::Inherit => (own_output()?, None),
        Output::File(path) => (create_file(OUTPUT, &path_of(path))?, None),
    };
    let (error, error_drain) = match streams.error {
        ErrorOutput::Inherited => (own_error()?, None),
        ErrorOutput::Discarded => (null(ERROR)?, None),
        ErrorOutput::Captured => pipe(ERROR, STDERR_TAIL)?,
    };
    let (speech, listener) = if speech {
        let (read, write) = io::pipe().map_err(failed(SPEECH, Path::new("a pipe")))?;
        (Some(OwnedFd::from(write)), Some(Listener::new(read)))
    } else {
        (None, None)
    };
    let standard = Standard { input, output, error, speech };
    Ok(Opened { standard, error: error_drain, output: output_drain, listener })
}

/// The null device.
pub(crate) fn null(stream: &'static str) -> Result<OwnedFd, CaptureError> {
    open_file(stream, Path::new("/dev/null"), true)
}

fn path_of(text: &Text) -> std::path::PathBuf {
    OsStr::from_bytes(&text.0).into()
}

fn failed(stream: &'static str, path: &Path) -> impl FnOnce(io::Error) -> CaptureError {
    move |error| CaptureError::Stream { stream, path: path.to_path_buf(), error }
}

/// Refuses what every run could not have from its start: opening a FIFO waits for the other end,
/// perhaps for ever, and what is read from it is gone for the next run.
fn check_kind(stream: &'static str, path: &Path) -> Result<(), CaptureError> {
    let Ok(metadata) = std::fs::metadata(path) else { return Ok(()) };
    let kind = metadata.file_type();
    if kind.is_fifo() || kind.is_socket() {
        let why = "it is a pipe or socket, and each run opens it anew; name a file (for output, \
                   inherit passes our own on)";
        return Err(failed(stream, path)(io::Error::new(io::ErrorKind::InvalidInput, why)));
    }
    Ok(())
}

fn open_input(path: &Path) -> Result<OwnedFd, CaptureError> {
    check_kind(INPUT, path)?;
    open_file(INPUT, path, false)
}

fn open_file(stream: &'static str, path: &Path, write: bool) -> Result<OwnedFd, CaptureError> {
    let opened = File::options().read(true).write(write).open(path);
    opened.map(OwnedFd::from).map_err(failed(stream, path))
}

fn create_file(stream: &'static str, path: &Path) -> Result<OwnedFd, CaptureError> {
    check_kind(stream, path)?;
    File::create(path).map(OwnedFd::from).map_err(failed(stream, path))
}

/// Our own standard output.
pub(crate) fn own_output() -> Result<OwnedFd, CaptureError> {
    inherit(OUTPUT, io::stdout().as_fd())
}

/// Our own standard error.
pub(crate) fn own_error() -> Result<OwnedFd, CaptureError> {
    inherit(ERROR, io::stderr().as_fd())
}

fn inherit(stream: &'static str, ours: BorrowedFd<'_>) -> Result<OwnedFd, CaptureError> {
    ours.try_clone_to_owned().map_err(failed(stream, Path::new("our own")))
}
