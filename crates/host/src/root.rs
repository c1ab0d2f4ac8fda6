//! The directory under which `/proc` and `/sys` are read: the live machine's, or a fixture's.

use probity_model::{Absence, Cause};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// No file of `/proc` or `/sys` that we read comes near this many bytes; a file that does is not
/// what we think it is. `/proc/cpuinfo` of a thousand CPUs is the largest, at about 1.5 MB.
const LIMIT: u64 = 4 << 20;

/// What nearly every file fits into, so that it is read at once.
const USUAL: usize = 8 << 10;

/// Where the files of a machine are found. Every path given to it is absolute on that machine.
#[derive(Clone, Debug)]
pub struct Root {
    directory: PathBuf,
    refused: BTreeMap<String, io::ErrorKind>,
}

impl Root {
    /// The machine we run on.
    pub fn live() -> Self {
        Self::at("/")
    }

    /// The machine whose files lie under `directory`.
    pub fn at(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into(), refused: BTreeMap::new() }
    }

    /// The same machine where `path` cannot be read, failing with `kind`. A tree of files cannot
    /// hold a refusal that also meets root.
    #[must_use]
    pub fn refusing(mut self, path: impl Into<String>, kind: io::ErrorKind) -> Self {
        self.refused.insert(path.into(), kind);
        self
    }

    /// Where the machine's `path` lies on ours.
    pub fn path(&self, path: &str) -> PathBuf {
        self.directory.join(path.trim_start_matches('/'))
    }

    /// Whether the machine has something at `path` that we can see.
    pub fn has(&self, path: &str) -> bool {
        Path::exists(&self.path(path))
    }

    /// The names in the directory `path`, sorted; those that are not UTF-8 are left out.
    ///
    /// # Errors
    /// What the kernel answered, with the path.
    pub fn names(&self, path: &str) -> Result<Vec<String>, ReadError> {
        let listed = match self.refused.get(path) {
            Some(&kind) => Err(kind.into()),
            None => std::fs::read_dir(self.path(path)),
        };
        let names = listed.and_then(|entries| {
            entries.map(|entry| Ok(entry?.file_name().into_string().ok())).collect()
        });
        let names: Vec<Option<String>> = names.map_err(|error| ReadError::new(path, error))?;
        let mut names: Vec<String> = names.into_iter().flatten().collect();
        names.sort();
        Ok(names)
    }

    /// Opens `path` and keeps it open, to be read again and again.
    ///
    /// # Errors
    /// What the kernel answered, with the path.
    pub fn hold(&self, path: &str) -> Result<Held, ReadError> {
        let opened = match self.refused.get(path) {
            Some(&kind) => Err(kind.into()),
            None => File::open(self.path(path)),
        };
        match opened {
            Ok(file) => Ok(Held { file, path: path.to_owned() }),
            Err(error) => Err(ReadError::new(path, error)),
        }
    }

    /// The whole content of a file that the kernel makes in one piece, such as those of a process:
    /// one read shows its end, where `buffer` holds it with a byte to spare.
    ///
    /// # Errors
    /// As [`Root::read`].
    pub fn read_piece<'b>(
        &self,
        path: &str,
        buffer: &'b mut [u8],
    ) -> Result<Cow<'b, [u8]>, ReadError> {
        let held = self.hold(path)?;
        let length = read_at_start(&held.file, buffer).map_err(|e| ReadError::new(path, e))?;
        match length < buffer.len() {
            true => Ok(Cow::Borrowed(&buffer[..length])),
            false => self.read(path).map(Cow::Owned),
        }
    }

    /// The whole content of `path`. Files of `/proc` and `/sys` say they are 0 or 4096 bytes long,
    /// so the size is not asked for.
    ///
    /// # Errors
    /// What the kernel answered, with the path; also where the file is longer than any of its kind.
    pub fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let held = self.hold(path)?;
        let mut bytes = Vec::with_capacity(USUAL);
        match held.file.take(LIMIT + 1).read_to_end(&mut bytes) {
            Ok(_) if bytes.len() as u64 > LIMIT => Err(ReadError::too_long(path, LIMIT)),
            Ok(_) => Ok(bytes),
            Err(error) => Err(ReadError::new(path, error)),
        }
    }
}

/// The path of `name` among the files of a process: of `pid`, or of ourselves.
pub fn process_file(pid: Option<u32>, name: &str) -> String {
    match pid {
        Some(pid) => format!("/proc/{pid}/{name}"),
        None => format!("/proc/self/{name}"),
    }
}

