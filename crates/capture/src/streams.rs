//! Opening a program's standard streams, anew for each run.

use crate::CaptureError;
use probity_host::launch::{Drain, Standard};
use probity_model::{Output, Streams, Text};
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// How much of the end of standard error is kept for a failing program.
const STDERR_TAIL: usize = 4096;

/// The streams of one run: the program's ends, and what we drain.
pub(crate) struct Opened {
    pub(crate) standard: Standard,
    pub(crate) error: Option<Drain>,
    pub(crate) output: Option<Drain>,
}

/// Opens the streams.
///
/// # Errors
/// [`CaptureError::Stream`], naming the file.
pub(crate) fn open(streams: &Streams) -> Result<Opened, CaptureError> {
    let null = || open_file(Path::new("/dev/null"), true);
    let input = match &streams.input {
        None => null()?,
        Some(path) => open_file(&path_of(path), false)?,
    };
    let pipe = |keep| -> Result<(OwnedFd, Option<Drain>), CaptureError> {
        let (read, write) = io::pipe().map_err(|error| stream(Path::new("a pipe"), error))?;
        Ok((write.into(), Some(Drain::new(read, keep))))
    };
    let (output, output_drain) = match &streams.output {
        Output::Null => (null()?, None),
        Output::Pipe => pipe(0)?,
        Output::Inherit => (inherit(io::stdout().as_fd(), "standard output")?, None),
        Output::File(path) => (create_file(&path_of(path))?, None),
    };
    let (error, error_drain) = match &streams.output {
        Output::Inherit => (inherit(io::stderr().as_fd(), "standard error")?, None),
        Output::Null | Output::Pipe | Output::File(_) => pipe(STDERR_TAIL)?,
    };
    let standard = Standard { input, output, error };
    Ok(Opened { standard, error: error_drain, output: output_drain })
}

fn path_of(text: &Text) -> std::path::PathBuf {
    OsStr::from_bytes(&text.0).into()
}

fn stream(path: &Path, error: io::Error) -> CaptureError {
    CaptureError::Stream { path: path.to_path_buf(), error }
}

fn open_file(path: &Path, write: bool) -> Result<OwnedFd, CaptureError> {
    let opened = File::options().read(true).write(write).open(path);
    opened.map(OwnedFd::from).map_err(|error| stream(path, error))
}

fn create_file(path: &Path) -> Result<OwnedFd, CaptureError> {
    File::create(path).map(OwnedFd::from).map_err(|error| stream(path, error))
}

fn inherit(descriptor: std::os::fd::BorrowedFd<'_>, name: &str) -> Result<OwnedFd, CaptureError> {
    descriptor.try_clone_to_owned().map_err(|error| stream(Path::new(name), error))
}