/// The list of memory nodes (Documentation/ABI/stable/sysfs-devices-node).
pub const MEMORY_NODES: &str = "/sys/devices/system/node/online";
/// Switches of reading counters in user mode, and how each is set: of x86
/// (arch/x86/events/core.c) and arm64 (Documentation/arch/arm64/perf.rst). 0 is off; elsewhere
/// there is no switch.
pub const USER_READ_SWITCHES: [(&str, &str); 3] = [
    ("/sys/bus/event_source/devices/cpu/rdpmc", "as root: write 1 into it"),
    ("/sys/bus/event_source/devices/cpu_core/rdpmc", "as root: write 1 into it"),
    ("/proc/sys/kernel/perf_user_access", "sysctl kernel.perf_user_access=1"),
];
/// Where a machine shows its PMUs, a folder for each.
pub const PMUS: &str = "/sys/bus/event_source/devices";

/// What a machine says of its CPUs, for whoever knows what to look for; empty where it says
/// nothing.
pub fn cpu_description(root: &Root) -> String {
    let bytes = root.read("/proc/cpuinfo").unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The name to use for such a file in reasons: the same for every process but ourselves, so that
/// one cause met by many processes reads the same.
pub fn process_file_name(pid: Option<u32>, name: &str) -> String {
    match pid {
        Some(_) => format!("/proc/PID/{name}"),
        None => process_file(None, name),
    }
}

/// An open file of a machine, read from its start each time. The kernel makes the content anew at
/// each read; it is taken in one read so that it is of one moment.
#[derive(Debug)]
pub struct Held {
    file: File,
    path: String,
}

impl Held {
    /// The content now, in `buffer`.
    ///
    /// # Errors
    /// What the kernel answered, with the path; also where the content does not fit with a byte to
    /// spare, since then its end was not seen.
    pub fn read<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b [u8], ReadError> {
        let length =
            read_at_start(&self.file, buffer).map_err(|error| ReadError::new(&self.path, error))?;
        if length >= buffer.len() {
            return Err(ReadError::too_long(&self.path, buffer.len() as u64));
        }
        Ok(&buffer[..length])
    }
}

#[cfg(unix)]
fn read_at_start(file: &File, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match std::os::unix::fs::FileExt::read_at(file, buffer, 0) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

#[cfg(not(unix))]
fn read_at_start(mut file: &File, buffer: &mut [u8]) -> io::Result<usize> {
    io::Seek::rewind(&mut file)?;
    file.read(buffer)
}

/// The absence of what a file told, where its text is not what it should be.
pub fn malformed(path: &str, why: &str) -> Absence {
    Absence::new(Cause::Implausible, format!("{path} makes no sense: {why}"))
}

/// A file of a machine that could not be read.
#[derive(Debug)]
pub struct ReadError {
    path: String,
    failure: Failure,
}

#[derive(Debug)]
enum Failure {
    Io(io::Error),
    TooLong { limit: u64 },
}

impl ReadError {
    fn new(path: &str, error: io::Error) -> Self {
        Self { path: path.to_owned(), failure: Failure::Io(error) }
    }

    fn too_long(path: &str, limit: u64) -> Self {
        Self { path: path.to_owned(), failure: Failure::TooLong { limit } }
    }

    /// The file, as the machine names it.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The same error, with the file called `name`.
    #[must_use]
    pub fn naming(self, name: String) -> Self {
        Self { path: name, ..self }
    }

    /// The absence this makes of what the file would have told. `missing` is what it means that
    /// the file does not exist, and `gate` the permission check that guards it (`None`: just the
    /// file's own permissions).
    pub fn absence(&self, missing: Cause, gate: Option<&str>) -> Absence {
        let Failure::Io(error) = &self.failure else {
            return Absence::new(Cause::Implausible, self.to_string());
        };
        match error.kind() {
            io::ErrorKind::NotFound => Absence::new(missing, format!("there is no {}", self.path)),
            io::ErrorKind::PermissionDenied => {
                let absence = Absence::new(Cause::Denied, self.to_string());
                match gate {
                    Some(gate) => absence.with_gate(gate),
                    None => absence.with_gate(format!("permission to read {}", self.path)),
                }
            }
            _ => Absence::new(cause_of(error), self.to_string()),
        }
    }
}

/// Which kind of "cannot" an error other than "no such file" and "not permitted" is.
fn cause_of(error: &io::Error) -> Cause {
    use io::ErrorKind;
    match (error.kind(), error.raw_os_error()) {
        // EMFILE and ENFILE: our own files, or everybody's, have used up the table.
        (_, Some(23 | 24)) => Cause::Busy,
        (ErrorKind::ResourceBusy, _) => Cause::Busy,
        // ENXIO, ENODEV: the kernel has the file and nothing behind it.
        (ErrorKind::Unsupported | ErrorKind::InvalidInput, _) | (_, Some(6 | 19)) => {
            Cause::NoKernelSupport
        }
        // ESRCH: the process went away. Everything else is just as much a reading that got lost.
        _ => Cause::Lost,
    }
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.failure {
            Failure::Io(error) => write!(f, "cannot read {}: {error}", self.path),
            Failure::TooLong { limit } => {
                write!(f, "cannot read {}: it is longer than {limit} bytes", self.path)
            }
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.failure {
            Failure::Io(error) => Some(error),
            Failure::TooLong { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests;
